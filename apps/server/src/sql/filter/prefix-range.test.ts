import { expect, it } from 'vitest';
import { endOfPrefix } from './prefix-range.js';

it.each([
  ['Sm', 'Sn'],
  ['Z', '['],
  ['ä', 'å'],
  ['\u{7f}', '\u{80}'],
  ['a\u{d7ff}', 'a\u{e000}'],
  ['\u{ffff}', '\u{10000}'],
  ['a\u{10ffff}\u{10ffff}', 'b'],
  ['😀', '😁'],
])('texts that begin with %j end before %j', (prefix, end) => {
  expect(endOfPrefix(prefix)).toBe(end);
});

it.each(['', '\u{10ffff}'])('nothing is behind all texts that begin with %j', (prefix) => {
  expect(endOfPrefix(prefix)).toBeUndefined();
});

it('a prefix may be as long as a filter', () => {
  const long = 'x😀'.repeat(160_000);
  expect(endOfPrefix(`${long}a`) === `${long}b`).toBe(true);
});
