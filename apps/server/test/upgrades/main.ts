/**
 * `npm run record-release`: lets a released version make and fill a database, and keeps it for the tests of upgrades.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import sqlite3 from 'sqlite3';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { fillSpace } from '../backup/backup-fixture.js';
import type { DatabaseName } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { TestSpace } from '../test-space.js';
import { makeSpace, openRelease, type Release } from './installed-release.js';
import { keepRelease, publicUrl, readRecords, recordedSpace } from './recorded-release.js';

const usage = `Records a released version for the tests of upgrades. Run it once for each release. Options:
  --checkout <folder>  of that version, installed and built; this one when left out
  --help               show this
It needs pg_dump of version 15 or later: apt-get install --no-install-recommends postgresql-client
Exit codes: 0 recorded, 1 failed, 2 wrong usage.`;

/** The oldest that is supported: what it has made can be loaded into all later ones. */
process.env.HEADWATER_TEST_POSTGRES = '15';

function readOptions(): Release | undefined {
  const { values } = parseArgs({
    options: { checkout: { type: 'string', default: '../..' }, help: { type: 'boolean' } },
  });
  if (!values.help) return openRelease(values.checkout, usage);
  console.log(usage);
  return undefined;
}

async function main(): Promise<void> {
  const release = readOptions();
  if (release === undefined) return;
  await record(release, 'sqlite', {}, (dataDir) => packed(join(dataDir, 'headwater.sqlite'), join(dataDir, 'packed')));
  const postgres = await startTestPostgres();
  try {
    const url = await postgres.createDatabase();
    const dump = () =>
      execFileSync('pg_dump', ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', url], {
        maxBuffer: 1e9,
      });
    await record(release, 'postgres', { HEADWATER_DATABASE_URL: url }, dump);
  } finally {
    await postgres.stop();
  }
}

async function record(
  { program, version }: Release,
  database: DatabaseName,
  settings: Readonly<Record<string, string>>,
  dump: (dataDir: string) => Buffer | Promise<Buffer>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-release-'));
  const env = { HEADWATER_DATA_DIR: dataDir, HEADWATER_PUBLIC_URL: publicUrl, ...settings };
  const server = new ServerProcess(env, false, [], program);
  try {
    const authorization = makeSpace(program, env);
    await server.start();
    const space = new TestSpace(server.url ?? '', recordedSpace, authorization, authorization);
    await space.readSeedRecords();
    await fillSpace(space);
    const collections = buildCatalog(entityTypes).entityTypes.map(({ collection }) => collection);
    const records = await readRecords(space, collections);
    await once(server.stop(), 'exit');
    keepRelease(version, database, await dump(dataDir), { authorization, records });
    console.log(`${version} on ${database}: ${Object.keys(records).length} collections`);
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns the content of a SQLite file without what it holds no more */
async function packed(file: string, target: string): Promise<Buffer> {
  await new Promise<void>((done, fail) => {
    const handle = new sqlite3.Database(file);
    handle.run('VACUUM INTO ?', target, (error) => (error ? fail(error) : handle.close(() => done())));
  });
  return readFileSync(target);
}

await main();
