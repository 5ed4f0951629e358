/**
 * Migrations: an empty database gets exactly what the catalog needs, an older one gets the rest and loses nothing, and any number
 * of processes may start at once.
 */
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { searchAdvice } from '../../src/db/migrations/search-indexes.js';
import { openDatabase } from '../../src/db/open-database.js';
import { FolderStore } from '../../src/files/folder-store.js';
import { openDeps } from '../../src/main/open-deps.js';
import { systemCall } from '../../src/records/call.js';
import { getRecord } from '../../src/records/read/get-record.js';
import { createRecordStore, type RecordStore } from '../../src/records/record-store.js';
import { entityRules } from '../../src/records/rules/entity-rules.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { createRecord } from '../../src/records/write/write-records.js';
import { createSpace } from '../../src/spaces/create-space.js';
import { tableName } from '../../src/sql/columns.js';
import { type CustomValueType, customValueTypes, valueTable } from '../../src/sql/custom-values/value-tables.js';
import { tailIndex } from '../../src/sql/filter/search-index.js';
import { searchedMembers, searchIndexName } from '../../src/sql/indexes.js';
import { tableOf } from '../../src/sql/table.js';
import { headwater } from '../cli/headwater.js';
import { type DatabaseName, databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { type FoundTable, readSchema } from './introspect.js';
import { olderCatalog } from './older-catalog.js';

const catalog = buildCatalog(entityTypes);
const directoryTables = ['api_keys', 'settings', 'space_counters', 'spaces'];
const ownTables = [
  'changes',
  ...directoryTables,
  'collections',
  'duplicate_keys',
  'duplicate_progress',
  'idempotency_keys',
  'jobs',
  'rate_usage',
  'webhook_deliveries',
  'webhook_states',
  'former_spaces',
];

/** What the columns of each type are called by the databases' own catalogues. */
const columnTypes = {
  sqlite: {
    ...{ space: 'text', string: 'text', text: 'text', integer: 'integer', float: 'real', decimal: 'integer' },
    ...{
      boolean: 'integer',
      date: 'text',
      datetime: 'text',
      uuid: 'text',
      uuids: 'text',
      strings: 'text',
      json: 'text',
    },
  },
  postgres: {
    ...{ space: 'text c', string: 'text c', text: 'text c', integer: 'bigint', float: 'double precision' },
    ...{ decimal: 'numeric(19,4)', boolean: 'boolean', date: 'date', datetime: 'timestamp(6) without time zone' },
    ...{ uuid: 'uuid', uuids: 'json', strings: 'json', json: 'json' },
  },
} as const;

/** The table of the values that custom fields of one type have. */
function wantedValueTable(database: DatabaseName, type: CustomValueType): FoundTable {
  const name = valueTable(type);
  const isText = type === 'string' || type === 'text';
  const columns = { space_id: 'space', field_id: 'uuid', record_id: 'uuid', value: type, is_held: 'boolean' } as const;
  // There a CHECK keeps null out, and the index over values tells searches by value from those by key.
  const isPartial = database === 'postgres';
  const required = Object.entries(columns).map(([column, is]) => {
    const mayBeNull = isPartial && column === 'value';
    return [column, `${columnTypes[database][is]}${mayBeNull ? '' : ' not null'}`];
  });
  const indexes = {
    [`${name}_value`]: { columns: ['space_id', 'field_id', 'value', 'record_id'], unique: false, isPartial },
    [`${name}_held`]: { columns: ['space_id', 'field_id', 'value'], unique: true, isPartial: true },
  };
  return {
    columns: Object.fromEntries([...required, ...(isText ? [['folded', columnTypes[database][type]]] : [])]),
    primaryKey: ['space_id', 'field_id', 'record_id'],
    // Texts of any length are in no index.
    indexes: type === 'text' ? {} : indexes,
    foreignKeys: [],
  };
}

describe.each(databases)('on %s', (database) => {
  const made: TestDatabase[] = [];
  const opened: Database[] = [];
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    for (const stored of made.splice(0)) await stored.drop();
  });

  const newStored = async (contents: Parameters<typeof newDatabase>[1] = 'nothing'): Promise<TestDatabase> => {
    const stored = await newDatabase(database, contents);
    made.push(stored);
    return stored;
  };
  const open = async (stored: TestDatabase): Promise<Database> => {
    const db = await openDatabase(placeOf(stored), testConfig.databaseSettings);
    opened.push(db);
    return db;
  };
  const makeFresh = async () => {
    const db = await open(await newStored());
    const changed = [await migrate(db, catalog), await migrate(db, catalog)];
    return { changed, schema: await readSchema(db) };
  };
  let fresh: ReturnType<typeof makeFresh> | undefined;
  /** Read once: every empty database gets the same. */
  const freshSchema = async () => {
    fresh ??= makeFresh();
    return (await fresh).schema;
  };
  const makeOlder = async () => {
    const stored = await newDatabase(database, 'nothing');
    const db = await openDatabase(placeOf(stored), testConfig.databaseSettings);
    try {
      await migrate(db, olderCatalog());
      const store = createRecordStore(olderCatalog(), db, entityRules);
      await createSpace(store, { id: 'acme' });
      await makeFormerIndexes(db);
      return { stored, records: await fill(store) };
    } finally {
      await db.close();
    }
  };
  let older: ReturnType<typeof makeOlder> | undefined;
  /** Made once, and copied; with a pooler, which stays connected to what it was asked for, made each time. */
  const newOlder = async () => {
    if (inject('poolerHost') !== '') {
      const own = await makeOlder();
      made.push(own.stored);
      return own;
    }
    older ??= makeOlder();
    const { stored, records } = await older;
    return { stored: await newStored(stored.location), records };
  };
  afterAll(async () => (await older)?.stored.drop());

  it('an empty database gets the tables, columns and indexes of the catalog, and no others', async () => {
    const schema = await freshSchema();
    const storedTypes = entityTypes.filter(({ union }) => !union);
    const recordTables = storedTypes.map((entityType) => tableName(entityType));
    const valueTables = customValueTypes.map(valueTable);
    const searchTables = database === 'sqlite' ? ['search_docs', 'search_progress'] : [];
    const wantedTables = [...recordTables, ...valueTables, ...ownTables, ...searchTables];
    expect(Object.keys(schema).sort()).toEqual(wantedTables.sort());
    for (const type of customValueTypes)
      expect(schema[valueTable(type)], type).toEqual(wantedValueTable(database, type));
    for (const entityType of storedTypes) {
      const table = tableOf(catalog, entityType);
      const found = schema[table.name];
      const columns = table.columns.map(({ name, type, nullable }) => [
        name,
        `${columnTypes[database][type]}${nullable ? '' : ' not null'}`,
      ]);
      expect(found?.columns, table.name).toEqual(Object.fromEntries(columns));
      expect(found?.primaryKey).toEqual(['space_id', 'id']);
      const searched = searchedMembers(entityType);
      const ofMembers = database === 'postgres' ? searchIndexName(entityType, searched) : tailIndex(entityType);
      const wanted = new Set([...table.indexes.map(({ name }) => name), ...(searched.length === 0 ? [] : [ofMembers])]);
      expect(Object.keys(found?.indexes ?? {}).sort()).toEqual([...wanted].sort());
      const keys = table.columns.filter(({ references }) => references !== undefined);
      // PostgreSQL does not see to the references of events.
      const seenTo = database === 'sqlite' ? keys : keys.filter(({ repeats }) => !repeats);
      expect(found?.foreignKeys.map((key) => key.columns[1])).toEqual(seenTo.map(({ name }) => name).sort());
    }
  });

  it('no value of a custom field is null', async () => {
    const db = await open(await newStored('tables'));
    const id = '00000000-0000-0000-0000-00000000beef';
    const row = { space_id: 'acme', field_id: id, record_id: id, is_held: false, value: null };
    for (const type of customValueTypes)
      await expect(db.knex(valueTable(type)).insert(row), type).rejects.toThrow(/constraint/i);
  });

  it('a database that is up to date is left alone', async () => {
    await freshSchema();
    expect((await fresh)?.changed).toEqual([true, false]);
  });

  it('an older database gets what is missing and loses nothing', async () => {
    const { stored, records: before } = await newOlder();
    const deps = await openDeps({ ...testConfig, ...stored.location });
    opened.push(deps.db);
    expect(await readSchema(deps.db)).toEqual(await freshSchema());
    for (const [entityType, id, record] of before) {
      expect(await read(deps, entityType, id)).toMatchObject(record);
    }
    // What came later can be used at once, and the space knows the new fields.
    const [, accountId = ''] = before.find(([entityType]) => entityType === 'Account') ?? [];
    expect(await read(deps, 'Account', accountId)).toMatchObject({ email1: null, is_delete_protected: false });
    const product = { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs', sku: 'GTX-1' };
    await create(deps, 'Product', product);
    await expect(create(deps, 'Product', product)).rejects.toThrow('must be unique');
    const fields = await deps.db
      .knex('fields')
      .where({ space_id: 'acme', entity_name: 'Contact', api_name: 'comments' });
    expect(fields).toHaveLength(1);
  });

  it('a field that came later points at records of its space only', async () => {
    const { stored } = await newOlder();
    const db = await open(stored);
    await migrate(db, catalog);
    const nowhere = { contact_type_id: '00000000-0000-0000-0000-00000000beef' };
    await expect(db.knex('contacts').update(nowhere)).rejects.toThrow(/foreign key/i);
  });

  it('several processes may start on an empty database at once', async () => {
    const stored = await newStored();
    const all = await Promise.all(Array.from({ length: 4 }, () => openDeps({ ...testConfig, ...stored.location })));
    opened.push(...all.map((deps) => deps.db));
    expect(await readSchema(all[0]!.db)).toEqual(await freshSchema());
    await createSpace(all[1]!, { id: 'acme' });
    expect(await read(all[2]!, 'Client', await ownerOf(all[3]!))).toHaveProperty('email');
  });

  it('a lock that two processes have made at once is one lock again', async () => {
    const db = await open(await newStored());
    await db.knex.schema.createTable('knex_migrations_lock', (table) => {
      table.increments('index').primary();
      table.integer('is_locked');
    });
    await db.knex('knex_migrations_lock').insert([{ is_locked: 0 }, { is_locked: 0 }]);
    await migrate(db, catalog);
    expect(await db.knex('knex_migrations_lock')).toEqual([{ index: 1, is_locked: 0 }]);
    expect(await readSchema(db)).toEqual(await freshSchema());
  });

  it('several processes may bring an older database up at once', async () => {
    const { stored } = await newOlder();
    const db = await open(stored);
    const all = await Promise.all(Array.from({ length: 3 }, () => openDeps({ ...testConfig, ...stored.location })));
    opened.push(...all.map((deps) => deps.db));
    expect(await readSchema(all[0]!.db)).toEqual(await freshSchema());
    const names = await db.knex('fields').where({ space_id: 'acme' }).select('entity_name', 'api_name');
    const described = catalog.entityTypes.filter(({ union }) => !union);
    const wanted = described.reduce((sum, { fields }) => sum + fields.filter(({ hidden }) => !hidden).length, 0);
    expect(names).toHaveLength(wanted);
  });

  if (database === 'sqlite') return;
  it('a database without the extensions works, and gets the indexes once it has them', async () => {
    const stored = await newStored();
    const db = await open(stored);
    const accounts = catalog.existing('Account');
    const name = searchIndexName(accounts, searchedMembers(accounts));
    const hasIndex = async () => name in ((await readSchema(db)).accounts?.indexes ?? {});
    const env = {
      HEADWATER_DATABASE_URL: stored.location.databaseUrl ?? '',
      HEADWATER_DATA_DIR: stored.location.dataDir,
    };
    const doctor = async () => (await headwater(['doctor'], { env })).code;
    await db.knex.raw('CREATE SCHEMA elsewhere');
    await db.knex.raw('CREATE EXTENSION pg_trgm SCHEMA elsewhere');
    await migrate(db, catalog);
    expect(await hasIndex()).toBe(false);
    expect(await searchAdvice(db)).toContain('CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin;');
    expect(await doctor()).toBe(1);
    await createSpace(createRecordStore(catalog, db, entityRules), { id: 'acme' });
    await db.knex.raw('ALTER EXTENSION pg_trgm SET SCHEMA public');
    expect(await migrate(db, catalog)).toBe(true);
    expect(await hasIndex()).toBe(true);
    expect(await searchAdvice(db)).toBeUndefined();
    expect(await doctor()).toBe(0);
  });
});

function placeOf({ location: { dataDir, databaseUrl } }: TestDatabase) {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
}

const links = { kind: 'rest', expand: {} } as const;

async function create(
  store: RecordStore,
  entityType: string,
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = { entityType, body, validationLevel: 0, selection: links };
  // No body brings content.
  const withFiles = {
    ...store,
    files: new FolderStore('', { mark: '', hasUnmarked: false }),
    limits: { maxUploadBytes: 0 },
  };
  return (await runWrite(withFiles, systemCall('acme'), request, createRecord)).id;
}

async function read(store: RecordStore, entityType: string, id: string): Promise<object> {
  const request = { entityType, id, selection: links, includeDeleted: true };
  return JSON.parse((await getRecord(store, systemCall('acme'), request)).text) as object;
}

async function ownerOf(store: RecordStore): Promise<string> {
  return (await store.db.knex('clients').where({ space_id: 'acme' }).first('id')).id;
}

/** Indexes that later versions have no more. */
async function makeFormerIndexes({ knex }: Database): Promise<void> {
  for (const column of ['picture_id', 'email1']) {
    await knex.raw(`CREATE INDEX "contacts_${column}" ON "contacts" ("space_id", "${column}", "id")`);
  }
  await knex('knex_migrations').where({ name: '010-fewer-text-indexes' }).delete();
}

/** @returns some records of the older database as it answers them */
async function fill(store: RecordStore & { readonly catalog: Catalog }): Promise<[string, string, object][]> {
  const owner_id = await ownerOf(store);
  const account_id = await create(store, 'Account', { name: 'Müller', owner_id });
  const rows = [{ account_id, is_primary: true, position: 'Head' }];
  const contact = await create(store, 'Contact', { last_name: 'Ünal', owner_id, account_relations: rows });
  const { pipeline_id } = await store.db.knex('opportunity_types').where({ space_id: 'acme' }).orderBy('id').first();
  const step_id = (await store.db.knex('steps').where({ space_id: 'acme', pipeline_id }).first('id')).id;
  const deal = {
    name: 'Deal',
    owner_id,
    step_id,
    closing_date: '2026-01-01',
    account_relations: rows.map(({ position: _, ...row }) => row),
  };
  const opportunity = await create(store, 'Opportunity', deal);
  const made = [
    ['Account', account_id],
    ['Contact', contact],
    ['Opportunity', opportunity],
  ] as const;
  return Promise.all(made.map(async ([entityType, id]) => [entityType, id, await read(store, entityType, id)]));
}
