/**
 * Random rows of fields of every type that formulas can use: as they are stored, and as the oracle reads them.
 */
import type { ValueType } from '@headwater/catalog';
import fc from 'fast-check';
import type { FormulaType } from '../../src/computed/formula/checked-formula.js';
import type { Operand } from '../../src/plan/list/predicate.js';
import { fromDecimal, fromFloat, toDecimal } from './exact-numbers.js';
import { texts } from './random-texts.js';

/** A number is a whole number of units of 10^-12. */
export type OracleValue = bigint | string | boolean | null;
export type Fields = Readonly<Record<string, OracleValue>>;

export interface RandomRow {
  readonly stored: Readonly<Record<string, Operand>>;
  readonly fields: Fields;
}

export const fieldTypes: ReadonlyMap<string, ValueType> = new Map([
  ['count', 'integer'],
  ['cf_factor', 'float'],
  ['cf_net', 'decimal'],
  ['cf_tax', 'decimal'],
  ['name', 'string'],
  ['Note_2', 'text'],
  ['is_open', 'boolean'],
  ['is_won', 'boolean'],
  ['starts', 'date'],
  ['ends', 'date'],
  ['created', 'datetime'],
  ['closed', 'datetime'],
]);

const formulaTypes: Readonly<Partial<Record<ValueType, FormulaType>>> = {
  integer: 'number',
  float: 'number',
  decimal: 'number',
  string: 'text',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

export function fieldNames(type: FormulaType): string[] {
  return [...fieldTypes].filter(([, field]) => formulaTypes[field] === type).map(([name]) => name);
}

const ms = (text: string) => Date.parse(text);

const moments = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: ms('2023-12-25T00:00:00Z'), max: ms('2024-03-05T00:00:00Z') }) },
  fc.integer({ min: ms('0001-01-01T00:00:00Z'), max: ms('9999-12-31T23:59:59.999Z') }),
  fc.constantFrom(
    ms('0001-01-01T00:00:00Z'),
    ms('9999-12-31T23:59:59.999Z'),
    ms('1969-12-31T23:59:59.999Z'),
    ms('1900-02-28T00:00:00Z'),
  ),
);

const values: Readonly<Record<string, fc.Arbitrary<Operand>>> = {
  integer: fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.maxSafeInteger(),
    fc.constantFrom(0, 100_000_000_000_000, -99_999_999_999_999),
  ),
  float: fc.oneof(
    fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  ),
  decimal: fc
    .oneof(fc.bigInt(-500_000n, 500_000n), fc.bigInt(-(10n ** 18n) + 1n, 10n ** 18n - 1n), fc.constantFrom(0n, 10_000n))
    .map((tenThousandths) => toDecimal(tenThousandths * 10n ** 8n)),
  string: texts,
  text: texts,
  boolean: fc.boolean(),
  date: moments.map((at) => new Date(at).toISOString().slice(0, 10)),
  datetime: fc
    .tuple(moments, fc.integer({ min: 0, max: 999_999 }))
    .map(([at, micro]) => `${new Date(at).toISOString().slice(0, 19)}.${String(micro).padStart(6, '0')}`),
};

export const randomRow: fc.Arbitrary<RandomRow> = fc
  .record(Object.fromEntries([...fieldTypes].map(([name, type]) => [name, fc.option(values[type]!, { freq: 6 })])))
  .map((stored) => ({ stored, fields: Object.fromEntries(Object.entries(stored).map(readField)) }));

function readField([name, stored]: [string, Operand]): [string, OracleValue] {
  const type = fieldTypes.get(name);
  if (type === 'float' && typeof stored === 'number') return [name, fromFloat(stored)];
  if (type === 'integer' && typeof stored === 'number') {
    return [name, Math.abs(stored) < 1e14 ? fromDecimal(String(stored)) : null];
  }
  if (type === 'decimal' && typeof stored === 'string') return [name, fromDecimal(stored)];
  return [name, stored as string | boolean | null];
}
