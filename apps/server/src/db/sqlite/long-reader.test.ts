import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CallerGone } from '../caller-gone.js';
import { LongReader } from './long-reader.js';
import { SqliteConnection } from './sqlite-connection.js';

let folder: string;
let reader: LongReader;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-long-reader-'));
  const connection = await SqliteConnection.open(join(folder, 'test.sqlite'), ['journal_mode = WAL']);
  reader = new LongReader(connection, 1_000_000, 10_000);
});

afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

const numbers = (to: number) => ({
  text: `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?1) SELECT count(*) AS n FROM c`,
  values: [to],
});

it('does not begin a read whose caller has gone while it waited', async () => {
  const gone = new CallerGone();
  const first = reader.read(numbers(1_000_000), {});
  const second = reader.read(numbers(Number.MAX_SAFE_INTEGER), { ms: 600_000, gone });
  gone.abort();
  await expect(second).rejects.toThrow('The caller has gone.');
  expect(await first).toEqual([{ n: 1_000_000 }]);
});

it('counts the time in which a read has waited', async () => {
  const first = reader.read(numbers(1_000_000), {});
  const second = reader.read(numbers(1), { ms: 1 });
  await expect(second).rejects.toThrow('The database took too long.');
  expect(await first).toEqual([{ n: 1_000_000 }]);
});
