import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderOfEvaluation } from './derived-plan.js';

const order = (needs: Readonly<Record<string, readonly string[]>>) => orderOfEvaluation(new Map(Object.entries(needs)));

it('puts what is needed first and leaves out what is by itself', () => {
  const needs = {
    'Deal.total': ['Deal.net', 'Deal.tax'],
    'Deal.tax': ['Deal.net', 'Deal.rate'],
    'Account.sum': ['Deal.total'],
  };
  expect(order(needs)).toEqual({ order: ['Deal.tax', 'Deal.total', 'Account.sum'] });
});

it('finds a circle, without what leads to it', () => {
  expect(order({ a: ['b'], b: ['x', 'c'], c: ['d'], d: ['b'] })).toEqual({ circle: ['b', 'c', 'd'] });
  expect(order({ a: ['a'] })).toEqual({ circle: ['a'] });
  expect(order({})).toEqual({ order: [] });
});

it('takes chains that are longer than the stack is deep', () => {
  const names = Array.from({ length: 50_000 }, (_, index) => `f${index}`);
  const chain = new Map(names.map((name, index) => [name, [`f${index + 1}`]]));
  expect(orderOfEvaluation(chain)).toEqual({ order: names.toReversed() });
  chain.set('f49999', ['f0']);
  expect(orderOfEvaluation(chain)).toEqual({ circle: names });
});

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Whether a name can be reached from itself, by following every way. */
function hasCircle(needs: ReadonlyMap<string, readonly string[]>): boolean {
  const reached = new Map(names.map((name) => [name, new Set(needs.get(name) ?? [])]));
  for (const through of names) {
    for (const from of names) {
      if (reached.get(from)!.has(through)) for (const to of reached.get(through)!) reached.get(from)!.add(to);
    }
  }
  return [...needs.keys()].some((name) => reached.get(name)!.has(name));
}

it('agrees with trying all ways', () => {
  const graphs = fc.dictionary(fc.constantFrom(...names), fc.subarray([...names, 'plain']), { maxKeys: 6 });
  let circles = 0;
  fc.assert(
    fc.property(graphs, (graph) => {
      const needs = new Map(Object.entries(graph));
      const found = orderOfEvaluation(needs);
      if ('circle' in found) {
        circles += 1;
        expect(new Set(found.circle).size).toBe(found.circle.length);
        for (const [index, name] of found.circle.entries()) {
          expect(needs.get(name)).toContain(found.circle[(index + 1) % found.circle.length]);
        }
      } else {
        expect(new Set(found.order)).toEqual(new Set(needs.keys()));
        expect(found.order.length).toBe(needs.size);
        const isBehind = (name: string) =>
          needs
            .get(name)!
            .every((needed) => !needs.has(needed) || found.order.indexOf(needed) < found.order.indexOf(name));
        expect(found.order.filter((name) => !isBehind(name))).toEqual([]);
      }
      expect('circle' in found).toBe(hasCircle(needs));
    }),
    { numRuns: 2000 },
  );
  expect(circles).toBeGreaterThan(100);
});
