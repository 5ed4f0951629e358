import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortWithPauses, Yielder } from './yielder.js';

interface Item {
  readonly key: number;
  readonly place: number;
}

const compare = (one: Item, other: Item) => one.key - other.key;

it('sorts as arrays do, those that are equal included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 7_500 }), fc.integer({ min: 1, max: 5_000 }), async (length, keys) => {
      const items = Array.from({ length }, (_, place) => ({ key: (place * 7_919) % keys, place }));
      expect(await sortWithPauses(items, compare, async () => {})).toEqual(items.toSorted(compare));
    }),
    { numRuns: 40 },
  );
});

describe.each([
  ['falling', (place: number) => -place],
  // Later items go ahead of all earlier ones, or behind them all.
  ['swapped', (place: number) => (place < 10_000 ? place + 10_000 : place)],
  ['rising', (place: number) => place],
])('%s items', (_, keyOf) => {
  const items = Array.from({ length: 20_000 }, (_, place) => ({ key: keyOf(place), place }));

  it('are compared a few thousand times between two pauses', async () => {
    let [since, longest] = [0, 0];
    const counted = (one: Item, other: Item) => {
      longest = Math.max(longest, ++since);
      return compare(one, other);
    };
    await sortWithPauses(items, counted, async () => {
      since = 0;
    });
    // Of such runs sorting finds the order by one comparison of each item with the next.
    expect(longest).toBeLessThanOrEqual(2_000);
  });

  it('are sorted no further than to the pause that rejects', async () => {
    const pausesUntil = async (last: number) => {
      let pauses = 0;
      const sorted = sortWithPauses(items, compare, async () => {
        if (++pauses === last) throw new Error('The time is up.');
      });
      const ended = await Promise.allSettled([sorted]);
      return { pauses, ended: ended.map(({ status }) => status) };
    };
    const { pauses } = await pausesUntil(0);
    expect(pauses).toBeGreaterThan(60);
    for (const last of [1, 19, 20, 40, pauses]) {
      expect(await pausesUntil(last)).toEqual({ pauses: last, ended: ['rejected'] });
    }
  });
});

it('lets others run between steps that are begun at the same time', async () => {
  const yielder = new Yielder();
  const ran: string[] = [];
  const busy = async (name: string) => {
    await yielder.inTurn();
    ran.push(name);
    for (const end = performance.now() + 11; performance.now() < end; );
  };
  setImmediate(() => ran.push('other'));
  await Promise.all(['first', 'second', 'third'].map(busy));
  expect(ran).toEqual(['first', 'other', 'second', 'third']);
});

it('pauses before each item that is asked for', async () => {
  const ran: (number | string)[] = [];
  class Counting extends Yielder {
    override async pause() {
      ran.push('pause');
    }
  }
  const items = new Counting().eachWhenAsked([1, 2, 3], (item) => ran.push(item) && 10 * item);
  const first = items[Symbol.asyncIterator]();
  expect(await first.next()).toEqual({ done: false, value: 10 });
  expect(ran).toEqual(['pause', 1]);
  // Another reader gets all of them.
  const all: number[] = [];
  for await (const item of items) all.push(item);
  expect(all).toEqual([10, 20, 30]);
  expect(await first.next()).toEqual({ done: false, value: 20 });
});
