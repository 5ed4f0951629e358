import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from './sort-in-turns.js';

interface Item {
  readonly key: number;
  readonly place: number;
}

const compare = (one: Item, other: Item) => one.key - other.key;

it('sorts as arrays do, those that are equal included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 7_500 }), fc.integer({ min: 1, max: 5_000 }), async (length, keys) => {
      const items = Array.from({ length }, (_, place) => ({ key: (place * 7_919) % keys, place }));
      expect(await sortInTurns(items, compare, async () => {})).toEqual(items.toSorted(compare));
    }),
    { numRuns: 40 },
  );
});

it('pauses all along, and ends where a pause refuses', async () => {
  const items = Array.from({ length: 20_000 }, (_, place) => ({ key: -place, place }));
  let [since, longest, pauses] = [0, 0, 0];
  const counted = (one: Item, other: Item) => {
    longest = Math.max(longest, ++since);
    return compare(one, other);
  };
  const pause = async () => {
    since = 0;
    pauses += 1;
  };
  await sortInTurns(items, counted, pause);
  expect(pauses).toBeGreaterThan(60);
  expect(longest).toBeLessThan(12_000);
  const refused = sortInTurns(items, compare, () => Promise.reject(new Error('The time is up.')));
  await expect(refused).rejects.toThrow('The time is up.');
});
