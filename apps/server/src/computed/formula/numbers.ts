/**
 * The numbers of formulas: 14 digits before the point and 12 after it, exact. Every operation rounds its result to 12 places, halves away
 * from zero; what would have more than 14 digits before the point is null. Pure.
 */
import { Decimal } from 'decimal.js';

/** Digits of a quotient that decide how it is rounded are far fewer. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

const bound = '1e14';
const places = 12;
const floatDigits = 15;

/** Null: what has no value, or none within the bounds. */
export type ExactNumber = Decimal | null;

export const operations = {
  add: (left: Decimal, right: Decimal) => kept(left.plus(right)),
  subtract: (left: Decimal, right: Decimal) => kept(left.minus(right)),
  multiply: (left: Decimal, right: Decimal) => kept(left.times(right)),
  divide: (left: Decimal, right: Decimal) => (right.isZero() ? null : kept(left.dividedBy(right))),
} as const;

/** @param to places, 0 to 12 */
export function roundTo(number: Decimal, to: number): ExactNumber {
  return kept(number.toDecimalPlaces(to));
}

/** @param decimal plain decimal notation */
export function fromDecimal(decimal: string): ExactNumber {
  return kept(new Exact(decimal));
}

/** @returns a whole number, which may lie beyond the bounds: something to calculate with, no number of a formula */
export function exactWhole(whole: bigint | number): Decimal {
  return new Exact(whole.toString());
}

/** The double's own value with 15 significant digits, at most 12 of them behind the point. */
export function fromFloat(value: number): ExactNumber {
  const wholeDigits = Math.trunc(Math.abs(value)).toFixed().length;
  // Beyond the bound anyway, and toFixed would take no negative number of places.
  return wholeDigits >= floatDigits ? null : fromDecimal(value.toFixed(floatPlaces(wholeDigits)));
}

/** @returns the double that is nearest to the number with as many digits as are read of one */
export function toFloat(number: Decimal): number {
  const wholeDigits = number.trunc().abs().toFixed().length;
  return Number(number.toDecimalPlaces(floatPlaces(wholeDigits)).toFixed());
}

function floatPlaces(wholeDigits: number): number {
  return Math.min(places, floatDigits - wholeDigits);
}

function kept(number: Decimal): ExactNumber {
  const rounded = number.toDecimalPlaces(places);
  return rounded.abs().lessThan(bound) ? rounded : null;
}
