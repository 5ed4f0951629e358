/**
 * Values as the oracle compares them: by the rules of the interface, in memory, without a database. Pure.
 */
import type { Json } from '../http/json.js';

/** Date-times and dates are compared as texts of one fixed form, which sorts like the moments they name. */
export type OracleValue = string | number | boolean | null;

/**
 * @returns below 0 when `left` sorts before `right`: null first, numbers by size, false before true, texts by code point
 */
export function compareValues(left: OracleValue, right: OracleValue): number {
  if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1);
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
  return Number(left) - Number(right);
}

function compareCodePoints(left: string, right: string): number {
  const rightPoints = Array.from(right);
  let at = 0;
  for (const character of left) {
    const other = rightPoints[at];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
    at += 1;
  }
  return at - rightPoints.length;
}

/** The text without regard to case; the random texts hold only letters for which every way of doing so agrees. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** @throws TypeError for arrays and objects, which have no order: an error in a check */
export function oracleValue(value: Json | undefined): OracleValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') throw new TypeError('an array or object has no place in an order');
  return value;
}
