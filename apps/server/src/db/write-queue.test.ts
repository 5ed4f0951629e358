import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Statement } from '../sql/binder.js';
import type { Transaction } from './database.js';
import { SqliteConnection } from './sqlite/sqlite-connection.js';
import { SqliteTransaction } from './sqlite/sqlite-transaction.js';
import { WriteQueue } from './write-queue.js';

let folder: string;
let writer: SqliteConnection;
let reader: SqliteConnection;
let queue: WriteQueue;
/** Milliseconds, as the queue sees them: how busy the machine is makes no difference. */
let elapsed: number;
/** What was run on the connection of the queue. */
let said: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-queue-'));
  const file = join(folder, 'test.sqlite');
  writer = await SqliteConnection.open(file, ['journal_mode = WAL', 'foreign_keys = ON']);
  reader = await SqliteConnection.open(file, []);
  await writer.execute(
    'CREATE TABLE t (a INTEGER PRIMARY KEY); CREATE TABLE of (a INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)',
  );
  said = [];
  const run = (statement: Statement, limitMs?: number) => {
    said.push(statement.text);
    return writer.run(statement, limitMs);
  };
  elapsed = 0;
  queue = new WriteQueue({ begin: () => SqliteTransaction.begin(run), pauseMs: 1, clock: () => elapsed });
});

afterEach(async () => {
  await Promise.all([writer.close(), reader.close()]);
  rmSync(folder, { recursive: true });
});

const insert = (transaction: Transaction, a: number) =>
  transaction.run({ text: 'INSERT INTO t VALUES (?1)', values: [a] });
const count = (transaction: Transaction) => transaction.run({ text: 'SELECT count(*) AS n FROM t', values: [] });
const stored = async () => (await reader.run({ text: 'SELECT a FROM t ORDER BY a', values: [] })).map(({ a }) => a);
const times = (text: string) => said.filter((one) => one === text).length;

/** Five writes at once, of which the third does something else. */
function fiveWrites(third: (transaction: Transaction) => Promise<unknown>, limitMs?: number) {
  const writes = [0, 1, 2, 3, 4].map((a) => queue.write((own) => (a === 2 ? third(own) : insert(own, a)), limitMs));
  return Promise.allSettled(writes);
}

const statusesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status);
const onlyThirdFailed = ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'];

it('commits together what waits together, and tells nobody before', async () => {
  let called = 0;
  const calledWhenRun: number[] = [];
  const seenWhenCalled: unknown[] = [];
  const writes = [0, 1, 2].map(async (a) => {
    await queue.write(async (own) => {
      await insert(own, a);
      calledWhenRun.push(called);
    });
    called++;
    seenWhenCalled.push(await stored());
  });
  await Promise.all(writes);
  expect(times('COMMIT')).toBe(1);
  expect(calledWhenRun).toEqual([0, 0, 0]);
  expect(seenWhenCalled).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

it('bounds how many go together', async () => {
  await Promise.all(Array.from({ length: 70 }, (_, a) => queue.write((own) => insert(own, a))));
  expect(await stored()).toHaveLength(70);
  expect(times('COMMIT')).toBeGreaterThanOrEqual(3);
});

it('bounds for how long they go together', async () => {
  const writes = [30, 30, 0].map((takes, a) =>
    queue.write(async (own) => {
      await insert(own, a);
      elapsed += takes;
    }),
  );
  await Promise.all(writes);
  expect(times('COMMIT')).toBe(2);
});

describe('when one of them fails', () => {
  it('undoes what it has changed, and nothing else', async () => {
    const outcomes = await fiveWrites(async (own) => {
      await insert(own, 2);
      throw new Error('no');
    });
    expect(statusesOf(outcomes)).toEqual(onlyThirdFailed);
    expect(outcomes[2]).toMatchObject({ reason: { message: 'no' } });
    expect(await stored()).toEqual([0, 1, 3, 4]);
  });

  it('lets it fail beside the others when it has changed nothing', async () => {
    const outcomes = await fiveWrites(async (own) => {
      await count(own);
      throw new Error('no');
    });
    expect(statusesOf(outcomes)).toEqual(onlyThirdFailed);
    expect(await stored()).toEqual([0, 1, 3, 4]);
    expect(said.filter((text) => text.startsWith('INSERT'))).toHaveLength(4);
    expect(times('COMMIT')).toBe(1);
  });

  it('ends the one whose time is up, with which the database undoes all', async () => {
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n) INSERT INTO t SELECT i FROM n';
    const outcomes = await fiveWrites((own) => own.run({ text: endless, values: [] }), 50);
    expect(statusesOf(outcomes)).toEqual(onlyThirdFailed);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_INTERRUPT' } });
    expect(await stored()).toEqual([0, 1, 3, 4]);
  });

  it('fails the one because of which nothing can be committed', async () => {
    const outcomes = await fiveWrites((own) => own.run({ text: 'INSERT INTO of VALUES (99)', values: [] }));
    expect(statusesOf(outcomes)).toEqual(onlyThirdFailed);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT' } });
    expect(await stored()).toEqual([0, 1, 3, 4]);
  });

  it('fails one that goes on after a statement that failed', async () => {
    const outcomes = await fiveWrites(async (own) => {
      await insert(own, 0).catch(() => {});
      await insert(own, 2);
    });
    expect(statusesOf(outcomes)).toEqual(onlyThirdFailed);
    expect(await stored()).toEqual([0, 1, 3, 4]);
  });

  it('does not let it see what is undone', async () => {
    const seen: unknown[] = [];
    await fiveWrites(async (own) => {
      seen.push((await count(own))[0]?.n);
      await insert(own, 0);
    });
    expect(seen).toEqual([2, 2]);
    expect(await stored()).toEqual([0, 1, 3, 4]);
  });
});

it('goes on after a transaction that could not begin', async () => {
  await reader.run({ text: 'BEGIN IMMEDIATE', values: [] });
  await expect(queue.write((own) => insert(own, 1))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await reader.run({ text: 'COMMIT', values: [] });
  await queue.write((own) => insert(own, 2));
  expect(await stored()).toEqual([2]);
});
