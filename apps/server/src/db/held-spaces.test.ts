import { expect, it } from 'vitest';
import { sqlite } from '../sql/dialects/dialect.js';
import { HeldSpaces } from './held-spaces.js';

it('writes the last revision of each space that has one more, once', () => {
  const spaces = new HeldSpaces();
  for (const space of ['a', 'b', 'c']) spaces.hold(space, { revision: 7, metadataRevision: 1 });
  expect([spaces.raise('a'), spaces.raise('a'), spaces.raise('b')]).toEqual([8, 9, 8]);
  expect(spaces.take(sqlite).map(({ values }) => values)).toEqual([
    ['a', 9],
    ['b', 8],
  ]);
  expect(spaces.take(sqlite)).toEqual([]);
  expect(spaces.raise('a')).toBe(10);
  expect(spaces.take(sqlite).map(({ values }) => values)).toEqual([['a', 10]]);
});

it('raises no revision of a space that is not known', () => {
  expect(() => new HeldSpaces().raise('a')).toThrow('"a"');
});
