/** Random formulas over random rows: the value, the expression in each database and the oracle agree. */
import type { ValueType } from '@headwater/catalog';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFormula } from '../../src/computed/formula/check-formula.js';
import type { CheckedFormula, FormulaType } from '../../src/computed/formula/checked-formula.js';
import { compileFormula } from '../../src/computed/formula/compile-formula.js';
import { evaluateFormula } from '../../src/computed/formula/evaluate-formula.js';
import { parseFormula } from '../../src/computed/formula/parse-formula.js';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open-database.js';
import type { Operand } from '../../src/plan/predicate.js';
import { Binder } from '../../src/sql/binder.js';
import { identifier } from '../../src/sql/dialects/dialect.js';
import { databases, newDatabase, type TestDatabase } from '../fixture.js';
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

describe.each(databases)('formulas on %s', (name) => {
  const rows = fc.sample(randomRow, rowCount);
  let place: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    place = await newDatabase(name, 'nothing');
    const { databaseUrl, dataDir = '' } = place.location;
    db = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir });
    await fill(rows);
  });
  afterAll(async () => {
    await db.close();
    await place.drop();
  });

  async function fill(rows: readonly RandomRow[]): Promise<void> {
    const { dialect } = db;
    const columns = [...fieldTypes].map(([field, type]) => `${identifier(field)} ${dialect.columnType(type)}`);
    await db.knex.raw(`CREATE TABLE formula_rows (number integer, ${columns.join(', ')})`);
    await db.write(async (transaction) => {
      for (const [index, row] of rows.entries()) {
        const values = [...fieldTypes].map(([field, type]) => dialect.encode(type, row.stored[field]!));
        const places = [index, ...values].map((_, at) => dialect.placeholder(at + 1));
        const text = `INSERT INTO formula_rows VALUES (${places.join(', ')})`;
        await transaction.run({ text, values: [index, ...values] });
      }
    });
  }

  /** @returns what the expression gives for each row, as text */
  async function inDatabase(formula: CheckedFormula): Promise<(string | null)[]> {
    const { dialect } = db;
    const binder = new Binder(dialect, []);
    const expression = compileFormula(formula, { dialect, binder }, (field) => `r.${identifier(field)}`);
    const shown = {
      decimal: dialect.canonicalValue('v', 'decimal'),
      float: 'v',
      datetime: dialect.canonicalValue('v', 'datetime'),
      boolean: `CASE WHEN v THEN 'true' WHEN NOT v THEN 'false' END`,
    };
    const value = formula.result in shown ? shown[formula.result as keyof typeof shown] : 'CAST(v AS text)';
    const from = `(SELECT r.number, ${expression} AS v FROM formula_rows r) f`;
    const found = await db.read({ text: `SELECT ${value} AS v FROM ${from} ORDER BY number`, values: binder.values });
    // A driver may write a float otherwise than we do.
    const written = (v: Operand) => (formula.result === 'float' && v !== null ? Number(v) : v);
    return found.map(({ v }) => asText(written(v as Operand)));
  }

  it.each(Object.keys(results) as FormulaType[])('gives the same %s everywhere', async (type) => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 4 }).chain((depth) => randomFormula(type, depth)),
      fc.constantFrom(...results[type]),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([{ text, value }, result]) => {
        const formula = checkFormula(parseFormula(text), fieldTypes, result);
        const wanted = rows.map(({ fields }) => stored(value(fields), result));
        const evaluated = rows.map((row) => asText(evaluateFormula(formula, (field) => row.stored[field]!)));
        expect(differences(rows, wanted, evaluated)).toEqual([]);
        expect(differences(rows, wanted, await inDatabase(formula))).toEqual([]);
      }),
      { numRuns: type === 'number' ? formulaCount : formulaCount / 3 },
    );
  });
});
