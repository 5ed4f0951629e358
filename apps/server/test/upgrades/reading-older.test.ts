/**
 * Commands that only read change nothing in a database of a version before, nor make one: they say so, and name `headwater migrate`.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/open-database.js';
import { headwater } from '../cli/headwater.js';
import { databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { readSchema } from '../schema/introspect.js';
import { readDatabase, recordedSpace, recordedVersions, runStatements } from './recorded-release.js';

const version = recordedVersions.at(-1) ?? '';
const mayNotMigrate = [
  ['backup', 'no-backup'],
  ['space', 'list'],
  ['key', 'list', '--space', recordedSpace],
  ['schema', 'export', '--space', recordedSpace],
];

describe.each(databases)('on %s', (database) => {
  let stored: TestDatabase;
  let env: Record<string, string>;
  const place = () => (stored.location.databaseUrl === undefined ? 'headwater.sqlite' : ' on 127.0.0.1');

  async function start(): Promise<void> {
    stored = await newDatabase(database, 'nothing');
    const { dataDir, databaseUrl } = stored.location;
    env = { HEADWATER_DATA_DIR: join(dataDir, 'data'), HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL' };
    if (databaseUrl !== undefined) env.HEADWATER_DATABASE_URL = databaseUrl;
  }

  async function examine() {
    const { code, out } = await headwater(['doctor', '--json'], { env });
    const { findings } = JSON.parse(out) as { findings: Record<string, string>[] };
    return { code, problems: findings.filter(({ state }) => state === 'problem') };
  }

  describe('a database of a version before', () => {
    /** All that a migration changes. */
    async function state() {
      const { dataDir, databaseUrl: url } = stored.location;
      const db = await openDatabase(url === undefined ? { dataDir } : { url }, testConfig.databaseSettings);
      const migrations = await db.knex('knex_migrations').orderBy('id').select('name');
      const settings = await db.knex('settings').orderBy('name').select('*');
      const tables = await readSchema(db);
      await db.close();
      return { migrations, settings, tables };
    }

    beforeAll(async () => {
      await start();
      const { dataDir, databaseUrl } = stored.location;
      env.HEADWATER_DATA_DIR = dataDir;
      const content = readDatabase(version, database);
      if (databaseUrl === undefined) writeFileSync(join(dataDir, 'headwater.sqlite'), content);
      else await runStatements(databaseUrl, content.toString());
    });
    afterAll(() => stored.drop());

    it('is not migrated by what only reads', async () => {
      const before = await state();
      const { code, problems } = await examine();
      expect([code, problems.map(({ check }) => check)]).toEqual([1, ['database']]);
      expect(problems[0]?.finding).toContain('the tables are older than version');
      expect(problems[0]?.finding).toContain(place());
      expect(problems[0]?.remedy).toContain('run headwater migrate');
      for (const command of mayNotMigrate) {
        const said = await headwater(command, { env });
        expect(said, command.join(' ')).toMatchObject({ code: 1, out: '' });
        expect(said.error).toMatch(/^The tables are older than version .*: run headwater migrate.*\.\n$/);
      }
      expect(existsSync('no-backup')).toBe(false);
      expect(await state()).toEqual(before);
    });

    it('is read once it is migrated', async () => {
      expect(await headwater(['migrate'], { env })).toMatchObject({ code: 0 });
      expect(await headwater(['space', 'list'], { env })).toMatchObject({
        code: 0,
        out: expect.stringContaining(recordedSpace),
      });
      const migrated = await state();
      const said = await headwater(['doctor'], { env });
      expect(said.out).toMatch(new RegExp(`answers and takes writes: .*${place()}`));
      expect(said.out).not.toContain('are older');
      // Indexes and foreign keys are as in a new one, too.
      expect(said.out).toContain('tables: as this version needs them');
      expect(await state()).toEqual(migrated);
    });
  });

  it('makes no database where there is none', async () => {
    await start();
    const { code, problems } = await examine();
    expect([code, problems.map(({ check }) => check)]).toEqual([1, ['database']]);
    expect(problems[0]?.finding).toContain('there is no database of Headwater');
    expect(problems[0]?.remedy).toContain('headwater migrate');
    for (const command of mayNotMigrate) {
      const said = await headwater(command, { env });
      expect(said, command.join(' ')).toMatchObject({ code: 1, out: '' });
      expect(said.error).toContain('headwater migrate makes a new one');
    }
    expect(existsSync(env.HEADWATER_DATA_DIR ?? '')).toBe(false);
    const { databaseUrl: url } = stored.location;
    if (url !== undefined) {
      const db = await openDatabase({ url }, testConfig.databaseSettings);
      expect(await db.knex.schema.hasTable('knex_migrations_lock')).toBe(false);
      await db.close();
    }
    await stored.drop();
  });
});

it('names hosts and database, and no password', async () => {
  const url = 'postgres://u:hush@127.0.0.1:1,127.0.0.1:2/crm';
  const { code, out } = await headwater(['doctor'], { env: { HEADWATER_DATABASE_URL: url } });
  expect(code).toBe(1);
  expect(out).toContain('(crm on 127.0.0.1:1, 127.0.0.1:2)');
  expect(out).not.toContain('hush');
});
