import { describe, expect, it } from 'vitest';
import { checkStructure } from './check-report.js';

const item = (id: string, parentId: string | null, sortOrder = 0) => ({ id, parentId, sortOrder, at: `s[${id}]` });
const check =
  (...items: ReturnType<typeof item>[]) =>
  () =>
    checkStructure(items, 's').map(({ id }) => id);

describe('the structure of a report', () => {
  it('is walked from the root, by sort order among items with the same parent', () => {
    expect(check(item('c', 'a', 2), item('d', 'b'), item('b', 'a', 1), item('a', null))()).toEqual([
      'a',
      'b',
      'd',
      'c',
    ]);
  });

  it('keeps the order of items with the same sort order', () => {
    expect(check(item('a', null), item('c', 'a'), item('b', 'a'))()).toEqual(['a', 'c', 'b']);
  });

  it.each([
    ['no item', check(), 's: has no item.'],
    ['an empty id', check(item('', null)), 's[].id: is empty.'],
    ['an id given twice', check(item('a', null), item('a', 'a')), 's[a].id: "a" is the id of another item.'],
    [
      'two roots',
      check(item('a', null), item('b', null)),
      's[b].parentId: another item is the root already; name a parent.',
    ],
    ['a parent that is not there', check(item('a', null), item('b', 'x')), 's[b].parentId: there is no item "x".'],
    [
      'a circle',
      check(item('a', null), item('b', 'c'), item('c', 'b')),
      's[b].parentId: the parents go round in a circle.',
    ],
    ['an item that is its own parent', check(item('a', 'a')), 's[a].parentId: the parents go round in a circle.'],
  ])('has not %s', (_, run, message) => {
    expect(run).toThrow(message);
  });

  it('has 20 items at most', () => {
    const items = Array.from({ length: 21 }, (_, index) => item(String(index), index === 0 ? null : '0'));
    expect(check(...items)).toThrow('s: has more than 20 items.');
    expect(check(...items.slice(0, 20))).not.toThrow();
  });
});
