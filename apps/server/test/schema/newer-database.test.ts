/** A server that is older than its database says so and leaves it as it is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/db/open-database.js';
import { storedSetting, storeSetting } from '../../src/db/settings.js';
import { headwater } from '../cli/headwater.js';
import { databases, newDatabase, testConfig } from '../fixture.js';

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
const remedy = 'Start that one or a later one; the way back is a backup that this version has made.';

describe.each(databases)('on %s', (database) => {
  async function openSpace() {
    const { location, drop } = await newDatabase(database, 'space');
    const { dataDir, databaseUrl } = location;
    const place = databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
    const db = await openDatabase(place, testConfig.databaseSettings);
    onTestFinished(async () => {
      await db.close();
      await drop();
    });
    const env = { HEADWATER_DATA_DIR: dataDir, ...(databaseUrl && { HEADWATER_DATABASE_URL: databaseUrl }) };
    return { knex: db.knex, run: (...args: string[]) => headwater(args, { env }) };
  }

  it('knows the latest version that has used the database', async () => {
    const { knex, run } = await openSpace();
    for (const earlier of ['0.0.9', `${version}-rc.1`]) {
      await storeSetting(knex, 'server_version', earlier);
      expect(await run('migrate')).toMatchObject({ code: 0 });
      expect(await storedSetting(knex, 'server_version')).toBe(version);
    }
  });

  it.each(['serve', 'migrate', 'doctor'])('%s says which version it was', async (command) => {
    const { knex, run } = await openSpace();
    await storeSetting(knex, 'server_version', '0.10.0');
    const { code, out, error } = await run(command);
    expect(code).toBe(1);
    expect(`${out}${error}`.replace(/\s+/g, ' ')).toContain(
      `A later version of Headwater has used this database: 0.10.0. This is version ${version}. ${remedy}`,
    );
    expect(await storedSetting(knex, 'server_version')).toBe('0.10.0');
  });

  it('says so as well when a version without a number of its own has changed the tables', async () => {
    const { knex, run } = await openSpace();
    await knex('knex_migrations').insert({ name: '999-later', batch: 99, migration_time: new Date() });
    const { code, error } = await run('migrate');
    expect(code).toBe(1);
    expect(error).toContain(
      `A later version of Headwater has used this database. This is version ${version}. ${remedy}`,
    );
  });
});
