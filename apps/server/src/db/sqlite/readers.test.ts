import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Readers } from './readers.js';
import { SqliteConnection } from './sqlite-connection.js';

let folder: string;
let readers: Readers;
/** The reads that have begun, in their order. */
let begun: string[];
/** Ends a read that has begun. */
let ends: Map<string, () => void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-readers-'));
  const open = () => SqliteConnection.open(join(folder, 'test.sqlite'), []);
  readers = new Readers([await open(), await open(), await open()]);
  begun = [];
  ends = new Map();
});

afterEach(async () => {
  await readers.close();
  rmSync(folder, { recursive: true });
});

/** Begins a read that goes on until it is ended. @param name begins with its space */
function read(name: string): Promise<unknown> {
  return readers.use(name.slice(0, 1), async (connection) => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return connection.run({ text: 'SELECT 1 AS n', values: [] });
  });
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await nextTurn();
}

it('leaves one to other spaces', async () => {
  const reads = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(read);
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  await expect.poll(() => begun.at(-1)).toBe('c1');
  for (const name of ['a1', 'a2', 'c1', 'a3', 'a4']) {
    while (!ends.has(name)) await nextTurn();
    await end(name);
  }
  expect(await Promise.all(reads)).toEqual(reads.map(() => [{ n: 1 }]));
});

it('gives spaces their turns one after another', async () => {
  const reads = new Map(['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'b3', 'c1'].map((name) => [name, read(name)]));
  for (let index = 0; index < reads.size; index++) {
    await expect.poll(() => begun.length).toBeGreaterThan(index);
    const name = begun[index] ?? '';
    ends.get(name)?.();
    await reads.get(name);
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3']);
});

it('gives a connection back when a read fails', async () => {
  const failing = Array.from({ length: 9 }, () => readers.use('a', () => Promise.reject(new Error('no'))));
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
  expect(await readers.use('a', (connection) => connection.run({ text: 'SELECT 2 AS n', values: [] }))).toEqual([
    { n: 2 },
  ]);
});
