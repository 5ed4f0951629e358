import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Statement } from '../sql/binder.js';
import { ChangeLog } from './change-log.js';
import { CollectionSums } from './collection-sums.js';
import type { Row, Transaction } from './database.js';
import type { QueueTransaction } from './shared-transaction.js';
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

describe('one that is tried', () => {
  /** Three writes at once, of which the second is tried. */
  const trySecond = (second: (transaction: Transaction) => Promise<unknown>) =>
    Promise.allSettled([0, 1, 2].map((a) => (a === 1 ? queue.tryOut(second) : queue.write((own) => insert(own, a)))));

  it('goes by itself, sees what was committed before, and is undone', async () => {
    const [, tried] = await trySecond(async (own) => {
      await insert(own, 1);
      return (await count(own))[0]?.n;
    });
    expect(tried).toEqual({ status: 'fulfilled', value: 2 });
    expect(await stored()).toEqual([0, 2]);
    expect([times('BEGIN IMMEDIATE'), times('COMMIT'), times('ROLLBACK')]).toEqual([3, 2, 1]);
  });

  it('fails by what it has only added', async () => {
    const [first, tried, last] = await trySecond(async (own) =>
      own.add({ text: 'INSERT INTO t VALUES (?1)', values: [0] }),
    );
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT' } });
    expect(await stored()).toEqual([0, 2]);
  });
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

describe('when the last rows of one come with the first of the next', () => {
  /** Sends what was run last ahead of the next statement, as on PostgreSQL. */
  class LaterTransaction implements QueueTransaction {
    readonly sums = new CollectionSums();
    readonly log = new ChangeLog();
    private waiting: { readonly statement: Statement; succeed(rows: Row[]): void; fail(error: unknown): void }[] = [];

    constructor(private readonly inner: SqliteTransaction) {}

    async run(statement: Statement): Promise<Row[]> {
      await this.flush();
      return this.inner.run(statement);
    }

    add(statement: Statement): void {
      this.inner.add(statement);
    }

    runLast(statement: Statement): Promise<Row[]> {
      return new Promise((succeed, fail) => this.waiting.push({ statement, succeed, fail }));
    }

    async flush(): Promise<void> {
      for (const { statement, succeed, fail } of this.waiting.splice(0)) {
        await this.inner.run(statement).then(succeed, (error: unknown) => {
          fail(error);
          throw error;
        });
      }
    }

    async commit(): Promise<void> {
      await this.inner.commit();
    }

    async undo(): Promise<void> {
      await this.inner.undo();
    }

    async rollBack(cause: unknown): Promise<void> {
      for (const { fail } of this.waiting.splice(0)) fail(cause);
      await this.inner.rollBack();
    }
  }

  beforeEach(() => {
    const run = (statement: Statement, limitMs?: number) => {
      said.push(statement.text);
      return writer.run(statement, limitMs);
    };
    queue = new WriteQueue({ begin: async () => new LaterTransaction(await SqliteTransaction.begin(run)) });
  });

  const all: Statement = { text: 'SELECT a FROM t ORDER BY a', values: [] };
  const insertAndRead = async (own: Transaction, a: number) => {
    await insert(own, a);
    return (await own.runLast!(all)).map((row) => row.a);
  };

  it('shows each what those before it have done', async () => {
    const seen = await Promise.all([0, 1, 2].map((a) => queue.write((own) => insertAndRead(own, a))));
    expect(seen).toEqual([[0], [0, 1], [0, 1, 2]]);
    expect(times('COMMIT')).toBe(1);
  });

  it('runs those again that wait for rows when the next one fails', async () => {
    const write = (a: number) => (own: Transaction) => {
      own.add({ text: 'INSERT INTO t VALUES (?1)', values: [a] });
      if (a === 1) throw new Error('no');
      return own.runLast!(all);
    };
    const outcomes = await Promise.allSettled([0, 1, 2].map((a) => queue.write(async (own) => write(a)(own))));
    expect(statusesOf(outcomes)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([0, 2]);
  });

  it('undoes what one has changed that fails by its last rows, and nothing else', async () => {
    const outcomes = await Promise.allSettled(
      [0, 1, 2].map((a) =>
        queue.write(async (own) => {
          await insertAndRead(own, a);
          if (a === 1) throw new Error('no');
        }),
      ),
    );
    expect(statusesOf(outcomes)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([0, 2]);
  });
});

it('goes on after a transaction that could not begin', async () => {
  await reader.run({ text: 'BEGIN IMMEDIATE', values: [] });
  await expect(queue.write((own) => insert(own, 1))).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await reader.run({ text: 'COMMIT', values: [] });
  await queue.write((own) => insert(own, 2));
  expect(await stored()).toEqual([2]);
});
