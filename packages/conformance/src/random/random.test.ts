/** A seed repeats its choices, and choices keep within their bounds. */
import { expect, it } from 'vitest';
import { Random } from './random.js';
import { randomNullableText, randomText } from './random-text.js';

const numbers = (seed: string) => {
  const random = new Random(seed);
  return Array.from({ length: 20 }, () => random.integer(0, 1000));
};

it('repeats its choices for the same seed and makes others for another', () => {
  expect(numbers('a')).toEqual(numbers('a'));
  expect(numbers('a')).not.toEqual(numbers('b'));
  expect(new Set(numbers('a')).size).toBeGreaterThan(10);
});

it('reaches both bounds and nothing beyond', () => {
  const random = new Random('bounds');
  const drawn = new Set(Array.from({ length: 200 }, () => random.integer(3, 5)));
  expect([...drawn].sort()).toEqual([3, 4, 5]);
});

it('shuffles into another order of the same items', () => {
  const items = Array.from({ length: 30 }, (_, index) => index);
  const shuffled = new Random('shuffle').shuffle(items);
  expect(shuffled).not.toEqual(items);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
});

it('rejects picking from nothing', () => {
  expect(() => new Random('none').pick([])).toThrow(RangeError);
});

it('makes texts of several kinds', () => {
  const random = new Random('texts');
  const texts = Array.from({ length: 300 }, () => randomNullableText(random));
  expect(texts).toContain(null);
  expect(texts).toContain('');
  expect(texts.some((text) => text?.includes('%'))).toBe(true);
  expect(texts.some((text) => /[^\p{ASCII}]/u.test(text ?? ''))).toBe(true);
  expect(randomText(random, 1)).not.toBe('');
});
