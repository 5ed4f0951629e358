import { describe, expect, it } from 'vitest';
import { ascending, median, percentile } from './percentile.js';

describe('percentile', () => {
  it.each([
    [50, 5],
    [99, 10],
    [100, 10],
    [10, 1],
    [11, 2],
    [0, 1],
  ])('%i of the numbers 1 to 10 is %i', (percent, value) => {
    expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], percent)).toBe(value);
  });

  it('rejects an empty list', () => {
    expect(() => percentile([], 50)).toThrow(RangeError);
  });
});

describe('median', () => {
  it.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 1, 2, 3, 4], 3.5],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });
});

it('sorts numbers as numbers and leaves the given list alone', () => {
  const values = [10, 9, 100];
  expect(ascending(values)).toEqual([9, 10, 100]);
  expect(values).toEqual([10, 9, 100]);
});
