import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { readInTime } from './bounded-reads.js';
import { tookTooLong, waitedTooLong } from './translate-error.js';

const statement = { text: 'SELECT 1', values: [] };
const rejection = () => new Error('ask for less');

it('says the same whether it notices itself that time is over or the database does', async () => {
  const silent = { read: () => new Promise<never>(() => {}) };
  await expect(readInTime(silent, statement, { ms: 1 }, rejection)).rejects.toThrow('ask for less');
  const early = { read: () => sleep(90).then(() => Promise.reject(tookTooLong())) };
  await expect(readInTime(early, statement, { ms: 100 }, rejection)).rejects.toThrow('ask for less');
});

it('leaves other errors as they are', async () => {
  const stricter = { read: () => Promise.reject(tookTooLong()) };
  await expect(readInTime(stricter, statement, { ms: 60_000 }, rejection)).rejects.toThrow(
    'The database took too long',
  );
  const overloaded = { read: () => Promise.reject(waitedTooLong()) };
  await expect(readInTime(overloaded, statement, { ms: 60_000 }, rejection)).rejects.toThrow('Too many requests wait');
  const rejected = { read: () => Promise.reject(new ApiError('ERROR_PARAMETER_INVALID', 'too long')) };
  await expect(readInTime(rejected, statement, { ms: 60_000 }, rejection)).rejects.toThrow('too long');
});
