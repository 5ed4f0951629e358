/** Statements that would never end are ended, on both databases, and nothing that shares a connection with them suffers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Database } from '../src/db/database.js';
import { TimedDatabase } from '../src/db/timed-database.js';
import { ApiError } from '../src/errors/api-error.js';
import { onDatabaseInTurn } from './fixture.js';

const endless = {
  text: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n > 0) SELECT max(n % 7) AS n FROM c',
  values: [],
};
/** Takes some tenths of a second. */
const slow = {
  text: `SELECT count(*) AS n FROM (${endless.text.replace('n > 0', 'n < 1000000')}) s`,
  values: [],
};
const quick = { text: 'SELECT 1 AS one', values: [] };
const unavailable = { errorName: 'ERROR_UNAVAILABLE' };

onDatabaseInTurn((running, database) => {
  const db = () => running.server.deps.db;

  /** Waits until no statement like the endless one is running anywhere. */
  async function nothingRuns(): Promise<void> {
    if (database === 'sqlite') {
      // Readers share the work: so many answers come only when none of them is busy with something endless.
      await Promise.all([1, 2, 3, 4, 5, 6].map(() => db().read(quick)));
      return;
    }
    const running = db().knex('pg_stat_activity').where('query', 'like', 'WITH RECURSIVE c(n)%');
    await vi.waitFor(async () => expect(await running.clone().where('state', 'active')).toEqual([]), 20_000);
  }

  it('ends a read after its time', async () => {
    const start = performance.now();
    await expect(db().read(endless, { ms: 200 })).rejects.toMatchObject(unavailable);
    const took = performance.now() - start;
    expect(took).toBeGreaterThan(190);
    await nothingRuns();
  });

  it('goes on with those who were waiting behind it', async () => {
    const reads = Array.from({ length: 6 }, () =>
      db()
        .read(endless, { ms: 150 })
        .catch((error: unknown) => error),
    );
    const others = Array.from({ length: 12 }, () => db().read(quick));
    for (const rows of await Promise.all(others)) expect(rows).toEqual([{ one: 1 }]);
    for (const error of await Promise.all(reads)) expect(error).toBeInstanceOf(ApiError);
    await nothingRuns();
  });

  it('answers those that were running in its way', async () => {
    const others = Array.from({ length: 6 }, () => db().read(slow));
    // So that they are first on the connections that they share.
    await sleep(50);
    const reads = Array.from({ length: 3 }, () =>
      db()
        .read(endless, { ms: 50 })
        .catch((error: unknown) => error),
    );
    for (const rows of await Promise.all(others)) expect(rows).toEqual([{ n: 1 }]);
    for (const error of await Promise.all(reads)) expect(error).toBeInstanceOf(ApiError);
  });

  it('leaves a connection to the reads of other spaces', async () => {
    const ofSpace = (space: string) => ({
      text: `${endless.text} WHERE ${db().dialect.placeholder(1)} <> ''`,
      values: [space],
    });
    const reads = Array.from({ length: 30 }, () =>
      db()
        .read(ofSpace('a'), { ms: 2_000 })
        .catch(() => 'ended'),
    );
    const first = await Promise.race([
      ...reads,
      db().read({ ...ofSpace('b'), text: `SELECT ${db().dialect.placeholder(1)} AS space` }),
    ]);
    expect(first).toEqual([{ space: 'b' }]);
    await Promise.all(reads);
    await nothingRuns();
  });

  it('runs four reads of one piece of work at the same time', async () => {
    let [running, most] = [0, 0];
    const read: Database['read'] = async (statement, limits) => {
      most = Math.max(most, ++running);
      return db()
        .read(statement, limits)
        .finally(() => running--);
    };
    const timed = new TimedDatabase(Object.assign(Object.create(db()), { read }), 30_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => timed.read(quick)));
    expect(answers).toEqual(answers.map(() => [{ one: 1 }]));
    expect([running, most]).toEqual([0, 4]);
  });

  it('takes back a write of which a statement has had its time', async () => {
    const ofSpace = `"space_id" = ${db().dialect.placeholder(1)}`;
    const values = [running.space.id];
    const named = () => db().read({ text: `SELECT "name" FROM "spaces" WHERE ${ofSpace}`, values });
    const before = await named();
    expect(before).toHaveLength(1);
    const work = db().write(
      async (transaction) => {
        await transaction.run({ text: `UPDATE "spaces" SET "name" = 'changed' WHERE ${ofSpace}`, values });
        await transaction.run(endless);
      },
      { limitMs: 200 },
    );
    await expect(work).rejects.toMatchObject(unavailable);
    expect(await named()).toEqual(before);
    await nothingRuns();
    expect(await db().write((transaction) => transaction.run(quick))).toEqual([{ one: 1 }]);
  });

  it('leaves a connection to others with the time that they have', async () => {
    // On a busy machine some do not make it in time; what counts is what they leave behind.
    await Promise.allSettled(Array.from({ length: 20 }, () => db().read(quick, { ms: 100 })));
    for (const rows of await Promise.all([1, 2, 3].map(() => db().read(slow)))) {
      expect(rows).toEqual([{ n: 1 }]);
    }
  });

  it('bounds all that one piece of work asks', async () => {
    const timed = new TimedDatabase(db(), 900);
    expect(await timed.read(quick)).toEqual([{ one: 1 }]);
    timed.checkTime();
    const message = 'This was stopped, as it takes longer than 0.9 seconds. Ask for less at once.';
    await expect(timed.read(endless)).rejects.toThrow(message);
    await expect(timed.read(quick)).rejects.toThrow(message);
    expect(() => timed.checkTime()).toThrow(message);
    await expect(timed.write((transaction) => transaction.run(quick))).rejects.toThrow(message);
    expect(timed.waitedMs).toBeGreaterThan(800);
    await nothingRuns();
  });

  it('counts what is asked side by side once', async () => {
    const timed = new TimedDatabase(db(), 10_000);
    const start = performance.now();
    await Promise.all([1, 2, 3, 4].map(() => timed.read(quick)));
    expect(timed.waitedMs).toBeGreaterThan(0);
    expect(timed.waitedMs).toBeLessThanOrEqual(performance.now() - start);
  });
});
