import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Readers } from './readers.js';
import { SqliteConnection } from './sqlite-connection.js';

let folder: string;
let readers: Readers;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-readers-'));
  const open = () => SqliteConnection.open(join(folder, 'test.sqlite'), []);
  readers = new Readers([await open(), await open(), await open()]);
});

afterEach(async () => {
  await readers.close();
  rmSync(folder, { recursive: true });
});

it('gives a connection back when a read fails', async () => {
  const failing = Array.from({ length: 9 }, () => readers.use('a', {}, () => Promise.reject(new Error('no'))));
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
  expect(await readers.use('a', {}, (connection) => connection.run({ text: 'SELECT 2 AS n', values: [] }))).toEqual([
    { n: 2 },
  ]);
});
