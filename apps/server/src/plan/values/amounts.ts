/**
 * Exact arithmetic of amounts: decimal texts in, decimal texts out, kept to four places with halves away from zero. Pure.
 */
import { Decimal } from 'decimal.js';
import { parseAmount } from './operand.js';

/** Twice the digits of an amount and some more: a product of two is exact, a quotient good to far beyond its four places. */
const Exact = Decimal.clone({ precision: 60 });

/** @returns undefined when the result is too large for an amount, as all functions here do */
export function multiply(a: string, b: string): string | undefined {
  return kept(new Exact(a).times(b));
}

/** @param divisor not zero */
export function divide(amount: string, divisor: string): string | undefined {
  return kept(new Exact(amount).dividedBy(divisor));
}

export function subtract(a: string, b: string): string | undefined {
  return kept(new Exact(a).minus(b));
}

/** The sum of none is 0. */
export function sum(amounts: readonly string[]): string | undefined {
  return kept(amounts.reduce((total, amount) => total.plus(amount), new Exact(0)));
}

/** How many hundredths of `whole` an amount is. @param whole not zero */
export function percentage(amount: string, whole: string): string | undefined {
  return kept(new Exact(amount).times(100).dividedBy(whole));
}

export function isZero(amount: string): boolean {
  return new Exact(amount).isZero();
}

function kept(result: Decimal): string | undefined {
  return parseAmount(result.toFixed());
}
