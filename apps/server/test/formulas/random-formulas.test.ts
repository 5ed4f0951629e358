/** Random formulas over random rows: the value and the oracle agree. */
import type { ValueType } from '@headwater/catalog';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormula } from '../../src/computed/formula/check-formula.js';
import type { FormulaType } from '../../src/computed/formula/checked-formula.js';
import { evaluateFormula } from '../../src/computed/formula/evaluate-formula.js';
import { parseFormula } from '../../src/computed/formula/parse-formula.js';
import type { Operand } from '../../src/plan/list/predicate.js';
import { runsOf } from '../properties/runs.js';
import { rounded, toDecimal, toFloat } from './exact-numbers.js';
import { randomFormula } from './random-formula.js';
import { fieldTypes, type OracleValue, type RandomRow, randomRow } from './random-row.js';

const rowCount = 200;
const formulaCount = 150;

const results: Readonly<Record<FormulaType, readonly ValueType[]>> = {
  number: ['decimal', 'integer', 'float'],
  text: ['string', 'text'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['datetime'],
};

/** What the field holds in the end, as text. */
function stored(value: OracleValue, result: ValueType): string | null {
  if (typeof value === 'string' && result === 'string' && [...value].length > 255) return null;
  if (typeof value !== 'bigint') return value === null ? null : String(value);
  if (result === 'float') return String(toFloat(value));
  const kept = rounded(value, result === 'integer' ? 0 : 4);
  return kept === null ? null : toDecimal(kept);
}

const asText = (value: Operand) => (value === null ? null : String(value));

/** What the fields of a row gave, where it is not what was wanted. */
function differences(
  rows: readonly RandomRow[],
  wanted: readonly (string | null)[],
  found: readonly (string | null)[],
): unknown[] {
  const compared = rows.map((row, index) => ({ ...row.stored, wanted: wanted[index], found: found[index] }));
  return compared.filter(({ wanted, found }) => wanted !== found).slice(0, 2);
}

describe('formulas over random rows', () => {
  const rows = fc.sample(randomRow, rowCount);

  it.each(Object.keys(results) as FormulaType[])('give the %s that the oracle gives', (type) => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 4 }).chain((depth) => randomFormula(type, depth)),
      fc.constantFrom(...results[type]),
    );
    fc.assert(
      fc.property(cases, ([{ text, value }, result]) => {
        const formula = checkFormula(parseFormula(text), fieldTypes, result);
        const wanted = rows.map(({ fields }) => stored(value(fields), result));
        const evaluated = rows.map((row) => asText(evaluateFormula(formula, (field) => row.stored[field]!)));
        expect(differences(rows, wanted, evaluated)).toEqual([]);
      }),
      { numRuns: runsOf(type === 'number' ? formulaCount : formulaCount / 3) },
    );
  });
});
