/** The numbers of each dialect against whole numbers: at the bounds, at halves and at random. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open-database.js';
import { databases, newDatabase, type TestDatabase } from '../fixture.js';
import { fromDecimal, fromFloat, operations, rounded, toDecimal, type Units } from './exact-numbers.js';

const limit = 10n ** 26n - 1n;

/** Numbers of all sizes, many of them near a power of ten or a half of a place. */
const units = fc.oneof(
  fc.bigInt(-limit, limit),
  fc
    .tuple(fc.integer({ min: 0, max: 25 }), fc.bigInt(-3n, 3n), fc.constantFrom(1n, 2n, 5n, 9n, -1n))
    .map(([power, near, times]) => times * 10n ** BigInt(power) + near),
  fc.bigInt(-1_000_000n, 1_000_000n),
  fc.bigInt(-(10n ** 10n), 10n ** 10n).map((whole) => whole * 10n ** 8n),
  fc.constantFrom(0n, limit, -limit, 1n, -1n),
);

/** Pairs whose product or quotient lies at a half of the last place, or beside one. */
const halves = fc
  .tuple(
    fc.bigInt(0n, 10n ** 9n),
    fc.integer({ min: 0, max: 11 }),
    fc.bigInt(1n, 10n ** 6n),
    fc.bigInt(-1n, 1n),
    fc.boolean(),
  )
  .map(([half, power, times, near, isProduct]): [bigint, bigint] =>
    isProduct
      ? [(2n * half + 1n) * 5n * 10n ** BigInt(power) + near, -(10n ** BigInt(11 - power))]
      : [-(2n * half + 1n) * times + near, 2n * times * 10n ** 12n],
  );

/** Pairs whose quotient has a run of nines, where a digit that is guessed is most easily one too high. */
const nines = fc
  .tuple(fc.bigInt(1n, 10n ** 8n), fc.integer({ min: 4, max: 20 }), fc.bigInt(1n, 10n ** 8n), fc.bigInt(1n, 10n ** 13n))
  .map(([lead, power, below, divisor]): [bigint, bigint] => [
    ((lead * 10n ** BigInt(power) - below) * divisor) / 10n ** 12n,
    divisor,
  ])
  .filter(([dividend]) => dividend <= limit);

const floats = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
  fc
    .tuple(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 13 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`)),
  fc
    .tuple(fc.integer({ min: 0, max: 2 ** 30 }), fc.integer({ min: 0, max: 60 }))
    .map(([odd, power]) => (2 * odd + 1) / 2 ** power),
  fc.constantFrom(5e-13, 4.9e-13, 1.5e-12, 0.5, -0, 99_999_999_999_999.25, 1e14, 1e308, 5e-324, 999.9999999999999),
);

interface Case {
  readonly given: string;
  readonly wanted: Units;
  readonly about: string;
}

describe.each(databases)('numbers of formulas on %s', (name) => {
  let stored: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    stored = await newDatabase(name, 'nothing');
    const { databaseUrl, dataDir = '' } = stored.location;
    db = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir });
  });
  afterAll(async () => {
    await db.close();
    await stored.drop();
  });

  /** Compares as the dialect compares its own numbers: with the number that is wanted. */
  async function unequal(cases: readonly Case[], values: readonly unknown[] = []) {
    const { arithmetic } = db.dialect;
    const selects = cases.map(({ given, wanted }, index) => {
      const isWanted = wanted === null ? 'v IS NULL' : `v = ${arithmetic.number(toDecimal(wanted))}`;
      return `SELECT ${index} AS i, CASE WHEN ${isWanted} THEN 1 ELSE 0 END AS ok, CAST(v AS text) AS v FROM (SELECT ${given} AS v) w`;
    });
    const rows = await db.read({ text: selects.join(' UNION ALL '), values });
    return rows.filter(({ ok }) => Number(ok) !== 1).map(({ i, v }) => `${cases[Number(i)]!.about}: not ${String(v)}`);
  }

  const number = (value: bigint) => db.dialect.arithmetic.number(toDecimal(value));

  it.each(['+', '-', '*', '/'] as const)('works out %s', async (operator) => {
    const write = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' } as const;
    const pairs = fc.array(fc.oneof(fc.tuple(units, units), halves, nines), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pairs, async (sample) => {
        const cases = sample.map(([a, b]) => ({
          given: db.dialect.arithmetic[write[operator]](number(a), number(b)),
          wanted: operations[operator](a, b),
          about: `${toDecimal(a)} ${operator} ${toDecimal(b)}`,
        }));
        expect(await unequal(cases)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('rounds to any number of places, halves away from zero', async () => {
    const pairs = fc.array(fc.tuple(units, fc.integer({ min: 0, max: 12 })), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(pairs, async (sample) => {
        const cases = sample.map(([value, places]) => ({
          given: db.dialect.arithmetic.round(number(value), places),
          wanted: rounded(value, places),
          about: `${toDecimal(value)} to ${places}`,
        }));
        expect(await unequal(cases)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('reads floats with 15 digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(floats, { minLength: 40, maxLength: 40 }), async (sample) => {
        const cases = sample.map((value, index) => ({
          given: db.dialect.arithmetic.fromValue(
            `CAST(${db.dialect.placeholder(index + 1)} AS double precision)`,
            'float',
          ),
          wanted: fromFloat(value),
          about: String(value),
        }));
        expect(await unequal(cases, sample)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

it('has an oracle that knows what is what', () => {
  expect(toDecimal(operations['/'](fromDecimal('2'), fromDecimal('-3'))!)).toBe('-0.666666666667');
  expect(toDecimal(operations['*'](fromDecimal('0.000001'), fromDecimal('0.0000005'))!)).toBe('0.000000000001');
  expect(toDecimal(rounded(fromDecimal('-2.5'), 0)!)).toBe('-3');
  expect(toDecimal(fromFloat(12345678.1)!)).toBe('12345678.1');
  expect(toDecimal(fromFloat(0.1 + 0.2)!)).toBe('0.3');
});
