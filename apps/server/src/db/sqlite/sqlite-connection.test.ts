import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('goes on after a statement that failed', async () => {
  await run('CREATE TABLE t (a INTEGER PRIMARY KEY)');
  await run('INSERT INTO t VALUES (?1)', 1);
  await expect(run('INSERT INTO t VALUES (?1)', 1)).rejects.toThrow('UNIQUE');
  expect(await run('SELECT count(*) AS n FROM t')).toEqual([{ n: 1 }]);
  expect(connection.pending).toBe(0);
});
