/** What the oracle takes each operator to mean. */
import { operators } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { type Condition, matches } from './matches.js';
import type { OracleValue } from './oracle-value.js';

type Case = readonly [Condition['operator'], Condition['operands'], readonly OracleValue[], readonly OracleValue[]];

/** Operator, operands, values of which it holds, values of which it does not. */
const cases: readonly Case[] = [
  ['eq', ['a'], ['a'], ['A', 'ab', '', null]],
  ['eq', ['a', 'b'], ['a', 'b'], ['c', null]],
  ['eq', [3], [3], [4, null]],
  ['ieq', ['ÉA'], ['éa', 'Éa'], ['e', null]],
  ['not-eq', ['a', 'b'], ['c', '', null], ['a', 'b']],
  ['not-ieq', ['É'], ['e', null], ['é', 'É']],
  ['contains', ['%'], ['50%', '%'], ['50', '', null]],
  ['starts', ['a'], ['ab'], ['Ab', 'ba', null]],
  ['ends', ['a'], ['ba'], ['bA', 'ab', null]],
  ['icontains', ['Ж'], ['ажа'], ['a', null]],
  ['istarts', ['É'], ['éa'], ['aé', null]],
  ['iends', ['É'], ['aé'], ['éa', null]],
  ['null', [], [null], ['', 0, false]],
  ['not-null', [], ['', 0, false], [null]],
  ['empty', [], [null, ''], ['a', 0, false]],
  ['not-empty', [], ['a', 0, false], [null, '']],
  ['gt', ['B'], ['a', 'b', 'É'], ['A', 'B', '', null]],
  ['gte', [2], [2, 3], [1, null]],
  ['lt', ['\u{1F600}'], ['\uFF21', 'a'], ['\u{1F600}', null]],
  ['lte', [2], [1, 2], [3, null]],
  ['between', [2, 4], [2, 3, 4], [1, 5, null]],
  ['between', [4, 2], [], [2, 3, 4, null]],
];

describe('the oracle', () => {
  it.each(cases)('%s %j holds for %j and not for %j', (operator, operands, held, others) => {
    const holds = (value: OracleValue) => matches(value, { field: 'any', operator, operands });
    expect(held.filter((value) => !holds(value))).toEqual([]);
    expect(others.filter(holds)).toEqual([]);
  });

  it('knows every operator of the spec', () => {
    const tried = new Set(cases.map(([operator]) => operator));
    expect(operators.map(({ name }) => name).filter((name) => !tried.has(name as Condition['operator']))).toEqual([]);
  });
});
