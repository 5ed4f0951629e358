/** The numbers of formulas, and floats as amounts in each database, against whole numbers: at the bounds, at halves and at random. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  operations as exact,
  fromDecimal as number,
  fromFloat as readFloat,
  roundTo,
} from '../../src/computed/formula/evaluate-formula.js';
import type { Database } from '../../src/db/database.js';
import { openDatabase } from '../../src/db/open-database.js';
import { databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
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

const asDecimal = (value: Units) => (value === null ? null : new Decimal(toDecimal(value)));
const text = (value: Decimal | null) => value?.toFixed() ?? null;

describe('numbers of formulas', () => {
  it.each(['+', '-', '*', '/'] as const)('calculate %s', (operator) => {
    const names = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' } as const;
    fc.assert(
      fc.property(fc.oneof(fc.tuple(units, units), halves, nines), ([a, b]) => {
        const [left, right] = [number(toDecimal(a)), number(toDecimal(b))];
        const found = left && right && exact[names[operator]](left, right);
        expect(text(found)).toBe(text(asDecimal(operations[operator](a, b))));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are rounded to any number of places, halves away from zero', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 12 }), (value, places) => {
        const given = number(toDecimal(value));
        expect(text(given && roundTo(given, places))).toBe(text(asDecimal(rounded(value, places))));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are read from floats with 15 digits', () => {
    fc.assert(
      fc.property(floats, (value) => {
        expect(text(readFloat(value))).toBe(text(asDecimal(fromFloat(value))));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe.each(databases)('on %s', (name) => {
  let stored: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    stored = await newDatabase(name, 'nothing');
    const { databaseUrl, dataDir = '' } = stored.location;
    db = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir }, testConfig.databaseSettings);
  });
  afterAll(async () => {
    await db.close();
    await stored.drop();
  });

  it('floats are amounts of four places', async () => {
    const { dialect } = db;
    const selects = Array.from({ length: 40 }, (_, index) => {
      const given = dialect.floatAsDecimal(`CAST(${dialect.placeholder(index + 1)} AS double precision)`);
      return `SELECT ${index} AS i, ${dialect.canonicalValue('v', 'decimal')} AS v FROM (SELECT ${given} AS v) w`;
    });
    const statement = `${selects.join(' UNION ALL ')} ORDER BY i`;
    await fc.assert(
      fc.asyncProperty(fc.array(floats, { minLength: 40, maxLength: 40 }), async (values) => {
        const found = await db.read({ text: statement, values });
        const wanted = values.map((value) => {
          const units = fromFloat(value);
          return { value, amount: text(asDecimal(units === null ? null : rounded(units, 4))) };
        });
        const amounts = found.map(({ v }, index) => ({
          value: values[index],
          amount: v === null ? null : text(new Decimal(String(v))),
        }));
        expect(amounts).toEqual(wanted);
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
