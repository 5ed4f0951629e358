/** What `return` does to a generator that waits. */
import { expect, it } from 'vitest';
import { ending } from './ending.js';

/** Waits until it is ended. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

async function* oneThenWait(signal: AbortSignal, log: string[]): AsyncGenerator<number, void, void> {
  try {
    yield 1;
    await aborted(signal);
  } finally {
    log.push('cleaned up');
  }
}

it('ends what is waited for, which then gives done', async () => {
  const log: string[] = [];
  const items = ending((signal) => oneThenWait(signal, log));
  expect(await items.next()).toEqual({ value: 1, done: false });
  const waiting = items.next();
  expect(await items.return()).toEqual({ value: undefined, done: true });
  expect(await waiting).toEqual({ value: undefined, done: true });
  expect(log).toEqual(['cleaned up']);
  expect(await items.next()).toEqual({ value: undefined, done: true });
  expect(items[Symbol.asyncIterator]()).toBe(items);
});

it('ends before it has begun, and between two items', async () => {
  const log: string[] = [];
  const unread = ending((signal) => oneThenWait(signal, log));
  expect(await unread.return()).toEqual({ value: undefined, done: true });
  expect(log).toEqual([]);
  for await (const item of ending((signal) => oneThenWait(signal, log))) {
    expect(item).toBe(1);
    break;
  }
  expect(log).toEqual(['cleaned up']);
});

it('throws what the generator throws, and the reason of the signal of the caller', async () => {
  const fails = ending(async function* () {
    yield 1;
    throw new Error('broken');
  });
  await fails.next();
  await expect(fails.next()).rejects.toThrow('broken');
  const over = new AbortController();
  const items = ending((signal) => oneThenWait(signal, []), over.signal);
  await items.next();
  const waiting = items.next();
  over.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
