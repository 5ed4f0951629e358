/** The deepest and longest formulas run in each database, and cost as much more as they are longer. */
import type { ValueType } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFormula } from '../../src/computed/formula/check-formula.js';
import { compileFormula } from '../../src/computed/formula/compile-formula.js';
import { maxFormulaDepth, maxFormulaParts } from '../../src/computed/formula/formula-size.js';
import { parseFormula } from '../../src/computed/formula/parse-formula.js';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open-database.js';
import { Binder } from '../../src/sql/binder.js';
import { databases, newDatabase, type TestDatabase } from '../fixture.js';

const fields = new Map<string, ValueType>([
  ['n', 'decimal'],
  ['f', 'float'],
  ['d', 'date'],
  ['t', 'datetime'],
]);

/** Calls that stand in each other, each `levels` deep by itself. */
function nested(levels: number, around: (inner: string) => string): string {
  const calls = Math.floor((maxFormulaDepth - 1) / levels);
  return Array.from({ length: calls }).reduce<string>((inner) => around(inner), '#n');
}

const deepest: Readonly<Record<string, string>> = {
  sums: nested(1, (inner) => `(#n + ${inner})`),
  products: nested(1, (inner) => `(${inner} * #n)`),
  quotients: nested(1, (inner) => `(#n / ${inner})`),
  roundings: nested(1, (inner) => `ROUND(${inner}, 2)`),
  choices: nested(2, (inner) => `IF(${inner} > #f, #n, 1)`),
  extremes: nested(1, (inner) => `MAX(${inner}, #f)`),
  dates: nested(2, (inner) => `(#d - (#d + ${inner}))`),
  'date-times': nested(2, (inner) => `((${inner} + #t) - #t)`),
  mixed: nested(4, (inner) => `ABS(-COALESCE(1 / ${inner}, #f))`),
  floats: `MIN(${Array.from({ length: maxFormulaParts - 1 }, () => '#f').join(', ')})`,
};

describe.each(databases)('on %s', (name) => {
  let place: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    place = await newDatabase(name, 'nothing');
    const { databaseUrl, dataDir = '' } = place.location;
    db = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir });
    const columns = [...fields].map(([field, type]) => `${field} ${db.dialect.columnType(type)}`);
    await db.knex.raw(`CREATE TABLE formula_rows (${columns.join(', ')})`);
    await db.knex.raw(`INSERT INTO formula_rows VALUES (10001, 1.5, '2024-02-29', '2024-02-29T12:00:00.000000')`);
  });
  afterAll(async () => {
    await db.close();
    await place.drop();
  });

  it.each(Object.entries(deepest))('runs %s', async (_name, text) => {
    const formula = checkFormula(parseFormula(text), fields, 'decimal');
    const { dialect } = db;
    const binder = new Binder(dialect, []);
    const expression = compileFormula(formula, { dialect, binder }, (field) => `r."${field}"`);
    const statement = `SELECT count(*) AS n FROM formula_rows r WHERE ${expression} IS NULL`;
    // An operand that is evaluated twice at each depth would take ages; this takes some ten milliseconds.
    expect(await db.read({ text: statement, values: binder.values })).toHaveLength(1);
  });
});
