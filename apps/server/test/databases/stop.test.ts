/** A stop takes seconds, whatever is under way. What it ends is not acknowledged, and nothing of it is stored. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openDeps } from '../../src/main/open-deps.js';
import { databases, keysOf, newDatabase, testConfig } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { ServerProcess } from '../processes/server-process.js';
import { basic } from '../test-space.js';

const numbers = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n > 0)';
const endless = { text: `${numbers} SELECT max(n % 7) AS n FROM c`, values: [] };

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

/** Writes a setting and does something else in the same transaction. @returns the name when it was acknowledged */
function writeSetting(db: Database, name: string, more: readonly (typeof endless)[] = []): Promise<string> {
  const [first, second] = [1, 2].map((position) => db.dialect.placeholder(position));
  return db.write(async (transaction) => {
    await transaction.run({
      text: `INSERT INTO settings (name, value) VALUES (${first}, ${second})`,
      values: [name, 'of a test'],
    });
    for (const statement of more) await transaction.run(statement);
    return name;
  });
}

describe.each(databases)('on %s', (database) => {
  it('a database is closed while statements run that never end, and others wait for them', async () => {
    const stored = await newDatabase(database, 'tables');
    const open = async () => (await openDeps({ ...testConfig, ...stored.location })).db;
    const db = await open();
    const [endlessWrite, ...writes] = [
      writeSetting(db, 'endless', [endless]),
      ...Array.from({ length: 40 }, (_, index) => writeSetting(db, `waiting ${index}`)),
    ];
    const reads = Array.from({ length: 20 }, () => db.read(endless));
    const failed = Promise.allSettled([endlessWrite, ...reads]);
    const written = Promise.allSettled(writes);

    expect(await elapsedMs(db.close())).toBeLessThan(5_000);
    for (const outcome of await failed) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { errorName: 'ERROR_UNAVAILABLE' } });
    }
    await expect(db.read(endless)).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });
    await expect(writeSetting(db, 'late')).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });

    const acknowledged = (await written).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const again = await open();
    const rows = await again.knex('settings').where({ value: 'of a test' }).select<{ name: string }[]>('name');
    await again.close();
    expect(rows.map(({ name }) => name).sort()).toEqual(acknowledged.sort());
    await stored.drop();
  });

  it('a process ends on SIGTERM while requests wait for statements that never end', async () => {
    const stored = await newDatabase(database, 'space');
    const { db } = await openDeps({ ...testConfig, ...stored.location });
    await db.knex.raw('ALTER TABLE "pipelines" RENAME TO "kept_pipelines"');
    await db.knex.raw(
      `CREATE VIEW "pipelines" AS SELECT k.* FROM "kept_pipelines" k CROSS JOIN (${numbers} SELECT n FROM c) e`,
    );
    await db.close();
    const { dataDir, databaseUrl } = stored.location;
    const server = new ServerProcess({
      HEADWATER_DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { HEADWATER_DATABASE_URL: databaseUrl }),
      HEADWATER_REQUEST_TIMEOUT_MS: '600000',
    });
    await server.start();
    const headers = { authorization: basic(keysOf(database).writer) };
    const address = `${server.url}/rest_services/v1/${templateSpace}/Pipelines?filter=NAME::Sales`;
    const requests = Array.from({ length: 12 }, () => fetch(address, { headers }).catch(() => 'cut off'));
    await expect
      .poll(async () => await (await fetch(`${server.url}/metrics`)).text(), { timeout: 10_000 })
      .toMatch(/^headwater_requests_active [1-9]/m);
    const stopping = server.stop();
    const late = setTimeout(() => stopping.kill('SIGKILL'), 30_000);
    expect(await elapsedMs(once(stopping, 'exit'))).toBeLessThan(10_000);
    clearTimeout(late);
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['cut off']));
    await stored.drop();
  });
});
