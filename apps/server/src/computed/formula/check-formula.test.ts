import type { ValueType } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { checkFormula } from './check-formula.js';
import { FormulaError } from './formula-error.js';
import { parseFormula } from './parse-formula.js';

const fields = new Map<string, ValueType>([
  ['count', 'integer'],
  ['rate', 'float'],
  ['net', 'decimal'],
  ['name', 'string'],
  ['note', 'text'],
  ['is_open', 'boolean'],
  ['starts', 'date'],
  ['created', 'datetime'],
  ['owner_id', 'uuid'],
  ['tags', 'strings'],
]);

const check = (text: string, result: ValueType) => checkFormula(parseFormula(text), fields, result);

describe('what fits', () => {
  it.each<[string, ValueType]>([
    ['#count + #rate * #net', 'decimal'],
    ['#count / 2', 'integer'],
    ['-#net', 'float'],
    ['#starts - #starts', 'integer'],
    ['#created - #created', 'decimal'],
    ['#starts + 7', 'date'],
    ['7 + #starts', 'date'],
    ['#created - 0.5', 'datetime'],
    ['IF(#is_open, "open", #name)', 'string'],
    ['COALESCE(#note, #name)', 'text'],
    ['#name < "m"', 'boolean'],
    ['#is_open = NOT(ISEMPTY(#starts))', 'boolean'],
    ['MAX(#starts, #starts + 1)', 'date'],
    ['MIN(#net, 0)', 'decimal'],
    ['ROUND(#net, 10)', 'decimal'],
    ['ISEMPTY(#created)', 'boolean'],
  ])('%s for a %s', (text, result) => {
    expect(check(text, result).result).toBe(result);
  });
});

describe('what is rejected', () => {
  it.each<[string, ValueType, number, string]>([
    ['#nett + 1', 'decimal', 1, 'there is no field "nett". Did you mean "net"?'],
    ['1 + #owner_id', 'decimal', 5, 'the field "owner_id" cannot be used in a formula'],
    ['#tags', 'text', 1, 'the field "tags" cannot be used in a formula'],
    ['#net + #name', 'decimal', 6, '"+" cannot take a number and a text'],
    ['"a" + "b"', 'string', 5, '"+" cannot take a text and a text'],
    ['#starts + #starts', 'date', 9, '"+" cannot take a date and a date'],
    ['#created - #starts', 'decimal', 10, '"-" cannot take a date-time and a date'],
    ['7 - #starts', 'date', 3, '"-" cannot take a number and a date'],
    ['#starts * 2', 'date', 9, '"*" cannot take a date and a number'],
    ['-#name', 'decimal', 2, '- needs a number here, not a text'],
    ['#net = "1"', 'boolean', 6, '"=" compares two values of one type, not a number and a text'],
    ['#starts < #created', 'boolean', 9, 'not a date and a date-time'],
    ['#is_open < TRUE', 'boolean', 10, 'truth values have no order'],
    ['IF(#net, 1, 2)', 'decimal', 4, 'IF needs a truth value here, not a number'],
    ['IF(#is_open, 1, "2")', 'decimal', 17, 'IF gives one of several values of one type, not a number or a text'],
    ['COALESCE(#net, #count, #name)', 'decimal', 24, 'COALESCE gives one of several values of one type'],
    ['AND(#is_open, #net)', 'boolean', 15, 'AND needs a truth value here, not a number'],
    ['NOT(#name)', 'boolean', 5, 'NOT needs a truth value here'],
    ['MAX(#name)', 'string', 5, 'MAX takes numbers, dates or date-times, not a text'],
    ['ABS(#starts)', 'decimal', 5, 'ABS needs a number here, not a date'],
    ['ROUND(#net, 11)', 'decimal', 13, 'a literal number of decimal places, from 0 to 10'],
    ['ROUND(#net, 1.5)', 'decimal', 13, 'literal number'],
    ['ROUND(#net, #count)', 'decimal', 13, 'literal number'],
    ['ROUND(#net, -1)', 'decimal', 13, 'literal number'],
    ['ROUND(#name, 1)', 'decimal', 7, 'ROUND needs a number here'],
    [
      '#net > 1',
      'decimal',
      1,
      'the formula gives a truth value, which a field of type currency cannot hold. Give the field the type checkbox',
    ],
    [
      '#net',
      'string',
      1,
      'which a field of type input cannot hold. Give the field the type integer or float or currency,',
    ],
    ['#starts', 'datetime', 1, 'the formula gives a date, which a field of type datetime cannot hold'],
    ['#name', 'uuid', 1, 'which a field of type uuid cannot hold'],
  ])('%s for a %s', (text, result, position, words) => {
    const found = (() => {
      try {
        return check(text, result);
      } catch (error) {
        return error;
      }
    })();
    expect(found).toBeInstanceOf(FormulaError);
    expect((found as FormulaError).problem).toContain(words);
    expect((found as FormulaError).position).toBe(position);
  });
});
