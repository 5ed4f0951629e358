import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexFilter } from './lex-filter.js';

const partsOf = (text: string) => lexFilter(text).map((phrase) => phrase.parts);

describe('lexFilter', () => {
  it.each([
    ['NAME::Ann', [[['NAME'], ['Ann']]]],
    ['NAME::Ann::eq', [[['NAME'], ['Ann'], ['eq']]]],
    [
      'A::1|B::2',
      [
        [['A'], ['1']],
        [['B'], ['2']],
      ],
    ],
    ['A::1|', [[['A'], ['1']], [['']]]],
    ['', [[['']]]],
    ['A::::ne', [[['A'], [''], ['ne']]]],
    ['CREATED::2016-01-01T00:00:00Z::gt', [[['CREATED'], ['2016-01-01T00', '00', '00Z'], ['gt']]]],
    ['A::b:c::in', [[['A'], ['b', 'c'], ['in']]]],
    ['A:::b', [[['A'], ['', 'b']]]],
    ['A::b\\|c', [[['A'], ['b|c']]]],
    ['A::b\\:c::in', [[['A'], ['b:c'], ['in']]]],
    ['A::b\\::c', [[['A'], ['b::c']]]],
    ['A::b\\:\\:c', [[['A'], ['b::c']]]],
    ['A::b\\:::eq', [[['A'], ['b:'], ['eq']]]],
    ['A::b\\::::eq', [[['A'], ['b::'], ['eq']]]],
    ['A::b\\\\::eq', [[['A'], ['b\\'], ['eq']]]],
    [
      'A::b\\\\|B::2',
      [
        [['A'], ['b\\']],
        [['B'], ['2']],
      ],
    ],
    ['A::C:\\Users\\ann', [[['A'], ['C', '\\Users\\ann']]]],
    ['A::b\\', [[['A'], ['b\\']]]],
  ])('cuts %j', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it('keeps each phrase as it was written', () => {
    expect(lexFilter('A::b\\|c::ne|B::2').map((phrase) => phrase.source)).toEqual(['A::b\\|c::ne', 'B::2']);
  });

  /** The two spellings of the interface: every special character escaped on its own, and `::` escaped as one. */
  const escapeEach = (value: string) => value.replaceAll(/[\\|:]/g, (special) => `\\${special}`);
  const escapePairs = (value: string) => value.replaceAll(/\\|\||::?/g, (special) => `\\${special}`);
  const value = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', ' ', ':', '|', '\\', 'eq') });

  it.each([
    ['character by character', escapeEach],
    ['with :: as one', escapePairs],
  ])('gives back any values that were escaped %s', (_, spell) => {
    const phrases = fc.array(fc.tuple(value, fc.constantFrom('eq', 'ne', 'fl')), { minLength: 1 });
    fc.assert(
      fc.property(phrases, (given) => {
        const text = given.map(([operand, operator]) => `FIELD::${spell(operand)}::${operator}`).join('|');
        const read = lexFilter(text).map(({ parts }) => parts.map((pieces) => pieces.join(':')));
        expect(read).toEqual(given.map(([operand, operator]) => ['FIELD', operand, operator]));
      }),
    );
  });

  it('gives back any list of values, none of them empty, all but the last not ending in a colon', () => {
    const values = fc.array(
      value.filter((text) => text !== ''),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(values, (given) => {
        const operands = given.map((text, index) => (index < given.length - 1 ? text.replace(/:+$/, '.') : text));
        const text = `FIELD::${operands.map(escapeEach).join(':')}::in`;
        expect(partsOf(text)).toEqual([[['FIELD'], operands, ['in']]]);
      }),
    );
  });
});
