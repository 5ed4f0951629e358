/** Waiting for what comes by itself. */
import { expect, it } from 'vitest';
import { Arrivals } from './arrivals.js';

const never = new AbortController().signal;

it('waits until what has come is enough', async () => {
  const arrivals = new Arrivals<number>({ timeoutMs: 5_000, stop: never });
  const waiting = arrivals.until((items) => items.includes(2), 'the second');
  for (const item of [1, 2, 3]) arrivals.add(item);
  expect(await waiting).toEqual([1, 2, 3]);
  expect(await arrivals.until(({ length }) => length === 3, 'all')).toEqual([1, 2, 3]);
});

it('says what has not come in time', async () => {
  const arrivals = new Arrivals<number>({ timeoutMs: 20, stop: never });
  arrivals.add(1);
  await expect(arrivals.until(({ length }) => length > 1, 'the second')).rejects.toThrow(
    'the second should come within 20 ms; 1 came',
  );
});

it('waits no longer when the run is stopped', async () => {
  const stopping = new AbortController();
  const waiting = new Arrivals({ timeoutMs: 60_000, stop: stopping.signal }).until(() => false, 'nothing');
  stopping.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});
