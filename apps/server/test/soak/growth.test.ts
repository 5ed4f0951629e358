/** The verdict over a long run. */
import { expect, it } from 'vitest';
import { growing, lineThrough } from './growth.js';
import type { Sample } from './soaked-server.js';

const megabyte = 1_048_576;

function samples(change: (index: number) => Partial<Sample>): Sample[] {
  const flat = {
    rss: 0,
    external: 0,
    anonymous: 200 * megabyte,
    heapUsed: 80 * megabyte,
    descriptors: 40,
    prepared: 900,
  };
  return Array.from({ length: 20 }, (_, index) => ({ ...flat, ...change(index) }));
}

it('takes what wavers or fills in the first quarter as flat', () => {
  expect(
    growing(samples((index) => ({ heapUsed: (80 + (index % 3)) * megabyte, descriptors: 40 + (index % 5) }))),
  ).toEqual([]);
  expect(growing(samples((index) => ({ heapUsed: Math.min(40 + index * 10, 90) * megabyte })))).toEqual([]);
});

it('names what grows', () => {
  expect(growing(samples((index) => ({ heapUsed: (80 + 2 * index) * megabyte })))).toHaveLength(1);
  expect(growing(samples((index) => ({ anonymous: (200 + 10 * index) * megabyte })))).toHaveLength(1);
  expect(growing(samples((index) => ({ descriptors: 40 + 2 * index })))).toEqual(['descriptors grow from 40 to 78']);
  expect(growing(samples((index) => ({ prepared: 5_000 * index })))).toHaveLength(1);
});

it('lays a line through values', () => {
  const { begin, end } = lineThrough([1, 3, 2, 4]);
  expect(begin).toBeCloseTo(1.3);
  expect(end).toBeCloseTo(3.7);
});
