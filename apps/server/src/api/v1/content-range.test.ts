import { expect, it } from 'vitest';
import { contentRange } from './content-range.js';

it.each([
  [0, 25, 66, 'items 0-24/66'],
  [40, 26, 66, 'items 40-65/66'],
  [0, 0, 0, 'items 0--1/0'],
  [100, 0, 66, 'items 100-99/66'],
])('from %i, %i of %i', (first, count, total, text) => {
  expect(contentRange(first, count, total)).toBe(text);
});
