/**
 * A space with a catalog made by hand, on either database, written through the core without an API.
 */

import type { Catalog } from '@headwater/catalog';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { openDatabase } from '../../src/db/open-database.js';
import { systemCall } from '../../src/records/call.js';
import { qualifyLead } from '../../src/records/convert/lifecycle-actions.js';
import { mergeRecords } from '../../src/records/merge/merge-records.js';
import { createRecordStore, type RecordStore } from '../../src/records/record-store.js';
import { entityRules } from '../../src/records/rules/entity-rules.js';
import type { StoredRecord } from '../../src/records/write/draft.js';
import { inTransaction, runWrite } from '../../src/records/write/run-write.js';
import { readAllStored } from '../../src/records/write/stored-record.js';
import type { WriteContext } from '../../src/records/write/write-context.js';
import { writeRecord } from '../../src/records/write/write-records.js';
import type { RecordBody, WriteItem } from '../../src/request/write-request.js';
import { createSpace } from '../../src/spaces/create-space.js';
import type { Statement } from '../../src/sql/binder.js';
import { type DatabaseName, databases, newDatabase, testConfig } from '../fixture.js';
import { writeAll } from '../write-all.js';

const space = 'derived';
const selection = { kind: 'rest', expand: {} } as const;

/** Ids of records that others need. */
export interface FirstIds {
  readonly owner_id: string;
  readonly step_id: string;
  /** Two. */
  readonly products: readonly string[];
}

export class DerivedSpace {
  first: FirstIds = { owner_id: '', step_id: '', products: [] };
  statements: Statement[] = [];

  constructor(
    public store: RecordStore,
    readonly database: DatabaseName,
  ) {}

  readonly call = systemCall(space);

  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T> {
    return inTransaction(this.store, this.call, work);
  }

  async create(entityType: string, body: RecordBody): Promise<string> {
    return (
      await this.write((context) => writeRecord(context, { kind: 'create', entityType, body, validationLevel: 0 }))
    ).id;
  }

  async update(entityType: string, id: string, body: RecordBody): Promise<void> {
    await this.write((context) => writeRecord(context, { kind: 'update', entityType, id, body, validationLevel: 0 }));
  }

  async delete(entityType: string, id: string): Promise<void> {
    await this.write((context) => writeRecord(context, { kind: 'delete', entityType, id, validationLevel: 0 }));
  }

  async restore(entityType: string, id: string): Promise<void> {
    await this.write((context) => writeRecord(context, { kind: 'restore', entityType, id, validationLevel: 0 }));
  }

  async batch(items: readonly WriteItem[]): Promise<void> {
    await this.write((context) => writeAll(context, items));
  }

  async merge(entityType: string, master: string, secondaryIds: readonly string[]): Promise<void> {
    const request = { entityType, master: { id: master }, secondaryIds, validationLevel: 0, selection };
    await runWrite(this.store, this.call, request, mergeRecords);
  }

  async qualify(id: string, body: RecordBody): Promise<void> {
    await runWrite(this.store, this.call, { id, body, validationLevel: 0, selection }, qualifyLead);
  }

  /** @returns every record of an entity type, deleted ones too, by id */
  async all(entityType: string): Promise<ReadonlyMap<string, StoredRecord>> {
    const type = this.store.catalog.existing(entityType);
    const records = await this.write((context) => readAllStored(context, type));
    return new Map(records.map((record) => [String(record.id), record]));
  }

  async get(entityType: string, id: string): Promise<StoredRecord> {
    const record = (await this.all(entityType)).get(id);
    if (!record) throw new Error(`there is no ${entityType} ${id}`);
    return record;
  }

  account(body: RecordBody = {}): Promise<string> {
    return this.create('Account', { name: 'Harbourline', owner_id: this.first.owner_id, ...body });
  }

  opportunity(body: RecordBody = {}): Promise<string> {
    const { owner_id, step_id } = this.first;
    const required = {
      name: '200 forklifts',
      owner_id,
      step_id,
      closing_date: '2026-12-18',
      value: { base_value: 100 },
    };
    return this.create('Opportunity', { ...required, ...body });
  }

  line(oppty_id: string, body: RecordBody = {}): Promise<string> {
    return this.create('OpptyProductRelation', { oppty_id, product_id: this.first.products[0], ...body });
  }
}

async function openSpace(db: Database, catalog: Catalog, database: DatabaseName): Promise<DerivedSpace> {
  await migrate(db, catalog);
  const opened = new DerivedSpace(createRecordStore(catalog, db, entityRules), database);
  await createSpace(opened.store, { id: space });
  const idOf = async (type: string) => [...(await opened.all(type)).keys()].sort()[0] ?? '';
  const owner_id = await idOf('Client');
  const step_id = await idOf('Step');
  const newProduct = (name: string) => opened.create('Product', { name, allowed_pipelines: 1, unit_symbol: 'pcs' });
  opened.first = { owner_id, step_id, products: [await newProduct('Forklift'), await newProduct('Crane')] };
  return opened;
}

/** Defines the same tests for each database, with a space of the catalog. @param running only to be asked inside tests */
export function inDerivedSpaces(catalog: Catalog, tests: (running: { readonly space: DerivedSpace }) => void): void {
  describe.each(databases)('on %s', (database) => {
    let opened: DerivedSpace | undefined;
    let close = async () => {};
    beforeAll(async () => {
      const { location, drop } = await newDatabase(database, 'nothing');
      const { dataDir, databaseUrl } = location;
      const db = await openDatabase(
        databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
        testConfig.databaseSettings,
        (statement) => opened?.statements.push(statement),
      );
      close = async () => {
        await db.close();
        await drop();
      };
      opened = await openSpace(db, catalog, database);
    });
    afterAll(() => close());
    tests({
      get space() {
        if (!opened) throw new Error('the space is there while tests run');
        return opened;
      },
    });
  });
}
