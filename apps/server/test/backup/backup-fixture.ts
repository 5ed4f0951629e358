/**
 * What tests of backups share: a space with records of each entity type, the environment of commands, and rows as backups have them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { readConfig } from '../../src/main/config.js';
import { openDeps } from '../../src/main/open-deps.js';
import { selectRows } from '../../src/sql/tables/copy-rows.js';
import { spaceTables } from '../../src/sql/tables/space-tables.js';
import { type Installation, newInstallation } from '../cli/installation.js';
import { png, uploaded } from '../documents/samples.js';
import { RecordMaker } from '../every-type/record-maker.js';
import type { DatabaseName, TestServer } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

export const passphrase = 'a passphrase of tests only';

/** @returns what the environment of commands sets to reach the database of a server */
export function envOf({ config }: TestServer): Readonly<Record<string, string>> {
  const { dataDir, databaseUrl } = config;
  return {
    HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL',
    HEADWATER_DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { HEADWATER_DATABASE_URL: databaseUrl }),
  };
}

/** @returns the secret that keys the hashes of keys: with another one they open nothing */
export async function secretOf({ deps }: TestServer): Promise<string> {
  const row = await deps.db.knex('settings').where({ name: 'server_secret' }).first('value');
  return String(row?.value);
}

/** Fills a space: all entity types, custom fields and values, formulas and roll-ups, files, deleted and merged records. */
export async function fillSpace(space: TestSpace): Promise<void> {
  await new RecordMaker(space, buildCatalog(entityTypes)).createEach();
  const relation = 'contacts_by_primary_account';
  for (const definition of [
    { entity_name: 'Contact', name: 'Count', type_id: 'integer' },
    { entity_name: 'Contact', name: 'Share', type_id: 'float' },
    { entity_name: 'Contact', name: 'Code', type_id: 'input', is_unique: true },
    { entity_name: 'Contact', name: 'Number', type_id: 'sequence', sequence_pattern: 'C-{00001}' },
    { entity_name: 'Contact', name: 'Scaled', type_id: 'integer', calc_formula: '#cf_count * 2' },
    {
      entity_name: 'Account',
      name: 'Total',
      type_id: 'rollup',
      rollup: { relation, function: 'SUM', field: 'cf_count' },
    },
  ]) {
    await space.create('Fields', definition);
  }
  const parent = await space.newAccount({ name: 'Ärger & Söhne\u2028"GmbH"' });
  const child = await space.newAccount({ parent_account_id: parent.id });
  for (const index of [1, 2, 3]) {
    await space.newContact({
      ...{ cf_count: index, cf_share: 0.1 * index, cf_code: `code ${index}` },
      ...{ first_name: 'Élodie', account_relations: [{ account_id: child.id, is_primary: true }] },
    });
  }
  await space.newOpportunity({ value: { base_value: 922_337_203_685.4775 } });
  const gone = await space.newContact();
  await space.delete('Contacts', gone.id);
  const other = await space.newAccount();
  await space.send('POST', 'Accounts/merge', { body: { master: { id: parent.id }, secondary_ids: [other.id] } });
  await uploaded(space, 'one.png', png);
  const { id } = await uploaded(space, 'public.png', png);
  await space.update('CloudObjects', id, { is_public: true });
}

/** By table, each row with the values that a backup has. */
export type SpaceRows = Readonly<Record<string, readonly unknown[]>>;

/** @returns the rows, with names of files as they are without the mark of their database */
export async function rowsOf({ db, catalog, files }: ServerDeps, space: string): Promise<SpaceRows> {
  const ownNames = new RegExp(`(${space}/[0-9a-f]{32})${files.owner.mark}`, 'g');
  const all: Record<string, unknown[]> = {};
  for (const table of spaceTables(catalog)) {
    const rows = await db.read(selectRows(db.dialect, space, table, undefined, 1_000_000));
    if (rows.length > 0) all[table.name] = rows.map(({ j }) => JSON.parse(String(j).replaceAll(ownNames, '$1')));
  }
  return all;
}

/** A database and a folder that a space is restored into. */
export interface Target extends Installation {
  open(): Promise<ServerDeps>;
}

export async function newTarget(
  database: DatabaseName,
  settings: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const installation = await newInstallation(database);
  const env = { ...installation.env, ...settings };
  return { ...installation, env, open: () => openDeps(readConfig(env)) };
}

/** A folder that goes away with the tests of a file. */
export class Folders {
  private readonly root = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
  private made = 0;

  /** @returns the path of a folder that is not there yet */
  next(): string {
    return join(this.root, String(++this.made));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
