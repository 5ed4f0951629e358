import { expect, it } from 'vitest';
import { consistentTotal, contentRange } from './list-collection.js';

it.each([
  [0, 25, 66, 'items 0-24/66'],
  [40, 26, 66, 'items 40-65/66'],
  [0, 0, 0, 'items 0--1/0'],
  [100, 0, 66, 'items 100-99/66'],
])('from %i, %i of %i', (first, count, total, text) => {
  expect(contentRange(first, count, total)).toBe(text);
});

it.each([
  ['a full page in the middle', { limit: 25, offset: 0 }, 25, 66, 66],
  ['the last page', { limit: 25, offset: 50 }, 16, 66, 66],
  ['a full last page', { limit: 25, offset: 50 }, 25, 75, 75],
  ['an empty list', { limit: 25, offset: 0 }, 0, 0, 0],
  ['past the end', { limit: 25, offset: 100 }, 0, 66, 66],
  ['no records wanted', { limit: 0, offset: 5 }, 0, 66, 66],
  ['a record made after the page was read', { limit: 25, offset: 50 }, 16, 67, 66],
  ['the first record, made after the page was read', { limit: 25, offset: 0 }, 0, 1, 0],
  ['records deleted after the page was read', { limit: 25, offset: 50 }, 25, 70, 75],
])('%s', (_, window, found, counted, total) => {
  expect(consistentTotal(window, found, counted)).toBe(total);
});
