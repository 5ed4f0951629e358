/**
 * A space of a database with custom fields, written and read by the core: no API, and no record of the fields.
 */

import type { Catalog } from '@headwater/catalog';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Row } from '../../src/db/database.js';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { openDeps } from '../../src/main/open-deps.js';
import { systemCall } from '../../src/records/call.js';
import { getRecord, readRecord } from '../../src/records/read/get-record.js';
import { listRecords } from '../../src/records/read/list-records.js';
import type { RecordPage } from '../../src/records/read/record-page.js';
import { createRecordStore, type RecordStore } from '../../src/records/record-store.js';
import { entityRules } from '../../src/records/rules/entity-rules.js';
import { inTransaction, runWrite } from '../../src/records/write/run-write.js';
import type { WriteOutcome } from '../../src/records/write/write-outcome.js';
import { createRecord, writeRecord } from '../../src/records/write/write-records.js';
import type { ListRequest } from '../../src/request/list-request.js';
import type { NameTree, Selection } from '../../src/request/selection.js';
import type { RecordBody, WriteItem } from '../../src/request/write-request.js';
import type { Statement } from '../../src/sql/binder.js';
import { brokenRules } from '../distributed-rules.js';
import { type DatabaseName, databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { writeAll } from '../write-all.js';
import { customCatalog } from './custom-fields.js';

/** A record as it is answered. */
export type Shown = { readonly [member: string]: unknown } & { readonly id: string };

const spaceId = templateSpace;
const call = systemCall(spaceId);
export const whole: Selection = { kind: 'rest', expand: {} };

export class CustomSpace {
  readonly store: RecordStore;

  /** @param catalog what the space has defined */
  constructor(
    readonly deps: ServerDeps,
    private readonly watch: { onStatement: (statement: Statement) => void },
    catalog: Catalog = customCatalog,
    readonly ids: Readonly<Record<'owner' | 'currency' | 'foreign', string>> = { owner: '', currency: '', foreign: '' },
  ) {
    this.store = createRecordStore(catalog, deps.db, entityRules);
  }

  /** The same space once it has defined something else. */
  redefined(catalog: Catalog): CustomSpace {
    return new CustomSpace(this.deps, this.watch, catalog, this.ids);
  }

  async readIds(): Promise<CustomSpace> {
    const idOf = async (table: string, where: object = {}) =>
      String(
        (
          await this.deps.db
            .knex(table)
            .where({ space_id: spaceId, ...where })
            .first('id')
        )?.id,
      );
    const ids = {
      owner: await idOf('clients'),
      currency: await idOf('currencies', { is_base: true }),
      foreign: await idOf('currencies', { is_base: false }),
    };
    return new CustomSpace(this.deps, this.watch, this.store.catalog, ids);
  }

  async create(entityType: string, body: RecordBody, validationLevel = 0): Promise<Shown> {
    const request = { entityType, body, validationLevel, selection: whole };
    return shown((await runWrite(this.store, call, request, createRecord)).text);
  }

  newContact(body: RecordBody = {}): Promise<Shown> {
    return this.create('Contact', { last_name: 'Okafor', owner_id: this.ids.owner, ...body });
  }

  newAccount(body: RecordBody = {}): Promise<Shown> {
    return this.create('Account', { name: 'Harbourline', owner_id: this.ids.owner, ...body });
  }

  async newOption(option_name: string): Promise<string> {
    return (
      await this.create(
        'Data',
        { option_name, calc_value: 1, sort_order: 1, data_set_id: '0190bbbb-0000-7000-8000-000000000001' },
        8,
      )
    ).id;
  }

  update(entityType: string, id: string, body: RecordBody): Promise<Shown> {
    return inTransaction(this.store, call, async (context) => {
      await writeRecord(context, { kind: 'update', entityType, id, body, validationLevel: 0 });
      const get = { entityType, id, selection: whole, includeDeleted: false };
      return shown((await readRecord(this.store, call, get, context.transaction.run)).text);
    });
  }

  async delete(entityType: string, id: string): Promise<void> {
    await inTransaction(this.store, call, (context) =>
      writeRecord(context, { kind: 'delete', entityType, id, validationLevel: 0 }),
    );
  }

  async restore(entityType: string, id: string): Promise<void> {
    await inTransaction(this.store, call, (context) =>
      writeRecord(context, { kind: 'restore', entityType, id, validationLevel: 0 }),
    );
  }

  writeAll(items: readonly WriteItem[]): Promise<readonly WriteOutcome[]> {
    return inTransaction(this.store, call, (context) => writeAll(context, items));
  }

  async get(entityType: string, id: string, selection: Selection = whole, includeDeleted = false): Promise<Shown> {
    return shown(await this.text(entityType, id, selection, includeDeleted));
  }

  /** Of the record, as it is answered. */
  async text(entityType: string, id: string, selection: Selection = whole, includeDeleted = false): Promise<string> {
    return (await getRecord(this.store, call, { entityType, id, selection, includeDeleted })).text;
  }

  /** @param expand names, dotted where they go further */
  expanded(entityType: string, id: string, ...expand: readonly string[]): Promise<Shown> {
    return this.get(entityType, id, { kind: 'rest', expand: treeOf(expand) });
  }

  page(entityType: string, request: Partial<ListRequest> = {}): Promise<RecordPage> {
    return listRecords(this.store, call, {
      entityType,
      filter: null,
      sort: [],
      window: { kind: 'cursor', first: 100 },
      includeDeleted: false,
      selection: whole,
      withTotal: false,
      ...request,
    });
  }

  async list(entityType: string, request: Partial<ListRequest> = {}): Promise<Shown[]> {
    return (await this.page(entityType, request)).texts.map(shown);
  }

  /** Removes all records of an entity type. */
  async clear(entityType: string): Promise<void> {
    const records = await this.list(entityType, { window: { kind: 'offset', limit: null, offset: 0 } });
    const items = records.map(({ id }): WriteItem => ({ kind: 'delete', entityType, id, validationLevel: 0 }));
    if (items.length > 0) await this.writeAll(items);
  }

  /** @returns the statements that `work` causes */
  async statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = [];
    this.watch.onStatement = (statement) => statements.push(statement);
    try {
      await work();
    } finally {
      this.watch.onStatement = () => {};
    }
    return statements;
  }

  /** PostgreSQL does it by itself now and then; until then it takes all tables to be as good as empty. */
  async refreshStatistics(): Promise<void> {
    if (this.deps.db.dialect.name === 'postgres') await this.deps.db.knex.raw('ANALYZE');
  }

  /** @returns the steps that the database takes, as far as it says which */
  async explain(statement: Statement): Promise<string> {
    const how = this.deps.db.dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN ANALYZE';
    const rows: Row[] = await this.deps.db.read({ ...statement, text: `${how} ${statement.text}` });
    const steps = rows.map((row) => String(row.detail ?? row['QUERY PLAN']));
    return steps.filter((step) => !step.includes('never executed')).join('\n');
  }
}

function treeOf(paths: readonly string[]): NameTree {
  const tree: Record<string, Record<string, object>> = {};
  for (const path of paths) {
    let at: Record<string, object> = tree;
    for (const name of path.split('.')) {
      at[name] ??= {};
      at = at[name] as Record<string, object>;
    }
  }
  return tree as NameTree;
}

function shown(text: string): Shown {
  return JSON.parse(text) as Shown;
}

/** A database that is made for tests and goes away with them. */
export class CustomDatabase {
  private constructor(
    readonly space: CustomSpace,
    private readonly deps: ServerDeps,
    private readonly stored: TestDatabase,
    private readonly broken: ReadonlySet<string>,
  ) {}

  static async open(database: DatabaseName): Promise<CustomDatabase> {
    const stored = await newDatabase(database, 'space');
    const broken = new Set<string>();
    const watch: { onStatement: (statement: Statement) => void } = { onStatement: () => {} };
    const deps = await openDeps({ ...testConfig, ...stored.location }, (statement) => {
      for (const rule of brokenRules(statement.text)) broken.add(`${rule} in ${statement.text}`);
      watch.onStatement(statement);
    });
    const space = await new CustomSpace(deps, watch).readIds();
    return new CustomDatabase(space, deps, stored, broken);
  }

  async close(): Promise<void> {
    await this.deps.db.close();
    await this.stored.drop();
    if (this.broken.size > 0) throw new Error([...this.broken].join('\n'));
  }
}

/**
 * Defines the same tests for each database.
 * @param running only to be asked inside tests and hooks
 */
export function onEachCustomSpace(
  tests: (running: { readonly space: CustomSpace }, database: DatabaseName) => void,
): void {
  describe.each(databases)('on %s', (database) => {
    let opened: CustomDatabase | undefined;
    beforeAll(async () => {
      opened = await CustomDatabase.open(database);
    });
    afterAll(() => opened?.close());
    tests(
      {
        get space() {
          if (!opened) throw new Error('the space is there while tests run');
          return opened.space;
        },
      },
      database,
    );
  });
}
