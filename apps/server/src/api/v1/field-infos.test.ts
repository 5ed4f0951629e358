import { expect, it } from 'vitest';
import { type FieldInfo, filterFieldInfos } from './field-infos.js';
import { parseFilter } from './query/parse-filter.js';
import { QueryErrors } from './query/query-errors.js';

const info = (name: string, custom: boolean): FieldInfo => ({
  ID: null,
  API_NAME: name,
  NAME: name,
  TYPE: 'string',
  PL_TYPE: 'input',
  CUSTOM: custom,
  READONLY: false,
  REQUIRED: false,
  DEFAULT: null,
  DESCRIPTION: '',
  CHOICES: null,
  CALC_FORMULA: null,
  MIN_VALUE: null,
  MAX_VALUE: null,
});

function names(filter: string): string[] {
  const errors = new QueryErrors();
  const infos = filterFieldInfos([info('CITY', false), info('cf_size', true)], parseFilter(filter, errors), errors);
  errors.rejectAny();
  return infos.map((one) => one.API_NAME);
}

it.each([
  ['', ['CITY', 'cf_size']],
  ['CUSTOM::TRUE', ['cf_size']],
  ['CUSTOM::false', ['CITY']],
  ['CUSTOM::1', ['cf_size']],
  ['CUSTOM::1::ne', ['CITY']],
  ['API_NAME::CITY:cf_size::in', ['CITY', 'cf_size']],
  ['API_NAME::CITY|CUSTOM::TRUE', []],
])('%j', (filter, wanted) => {
  expect(names(filter)).toEqual(wanted);
});

it.each([
  ['COSTUM::1', 'use CUSTOM.'],
  ['CUSTOM::1::gt', 'fields are compared with eq, ne or in.'],
])('rejects %s', (filter, message) => {
  expect(() => names(filter)).toThrow(message);
});
