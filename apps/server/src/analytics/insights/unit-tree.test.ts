import { describe, expect, it } from 'vitest';
import { addUp, type TreeUnit, unitsBelow } from './unit-tree.js';

const unit = (id: string, parent: string | null): TreeUnit => ({ id, parent });

/** Sums are the ids of the units that were added up; an addition of one thing twice shows. */
async function listBelow(units: readonly TreeUnit[]): Promise<Record<string, string[]>> {
  const adding = { own: (id: string) => [id], add: (sum: string[], other: string[]) => void sum.push(...other) };
  const sums = await addUp(units, adding, async () => {});
  return Object.fromEntries([...sums].map(([id, sum]) => [id, sum.toSorted()]));
}

const tree = [unit('a', null), unit('b', 'a'), unit('c', 'b'), unit('d', 'a'), unit('e', 'not given')];
const circle = [unit('f', 'd'), unit('a', 'c'), unit('b', 'a'), unit('c', 'b'), unit('d', 'b'), unit('g', 'g')];

/** The parent of each is the one before. */
const chain = Array.from({ length: 3_000 }, (_, index) => unit(`u${index}`, index === 0 ? null : `u${index - 1}`));

describe('addUp', () => {
  it('adds all that lies below to each unit', async () => {
    const wanted = { a: ['a', 'b', 'c', 'd'], b: ['b', 'c'], c: ['c'], d: ['d'], e: ['e'] };
    expect(await listBelow(tree)).toEqual(wanted);
    expect(await listBelow(tree.toReversed())).toEqual(wanted);
  });

  it('adds each once where units go round in a circle', async () => {
    const all = ['a', 'b', 'c', 'd', 'f'];
    const wanted = { a: all, b: all, c: all, d: ['d', 'f'], f: ['f'], g: ['g'] };
    expect(await listBelow(circle)).toEqual(wanted);
    expect(await listBelow(circle.toReversed())).toEqual(wanted);
  });

  it.each([
    ['a chain', chain],
    ['a circle', chain.map(({ id, parent }) => unit(id, parent ?? 'u2999'))],
  ])('adds no more than once for each unit of %s, with a pause between', async (_, units) => {
    let [additions, since, longest] = [0, 0, 0];
    const step = () => {
      longest = Math.max(longest, ++since);
    };
    const adding = {
      own: () => {
        step();
        return { units: 1 };
      },
      add: (sum: { units: number }, other: { units: number }) => {
        step();
        additions++;
        sum.units += other.units;
      },
    };
    const sums = await addUp(units, adding, async () => {
      since = 0;
    });
    expect(sums.get('u0')).toEqual({ units: 3_000 });
    expect(additions).toBe(2_999);
    expect(longest).toBe(1);
  });
});

describe('unitsBelow', () => {
  it.each([
    [['a'], ['a', 'b', 'c', 'd']],
    [['b'], ['b', 'c']],
    [
      ['d', 'b', 'c'],
      ['b', 'c', 'd'],
    ],
    [['e'], ['e']],
    [[], []],
  ])('%j and what lies below', async (ids, units) => {
    expect([...(await unitsBelow(tree, ids, async () => {}))].sort()).toEqual(units);
  });

  it('ends where units go round in a circle', async () => {
    expect([...(await unitsBelow(circle, ['b'], async () => {}))].sort()).toEqual(['a', 'b', 'c', 'd', 'f']);
  });

  it('pauses at each unit', async () => {
    let pauses = 0;
    await unitsBelow(chain, ['u0'], async () => void pauses++);
    expect(pauses).toBe(3_000);
  });
});
