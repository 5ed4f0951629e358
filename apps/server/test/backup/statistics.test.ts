/** PostgreSQL knows how much is in tables that an import or a restore has just filled, before it looks by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshStatistics } from '../../src/db/refresh-statistics.js';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { readConfig } from '../../src/main/config.js';
import { openDeps } from '../../src/main/open-deps.js';
import { headwater } from '../cli/headwater.js';
import { header, ImportFixture } from '../cli/import-fixture.js';
import { Folders, newTarget, type Target } from './backup-fixture.js';

const folders = new Folders();
let from: ImportFixture;
let target: Target;
let deps: ServerDeps;

beforeAll(async () => {
  from = await ImportFixture.open('postgres');
  target = await newTarget('postgres');
  deps = await target.open();
});
afterAll(async () => {
  await deps?.db.close();
  await target?.drop();
  await from?.place.drop();
  folders.remove();
});

/** @returns how many rows the database takes a table to have; -1: it never looked */
async function known({ db }: ServerDeps, table: string): Promise<number> {
  const { rows } = await db.knex.raw('SELECT reltuples FROM pg_class WHERE oid = ?::regclass', [table]);
  return Number(rows[0].reltuples);
}

it('after an import and after a restore', async () => {
  const { id, view } = await from.newSpace();
  const lines = Array.from({ length: 20 }, (_, index) => `Kestrel ${index},Leeds,1.2.2020,Retail\n`);
  expect(await from.importAccounts(id, `${header}${lines.join('')}`)).toMatchObject({ code: 0 });
  await view.close();
  const backup = folders.next();
  expect(await from.run(['backup', backup, '--space', id])).toMatchObject({ code: 0 });
  const imported = await openDeps(readConfig(from.place.env));
  expect(await known(imported, 'accounts')).toBe(20);
  expect(await known(imported, 'tasks')).toBe(-1);
  await imported.db.close();

  expect(await known(deps, 'accounts')).toBe(-1);
  expect(await headwater(['restore', backup], target)).toMatchObject({ code: 0 });
  expect(await known(deps, 'accounts')).toBe(20);
});

it('passes over a table that it cannot look at', async () => {
  await deps.db.knex.raw('CREATE TABLE looked_at AS SELECT generate_series(1, 7) AS n');
  await refreshStatistics(deps.db, ['none_of_these', 'looked_at']);
  expect(await known(deps, 'looked_at')).toBe(7);
});
