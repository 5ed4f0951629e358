/** Tables are changed while servers read and write them: nobody waits for those who keep the change waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import type { Knex } from 'knex';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.js';
import { openDatabase } from '../../src/db/open-database.js';
import { newDatabase, testConfig } from '../fixture.js';

const catalog = buildCatalog(entityTypes);

/** A change waits for half a second at a time; a busy machine adds to that. */
const waitMs = 1_500;
const table = '"contacts"';

/** @returns the database as a server sees it, and one for others who use it */
async function openSpace() {
  const { location, drop } = await newDatabase('postgres', 'space');
  const place = { url: location.databaseUrl ?? '' };
  const [db, { knex, close }] = [
    await openDatabase(place, testConfig.databaseSettings),
    await openDatabase(place, testConfig.databaseSettings).then((other) => ({
      knex: other.knex,
      close: () => other.close(),
    })),
  ];
  onTestFinished(async () => {
    await close();
    await db.close();
    await drop();
  });
  // As if the catalog had been another one.
  const align = async () => {
    await knex('settings').where({ name: 'record_tables' }).delete();
    await migrate(db, catalog);
  };
  return { knex, align };
}

/** Lets a change of tables wait for a transaction that has done `first`. @returns how long `second` took meanwhile, in milliseconds */
async function longestBeside(knex: Knex, change: () => Promise<unknown>, first: string, second: string) {
  const open = await knex.transaction();
  await open.raw(first);
  const changed = change();
  const times: number[] = [];
  while (times.length < 8) {
    await sleep(250);
    const since = performance.now();
    await knex.raw(second);
    times.push(performance.now() - since);
  }
  await open.commit();
  await changed;
  return Math.max(...times);
}

it('lets others write while an index is made', async () => {
  const { knex, align } = await openSpace();
  await knex.raw('DROP INDEX "contacts_last_name"');
  const write = `UPDATE ${table} SET "position" = 'x' WHERE "space_id" = 'none'`;
  expect(await longestBeside(knex, align, write, write)).toBeLessThan(waitMs);
  expect(await validIndexes(knex)).toContain('contacts_last_name');
});

it('lets others read between its tries to add a column', async () => {
  const { knex, align } = await openSpace();
  await knex.raw(`ALTER TABLE ${table} DROP COLUMN "position" CASCADE`);
  const read = `SELECT count(*) FROM ${table}`;
  expect(await longestBeside(knex, align, read, read)).toBeLessThan(waitMs);
  expect(await knex(table.replaceAll('"', '')).columnInfo()).toHaveProperty('position');
});

it('makes an index again whose making was cut off', async () => {
  const { knex, align } = await openSpace();
  await knex.raw(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"contacts_last_name"'::regclass`);
  await align();
  expect(await validIndexes(knex)).toContain('contacts_last_name');
});

it.each([
  ['before it was checked', 'NOT VALID'],
  ['before it was there', undefined],
])('completes a foreign key whose making was cut off %s', async (_moment, state) => {
  const { knex, align } = await openSpace();
  const alter = `ALTER TABLE ${table}`;
  await knex.raw(`${alter} DROP CONSTRAINT "contacts_owner_id_fkey"`);
  const references = 'FOREIGN KEY ("space_id", "owner_id") REFERENCES "clients" ("space_id", "id")';
  if (state) await knex.raw(`${alter} ADD CONSTRAINT "contacts_owner_id_fkey" ${references} ${state}`);
  await align();
  const { rows } = await knex.raw(
    "SELECT convalidated AS holds FROM pg_constraint WHERE conname = 'contacts_owner_id_fkey'",
  );
  expect(rows).toEqual([{ holds: true }]);
});

async function validIndexes(knex: Knex): Promise<readonly string[]> {
  const { rows } = await knex.raw(
    'SELECT c.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE x.indisvalid',
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
