/**
 * The order of values in formulas: that of both databases. Pure.
 */
import { Decimal } from 'decimal.js';

/**
 * @returns below 0, 0 or above 0; null when either is null. Texts compare by code point; values of different types are not compared.
 */
export function compareValues(
  left: Decimal | string | boolean | null,
  right: Decimal | string | boolean | null,
): number | null {
  if (left === null || right === null) return null;
  if (left instanceof Decimal && right instanceof Decimal) return left.comparedTo(right);
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}
