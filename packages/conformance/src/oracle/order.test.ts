/** What the oracle takes for the right order. */
import { describe, expect, it } from 'vitest';
import { ExpectationFailed } from '../expectation.js';
import { oracleValue } from './oracle-value.js';
import { expectInOrder, renderOrderBy } from './order.js';

const records = [
  { id: '1', city: 'b', size: 2 },
  { id: '2', city: null, size: 1 },
  { id: '3', city: 'B', size: 1 },
  { id: '4', city: 'b', size: 1 },
];
const key = (field: string, descending = false) => ({ field, descending });

describe('an order', () => {
  it('puts null first and sorts by code point ascending, the other way round descending', () => {
    expectInOrder(['2', '3', '1', '4'], records, [key('city')], 'ids');
    expectInOrder(['1', '4', '3', '2'], records, [key('city', true)], 'ids');
  });

  it('goes by the next key among equals', () => {
    expectInOrder(['4', '3', '2', '1'], records, [key('size'), key('city', true)], 'ids');
  });

  it('may break ties by id in either direction when the last key falls, in the whole list alike', () => {
    const falling = [key('size', true)];
    expectInOrder(['1', '2', '3', '4'], records, falling, 'ids');
    expectInOrder(['1', '4', '3', '2'], records, falling, 'ids');
    expect(() => expectInOrder(['1', '3', '2', '4'], records, falling, 'ids')).toThrow(ExpectationFailed);
    expect(() => expectInOrder(['4', '3', '2', '1'], records, [], 'ids')).toThrow(ExpectationFailed);
  });

  it('misses and finds too much', () => {
    expect(() => expectInOrder(['1', '2', '3'], records, [], 'ids')).toThrow('missing');
    expect(() => expectInOrder(['1', '2', '3', '4', '5'], records, [], 'ids')).toThrow('not expected');
  });
});

it('is written as `order-by` takes it', () => {
  expect(renderOrderBy([key('a'), key('b', true)])).toBe('a,-b');
});

it('compares plain values only', () => {
  expect(oracleValue(undefined)).toBe(null);
  expect(() => oracleValue([])).toThrow(TypeError);
});
