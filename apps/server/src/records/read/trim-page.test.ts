import { describe, expect, it } from 'vitest';
import { type PageBounds, trimPage } from './trim-page.js';

const bounds = (more: Partial<PageBounds>): PageBounds => ({
  limit: 2,
  backward: false,
  hasAfter: false,
  hasBefore: false,
  ...more,
});

describe('trimPage', () => {
  it.each<[string, Partial<PageBounds>, string, string, boolean, boolean]>([
    ['fewer than requested', {}, 'a', 'a', false, false],
    ['as many as requested', {}, 'ab', 'ab', false, false],
    ['one more than requested', {}, 'abc', 'ab', false, true],
    ['a later page', { hasAfter: true }, 'ab', 'ab', true, false],
    ['up to a cursor', { hasBefore: true }, 'ab', 'ab', false, true],
    ['the last of the first', { keepLast: 1 }, 'abc', 'b', true, true],
    ['more last than first', { keepLast: 5 }, 'ab', 'ab', false, false],
    ['from the end', { backward: true }, 'ba', 'ab', false, false],
    ['from the end with more ahead', { backward: true }, 'cba', 'bc', true, false],
    ['back from a cursor', { backward: true, hasBefore: true }, 'ba', 'ab', false, true],
    ['back to a cursor', { backward: true, hasAfter: true }, 'ba', 'ab', true, false],
    ['nothing', { hasAfter: true, hasBefore: true }, '', '', false, false],
  ])('%s', (_, more, given, wanted, hasPrevious, hasNext) => {
    const page = trimPage(bounds(more), [...given]);
    expect(page).toEqual({ rows: [...wanted], hasPreviousPage: hasPrevious, hasNextPage: hasNext });
  });

  it('leaves the rows that it was given as they are', () => {
    const given = ['c', 'b', 'a'];
    trimPage(bounds({ backward: true }), given);
    expect(given).toEqual(['c', 'b', 'a']);
  });
});
