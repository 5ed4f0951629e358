import { describe, expect, it } from 'vitest';
import { parseNameTree } from './name-tree.js';

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
