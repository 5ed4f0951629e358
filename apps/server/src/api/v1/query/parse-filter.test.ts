import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../errors/api-error.js';
import { lexFilter, parseFilter } from './parse-filter.js';
import { QueryErrors } from './query-errors.js';

function parse(text: string) {
  const errors = new QueryErrors();
  const phrases = parseFilter(text, errors);
  errors.rejectAny();
  return phrases.map(({ name, operator, operands }) => [name, operator, ...operands]);
}

function rejection(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ApiError) {
      expect(error).toMatchObject({ errorName: 'ERROR_PARAMETER_INVALID', status: 400, code: 117, at: 'filter' });
      return error.message;
    }
    throw error;
  }
  throw new Error(`"${text}" was not rejected`);
}

describe('parseFilter', () => {
  it.each([
    ['', []],
    ['NAME::Ann', [['NAME', 'eq', 'Ann']]],
    ['NAME::', [['NAME', 'eq', '']]],
    ['NAME::::ne', [['NAME', 'ne', '']]],
    ['NAME::::eq', [['NAME', 'eq', '']]],
    ['MODIFIED::2024-05-01 10:20:30::ge', [['MODIFIED', 'ge', '2024-05-01 10:20:30']]],
    ['NAME::a:b', [['NAME', 'eq', 'a:b']]],
    ['NAME::a:b::in', [['NAME', 'in', 'a', 'b']]],
    ['NAME::a\\:b:c::in', [['NAME', 'in', 'a:b', 'c']]],
    ['NAME::in', [['NAME', 'eq', 'in']]],
    [
      'A::1::gt|B::2::lt|C::3::le',
      [
        ['A', 'gt', '1'],
        ['B', 'lt', '2'],
        ['C', 'le', '3'],
      ],
    ],
    [
      'A::1::ll|B::2::rl|C::3::fl',
      [
        ['A', 'll', '1'],
        ['B', 'rl', '2'],
        ['C', 'fl', '3'],
      ],
    ],
  ])('reads %j', (text, phrases) => {
    expect(parse(text)).toEqual(phrases);
  });

  it.each([
    ['NAME', 'filter: phrase 1 "NAME" is not of the form NAME::value or NAME::value::operator'],
    ['A::b::c::eq', 'filter: phrase 1 "A::b::c::eq" is not of the form'],
    ['A::1||B::2', 'filter: phrase 2 is empty'],
    [
      'A::1::lk',
      'filter: phrase 1 "A::1::lk": "lk" is not an operator. The operators are eq, ne, gt, lt, ge, le, ll, rl, fl, in.',
    ],
    ['A::1::EQ', '"EQ" is not an operator'],
    ['A::1::', '"" is not an operator'],
  ])('rejects %j', (text, message) => {
    expect(rejection(text)).toContain(message);
  });

  it('lists every error at once', () => {
    expect(rejection('A|C::3|B::1::xx').split('\n')).toEqual([
      expect.stringContaining('phrase 1 "A" '),
      expect.stringContaining('phrase 3 "B::1::xx": "xx" is not an operator'),
    ]);
  });

  it('takes 200 phrases', () => {
    const phrases = (count: number) => Array(count).fill('A::1').join('|');
    expect(parseFilter(phrases(200), new QueryErrors())).toHaveLength(200);
    expect(rejection(phrases(201))).toBe('filter: at most 200 phrases, but these are more.');
  });
});

/** Every special character escaped. */
const escapeEach = (value: string) => value.replaceAll(/[\\|:]/g, (special) => `\\${special}`);
const special = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', ' ', ':', '|', '\\', 'eq', 'in', '::') });

describe('any filter', () => {
  const single = fc.tuple(
    fc.constantFrom('NAME', 'cf_x'),
    fc.constantFrom('eq', 'ne', 'gt', 'lt', 'ge', 'le', 'll', 'rl', 'fl'),
    special,
  );
  // Of a list, a colon at the end of a value runs into the one that separates it from the next.
  const item = special.filter((text) => text !== '' && !text.endsWith(':'));
  const list = fc
    .array(item, { minLength: 1 })
    .map((items) => ['NAME', 'in', ...items] as [string, string, ...string[]]);

  it('reads as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(single, list), { minLength: 1, maxLength: 200 }), (phrases) => {
        const print = ([name, operator, ...operands]: readonly string[]) =>
          `${name}::${operands.map(escapeEach).join(':')}::${operator}`;
        expect(parse(phrases.map(print).join('|'))).toEqual(phrases);
      }),
    );
  });

  it('is read or rejected by the place of its phrases, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.oneof(special, fc.string()), (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          for (const line of (error as ApiError).message.split(/\n(?=filter: )/))
            expect(line).toMatch(/^filter: phrase \d+ /);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

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

  /** The other spelling of the interface: `::` escaped as one. */
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
