import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../errors/api-error.js';
import { parseFilter } from './parse-filter.js';
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
    ['NAME', 'filter: phrase "NAME" is not of the form NAME::value or NAME::value::operator'],
    ['A::b::c::eq', 'filter: phrase "A::b::c::eq" is not of the form'],
    ['A::1||B::2', 'a phrase is empty'],
    [
      'A::1::lk',
      'filter: phrase "A::1::lk": "lk" is not an operator. The operators are eq, ne, gt, lt, ge, le, ll, rl, fl, in.',
    ],
    ['A::1::EQ', '"EQ" is not an operator'],
    ['A::1::', '"" is not an operator'],
  ])('rejects %j', (text, message) => {
    expect(rejection(text)).toContain(message);
  });

  it('lists every error at once', () => {
    expect(rejection('A|B::1::xx|C::3').split('\n')).toHaveLength(2);
  });

  it('takes 200 phrases', () => {
    const phrases = (count: number) => Array(count).fill('A::1').join('|');
    expect(parseFilter(phrases(200), new QueryErrors())).toHaveLength(200);
    expect(rejection(phrases(201))).toBe('filter: at most 200 phrases, but these are 201.');
  });
});
