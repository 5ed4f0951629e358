/**
 * The database that every series of crashes begins with a copy of: a space with custom fields of its own.
 */
import { copyFileSync } from 'node:fs';
import { createTestDatabase, dropTestDatabase, startLastingPostgres } from '../../../../tools/test-postgres.mjs';
import { createSpaceWithKey, startServer } from '../../src/index.js';
import { type DatabaseName, newDatabase, type TestDatabase } from '../fixture.js';
import { sqliteFile, templateSpace } from '../prepare-databases.js';
import { basic, type Json, TestSpace } from '../test-space.js';
import { sharedAccount } from './writer.js';

export interface CrashTemplate {
  readonly database: DatabaseName;
  readonly authorization: string;
  /** Ids of the custom fields by their names. */
  readonly fieldIds: ReadonlyMap<string, string>;
  readonly sharedAccountId: string;
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

type Stored = Pick<CrashTemplate, 'copy' | 'drop'> & { readonly location: TestDatabase['location'] };

export async function makeTemplate(database: DatabaseName): Promise<CrashTemplate> {
  const { location, ...stored } = await (database === 'sqlite' ? onSqlite() : onPostgres());
  const server = await startServer({ ...location, port: 0, logLevel: 'silent' });
  try {
    const authorization = basic(await createSpaceWithKey(server, templateSpace));
    const space = new TestSpace(server.url, templateSpace, authorization, '');
    await space.readSeedRecords();
    const fieldIds = await defineFields(space);
    const { id } = await space.newAccount({ name: sharedAccount, city: 'Graz' });
    return { database, authorization, fieldIds, sharedAccountId: id, ...stored };
  } finally {
    await server.close();
  }
}

async function onSqlite(): Promise<Stored> {
  const { location, drop } = await newDatabase('sqlite', 'tables');
  const copy = async () => {
    const made = await newDatabase('sqlite', 'nothing');
    copyFileSync(sqliteFile(location.dataDir), sqliteFile(made.location.dataDir));
    return made;
  };
  return { location, copy, drop };
}

/** On a PostgreSQL of its own, which may be killed. */
async function onPostgres(): Promise<Stored> {
  const postgres = await startLastingPostgres();
  const template = await createTestDatabase(postgres.url);
  const folder = await newDatabase('sqlite', 'nothing');
  const copy = async () => {
    const databaseUrl = await createTestDatabase(postgres.url, template);
    const files = await newDatabase('sqlite', 'nothing');
    const drop = async () => {
      await files.drop();
      await dropTestDatabase(postgres.url, databaseUrl);
    };
    return { location: { dataDir: files.location.dataDir, databaseUrl }, drop };
  };
  const drop = async () => {
    await folder.drop();
    await postgres.stop();
  };
  return { location: { dataDir: folder.location.dataDir, databaseUrl: template }, copy, drop };
}

async function defineFields(space: TestSpace): Promise<ReadonlyMap<string, string>> {
  const relation = 'contacts_by_primary_account';
  const definitions: readonly Json[] = [
    { entity_name: 'Contact', name: 'Count', type_id: 'integer' },
    { entity_name: 'Contact', name: 'Code', type_id: 'input', is_unique: true },
    { entity_name: 'Contact', name: 'Number', type_id: 'sequence', sequence_pattern: 'C-{00001}' },
    { entity_name: 'Contact', name: 'Scaled', type_id: 'integer', calc_formula: '#cf_count * 2' },
    { entity_name: 'Account', name: 'People', type_id: 'rollup', rollup: { relation, function: 'COUNT' } },
    {
      ...{ entity_name: 'Account', name: 'Total', type_id: 'rollup' },
      rollup: { relation, function: 'SUM', field: 'cf_count' },
    },
  ];
  const ids = new Map<string, string>();
  for (const definition of definitions) {
    const { api_name, id } = await space.create('Fields', definition);
    ids.set(String(api_name), id);
  }
  return ids;
}
