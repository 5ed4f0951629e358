/**
 * Custom fields whose values are worked out, as data: formulas of each type that can have one, and roll-ups of each function; and, written
 * from their rules alone, what they give.
 */
import type { Value } from '../properties/oracle.js';
import type { Json } from '../test-space.js';
import type { Kind } from './type-properties.js';

export interface CalculatedProperty {
  readonly name: string;
  readonly type: string;
  readonly kind: Kind;
  readonly formula?: string;
  readonly rollup?: Json;
  /** @param own the record's value of a member @param guests the records that the roll-ups sum up */
  readonly value: (own: (member: string) => Value, guests: readonly Readonly<Record<string, Value>>[]) => Value;
}

/** Nothing follows from nothing. */
function known<T extends Value, R extends Value>(value: Value, then: (known: T) => R): R | null {
  return value === null ? null : then(value as T);
}

const dayMs = 86_400_000;

/** @returns the same time of another day; null beyond the years 1 to 9999 */
function daysOn(moment: string, days: number): string | null {
  const day = new Date(Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) + days * dayMs);
  const year = day.getUTCFullYear();
  return year < 1 || year > 9999 ? null : day.toISOString().slice(0, 10) + moment.slice(10);
}

/** Amounts have four places: as whole numbers they are exact. */
const asUnits = (amount: number) => BigInt(Math.round(amount * 10_000));

const numbersOf = (guests: readonly Readonly<Record<string, Value>>[]) =>
  guests.flatMap(({ cf_weight }) => (typeof cf_weight === 'number' ? [cf_weight] : []));
const daysOf = (guests: readonly Readonly<Record<string, Value>>[]) =>
  guests.flatMap(({ cf_day }) => (typeof cf_day === 'string' ? [cf_day] : [])).sort();
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export const calculatedProperties: readonly CalculatedProperty[] = [
  {
    name: 'successor',
    type: 'integer',
    kind: 'integer',
    formula: '#cf_integer - 1 + 2',
    value: (own) => known<number, number>(own('cf_integer'), (number) => number + 1),
  },
  {
    name: 'rest',
    type: 'currency',
    kind: 'amount',
    formula: '#cf_currency - COALESCE(#cf_integer, 0)',
    value: (own) =>
      known<number, number>(own('cf_currency'), (amount) => {
        const units = asUnits(amount) - asUnits(Number(own('cf_integer') ?? 0));
        return Number(units) / 10_000;
      }),
  },
  {
    name: 'triple',
    type: 'float',
    kind: 'float',
    formula: '#cf_float * 3',
    // Doubles count as decimals: three times 0.1 is 0.3, and what is too large for a formula is null.
    value: (own) =>
      known<number, Value>(own('cf_float'), (number) =>
        Math.abs(number) < 1e14 ? Number((number * 3).toFixed(12)) : null,
      ),
  },
  {
    name: 'caption',
    type: 'input',
    kind: 'text',
    formula: 'IF(ISEMPTY(#cf_input), #cf_phone, #cf_input)',
    value: (own) => (own('cf_input') === null || own('cf_input') === '' ? own('cf_phone') : own('cf_input')),
  },
  {
    name: 'is_positive',
    type: 'checkbox',
    kind: 'boolean',
    formula: '#cf_integer > 0',
    value: (own) => known<number, boolean>(own('cf_integer'), (number) => number > 0),
  },
  {
    name: 'next_day',
    type: 'date',
    kind: 'date',
    formula: '#cf_date + 1',
    value: (own) => known<string, Value>(own('cf_date'), (day) => daysOn(day, 1)),
  },
  {
    name: 'day_before',
    type: 'datetime',
    kind: 'dateTime',
    formula: '#cf_datetime - 1',
    value: (own) => known<string, Value>(own('cf_datetime'), (moment) => daysOn(moment, -1)),
  },
  {
    name: 'guest_count',
    type: 'rollup',
    kind: 'integer',
    rollup: { relation: 'cf_guests', function: 'COUNT' },
    value: (_, guests) => guests.length,
  },
  {
    name: 'guest_sum',
    type: 'rollup',
    kind: 'amount',
    rollup: { relation: 'cf_guests', function: 'SUM', field: 'cf_weight' },
    value: (_, guests) => sum(numbersOf(guests)),
  },
  {
    name: 'guest_average',
    type: 'rollup',
    kind: 'amount',
    rollup: { relation: 'cf_guests', function: 'AVG', field: 'cf_weight' },
    value: (_, guests) => {
      const numbers = numbersOf(guests);
      return numbers.length === 0 ? null : sum(numbers) / numbers.length;
    },
  },
  {
    name: 'guest_first_day',
    type: 'rollup',
    kind: 'date',
    rollup: { relation: 'cf_guests', function: 'MIN', field: 'cf_day' },
    value: (_, guests) => daysOf(guests)[0] ?? null,
  },
  {
    name: 'guest_last_day',
    type: 'rollup',
    kind: 'date',
    rollup: { relation: 'cf_guests', function: 'MAX', field: 'cf_day' },
    value: (_, guests) => daysOf(guests).at(-1) ?? null,
  },
];
