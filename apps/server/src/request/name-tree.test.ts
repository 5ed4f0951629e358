import { describe, expect, it } from 'vitest';
import { exceededBound, parseNameTree } from './name-tree.js';

describe('parseNameTree', () => {
  it.each([
    [[], {}],
    [[''], {}],
    [['owner'], { owner: {} }],
    [['owner, contact_type ,,'], { owner: {}, contact_type: {} }],
    [['owner.default_unit,owner'], { owner: { default_unit: {} } }],
    [['a.b', 'a.c.d'], { a: { b: {}, c: { d: {} } } }],
    [['a.'], { a: { '': {} } }],
  ])('reads %j', (lists, wanted) => {
    expect(JSON.parse(JSON.stringify(parseNameTree(lists)))).toEqual(wanted);
  });

  it('takes the names of prototypes for names', () => {
    const tree = parseNameTree(['__proto__.x,constructor']);
    expect(Object.keys(tree)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(tree)).toBeNull();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('exceededBound', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

  it.each([
    ['no names', [], undefined],
    ['5 levels', ['a.b.c.d.e.f'], undefined],
    ['6 levels', ['a', 'a.b.c.d.e.f.g'], 'at most 5 levels'],
    ['4,000 names', many(4_000), undefined],
    ['4,001 names', many(4_001), 'at most 4,000 names'],
  ])('says of %s what it is', (_, paths, wanted) => {
    expect(exceededBound(paths)).toBe(wanted);
  });
});
