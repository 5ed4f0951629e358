import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallerGone } from '../caller-gone.js';
import { SqliteConnection } from './sqlite-connection.js';

let folder: string;
let connection: SqliteConnection;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-connection-'));
  connection = await SqliteConnection.open(join(folder, 'test.sqlite'), ['journal_mode = WAL']);
});

afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});

const run = (text: string, ...values: unknown[]) => connection.run({ text, values });

it('answers the rows of a statement, prepared or not', async () => {
  expect(await run('SELECT ?1 AS one', 'a')).toEqual([{ one: 'a' }]);
  expect(await run('SELECT ?1 AS one', 'b')).toEqual([{ one: 'b' }]);
});

it('rejects a text that cannot be prepared, each time and to all who wait for it', async () => {
  const rejected = await Promise.allSettled([run('SELECT * FROM nope'), run('SELECT * FROM nope')]);
  expect(rejected.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(run('SELECT * FROM nope')).rejects.toThrow('no such table: nope');
  expect(connection.pending).toBe(0);
});

it('prepares again what could not be prepared, as another process may have made the table', async () => {
  await expect(run('SELECT * FROM t')).rejects.toThrow('no such table: t');
  await run('CREATE TABLE t (a INTEGER PRIMARY KEY)');
  expect(await run('SELECT * FROM t')).toEqual([]);
});

it('goes on after a statement that failed', async () => {
  await run('CREATE TABLE t (a INTEGER PRIMARY KEY)');
  await run('INSERT INTO t VALUES (?1)', 1);
  await expect(run('INSERT INTO t VALUES (?1)', 1)).rejects.toThrow('UNIQUE');
  expect(await run('SELECT count(*) AS n FROM t')).toEqual([{ n: 1 }]);
  expect(connection.pending).toBe(0);
});

it('gives up statements while another one runs, and does not wait for that one', async () => {
  // More text in three than all statements that stay prepared may have.
  const long = (letter: string) => run(`SELECT 1 AS one /* ${letter.repeat(400_000)} */`);
  await Promise.all([long('a'), long('b')]);
  const counting =
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 50000000) SELECT max(n) FROM c';
  const gone = new CallerGone();
  const counted = connection.run({ text: counting, values: [] }, 60_000, gone);
  const ended = expect(counted).rejects.toThrow('SQLITE_INTERRUPT');
  await sleep(50);
  const other = long('c');
  gone.abort();
  await ended;
  expect(await other).toEqual([{ one: 1 }]);
});

it('ends what runs when it is closed, whatever time that was given, and runs nothing later', async () => {
  const closed = await SqliteConnection.open(join(folder, 'test.sqlite'), []);
  const endless = {
    text: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c',
    values: [],
  };
  const ended = [closed.run(endless), closed.run(endless, 600_000), closed.runByRows(endless, () => {}, 600_000)].map(
    (running) => running.catch((error: Error) => error.message),
  );
  await sleep(50);
  await closed.close();
  expect(new Set(await Promise.all(ended))).toEqual(new Set(['The server is stopping. Try again later.']));
  await expect(closed.run(endless)).rejects.toThrow('The server is stopping.');
});
