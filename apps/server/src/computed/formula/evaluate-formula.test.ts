import type { ValueType } from '@headwater/catalog';
import { expect, it } from 'vitest';
import type { Operand } from '../../plan/list/predicate.js';
import { checkFormula } from './check-formula.js';
import { evaluateFormula } from './evaluate-formula.js';
import { parseFormula } from './parse-formula.js';

const values: Readonly<Record<string, readonly [ValueType, Operand]>> = {
  two: ['integer', 2],
  large: ['integer', 9_007_199_254_740_991],
  third: ['float', 1 / 3],
  noisy: ['float', 0.1 + 0.2],
  net: ['decimal', '1250.5'],
  tax: ['decimal', '-0.0001'],
  most: ['decimal', '99999999999999.9999'],
  no_number: ['decimal', null],
  name: ['string', 'Ann'],
  blank: ['string', ''],
  no_text: ['string', null],
  long: ['text', 'é'.repeat(256)],
  yes: ['boolean', true],
  no: ['boolean', false],
  unknown: ['boolean', null],
  day: ['date', '2024-02-28'],
  first_day: ['date', '0001-01-01'],
  no_day: ['date', null],
  moment: ['datetime', '2024-02-28T18:00:00.000001'],
  last_moment: ['datetime', '9999-12-31T23:59:59.999999'],
};

const fields = new Map(Object.entries(values).map(([name, [type]]) => [name, type]));

it.each<[string, ValueType, Operand]>([
  // Arithmetic is exact.
  ['0.1 + 0.2', 'decimal', '0.3'],
  ['#net * 3 - #tax', 'decimal', '3751.5001'],
  ['#two * #third', 'decimal', '0.6667'],
  ['#noisy = 0.3', 'boolean', true],
  ['5 / 12 / 100 * 100000', 'decimal', '416.6667'],
  ['1 / 3 * 3', 'decimal', '1'],
  ['1 / 3 * 3 = 1', 'boolean', false],
  ['2 / 3', 'float', 0.666666666667],
  ['0 * -1', 'decimal', '0'],
  ['0 * -1', 'integer', 0],
  ['-0.0001 / 2', 'decimal', '-0.0001'],
  ['-0.00004', 'decimal', '0'],
  ['-0.00004', 'float', -0.00004],
  // Halves go away from zero.
  ['ROUND(2.5, 0)', 'decimal', '3'],
  ['ROUND(-2.5, 0)', 'decimal', '-3'],
  ['ROUND(1.005, 2)', 'decimal', '1.01'],
  ['-2.5', 'integer', -3],
  ['0.00005', 'decimal', '0.0001'],
  // What has no value, or none within the bounds, is null.
  ['1 / 0', 'decimal', null],
  ['1 / (#two - 2)', 'decimal', null],
  ['#no_number + 1', 'decimal', null],
  ['#most + 0.0001', 'decimal', null],
  ['#most * 10 / 10', 'decimal', null],
  ['#large', 'decimal', null],
  ['99999999999999.99995', 'decimal', null],
  ['-99999999999999.5', 'integer', null],
  ['#no_number = #no_number', 'boolean', null],
  ['#no_text < "a"', 'boolean', null],
  // Three truth values.
  ['AND(#yes, #unknown)', 'boolean', null],
  ['AND(#no, #unknown)', 'boolean', false],
  ['OR(#yes, #unknown)', 'boolean', true],
  ['OR(#no, #unknown)', 'boolean', null],
  ['NOT(#unknown)', 'boolean', null],
  ['IF(#unknown, "then", "else")', 'string', 'else'],
  ['IF(#no_number > 1, 1, 2)', 'integer', 2],
  // Empty, first set, least and greatest.
  ['ISEMPTY(#blank)', 'boolean', true],
  ['ISEMPTY(#no_text)', 'boolean', true],
  ['ISEMPTY(#name)', 'boolean', false],
  ['ISEMPTY(#tax + 0.0001)', 'boolean', false],
  ['ISEMPTY(1 / 0)', 'boolean', true],
  ['COALESCE(#no_text, #blank, #name)', 'string', ''],
  ['COALESCE(#no_number)', 'decimal', null],
  ['MIN(#no_number, #net, 7)', 'decimal', '7'],
  ['MAX(#no_number, #net, 7)', 'decimal', '1250.5'],
  ['MAX(#no_number)', 'decimal', null],
  ['MIN(#day, #no_day, #day + 1)', 'date', '2024-02-28'],
  ['ABS(#tax)', 'decimal', '0.0001'],
  // Texts compare by code point.
  ['"Z" < "a"', 'boolean', true],
  ['"\uFFFD" < "😀"', 'boolean', true],
  ['"a" < "ab"', 'boolean', true],
  ['#name = "ann"', 'boolean', false],
  ['#long', 'string', null],
  ['#long', 'text', 'é'.repeat(256)],
  // Days.
  ['#day + 2', 'date', '2024-03-01'],
  ['#day - #first_day', 'integer', 738943],
  ['#day + 1.5', 'date', '2024-03-01'],
  ['#day - 1.5', 'date', '2024-02-26'],
  ['#first_day - 1', 'date', null],
  ['#day + 99999999999999.9', 'date', null],
  ['#moment + 0.25', 'datetime', '2024-02-29T00:00:00.000001'],
  ['#moment - 99999999999999', 'datetime', null],
  ['#last_moment + 0.00000000001', 'datetime', null],
  ['#moment + (#last_moment - #moment)', 'datetime', '9999-12-31T23:59:59.999999'],
  ['(#last_moment - #moment) * 86400', 'decimal', '251693157600'],
])('%s for a %s is %s', (text, type, wanted) => {
  const formula = checkFormula(parseFormula(text), fields, type);
  expect(evaluateFormula(formula, (name) => values[name]![1])).toBe(wanted);
});

it('asks for the fields of the formula only', () => {
  const asked: string[] = [];
  const formula = checkFormula(parseFormula('IF(#yes, #net, #tax)'), fields, 'decimal');
  evaluateFormula(formula, (name) => {
    asked.push(name);
    return values[name]![1];
  });
  expect(asked).toEqual(['yes', 'net']);
});
