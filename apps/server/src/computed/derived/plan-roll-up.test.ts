import type { RollUpFunction } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { emptyRollUp, rollUpValue } from './plan-roll-up.js';

type Case = [name: RollUpFunction, results: (string | number | null)[], value: string | number | null];

describe('rollUpValue', () => {
  it.each<Case>([
    ['COUNT', [3], 3],
    ['SUM', [null, null], '0'],
    ['SUM', ['3', '0.5'], '3.5'],
    ['SUM', ['-3', '-0.0001'], '-3.0001'],
    // What doubles cannot add.
    ['SUM', ['90071992547409', '0.1234'], '90071992547409.1234'],
    // More than an amount can hold.
    ['SUM', ['99999999999999', '1'], null],
    ['AVG', [0, null, null], null],
    ['AVG', [3, '10'], '3.3333'],
    ['AVG', [3, '20'], '6.6667'],
    // Halves away from zero.
    ['AVG', [8, '0.0004'], '0.0001'],
    ['AVG', [8, '-0.0004'], '-0.0001'],
    ['MIN', [null], null],
    ['MAX', ['2026-12-31'], '2026-12-31'],
  ])('%s of %j is %j', (name, results, value) => {
    expect(rollUpValue(name, results)).toBe(value);
  });
});

it.each<[RollUpFunction, string | number | null]>([
  ['COUNT', 0],
  ['SUM', '0'],
  ['MIN', null],
  ['MAX', null],
  ['AVG', null],
])('%s of no records is %j', (name, value) => {
  expect(emptyRollUp(name)).toBe(value);
});
