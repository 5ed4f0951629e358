/**
 * What the filter operators mean, and the order of values that some of them and `order-by` go by.
 */
import type { OperatorName } from '@headwater/catalog';
import type { Json } from './json.js';

/** Whether a value meets an operator with its operands. */
export type Meaning = (value: Json, operands: readonly Json[]) => boolean;
export type Meanings = Readonly<Record<OperatorName, Meaning>>;

/** Below 0 when the first sorts ahead: null first, numbers by size, false ahead of true, texts by code point. */
export function compareValues(a: Json, b: Json): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return Number(a) - Number(b);
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (const [place, character] of left.entries()) {
    const other = right[place];
    if (other === undefined) return 1;
    if (character !== other) return (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
  }
  return left.length - right.length;
}

const fold = (value: Json) => String(value).toLowerCase();
const isOneOf: Meaning = (value, operands) =>
  Array.isArray(value) ? operands.some((operand) => value.includes(operand)) : operands.includes(value);
const isOneOfInAnyCase: Meaning = (value, operands) =>
  value !== null && operands.some((operand) => fold(operand) === fold(value));
const isEmpty: Meaning = (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
// An unset list is an empty one.
const isNull: Meaning = (value) => value === null || (Array.isArray(value) && value.length === 0);

function not(meaning: Meaning): Meaning {
  return (value, operands) => !meaning(value, operands);
}

function text(holds: (value: string, operand: string) => boolean): Meaning {
  return (value, [operand]) => typeof value === 'string' && holds(value, String(operand));
}

function textInAnyCase(holds: (value: string, operand: string) => boolean): Meaning {
  return (value, [operand]) => typeof value === 'string' && holds(fold(value), fold(operand ?? ''));
}

function ordered(holds: (difference: number) => boolean): Meaning {
  return (value, [operand]) => value !== null && holds(compareValues(value, operand ?? null));
}

export const meanings: Meanings = {
  eq: isOneOf,
  ieq: isOneOfInAnyCase,
  'not-eq': not(isOneOf),
  'not-ieq': not(isOneOfInAnyCase),
  contains: text((value, operand) => value.includes(operand)),
  starts: text((value, operand) => value.startsWith(operand)),
  ends: text((value, operand) => value.endsWith(operand)),
  icontains: textInAnyCase((value, operand) => value.includes(operand)),
  istarts: textInAnyCase((value, operand) => value.startsWith(operand)),
  iends: textInAnyCase((value, operand) => value.endsWith(operand)),
  null: isNull,
  'not-null': not(isNull),
  empty: isEmpty,
  'not-empty': not(isEmpty),
  gt: ordered((difference) => difference > 0),
  gte: ordered((difference) => difference >= 0),
  lt: ordered((difference) => difference < 0),
  lte: ordered((difference) => difference <= 0),
  between: (value, [from = null, to = null]) =>
    value !== null && compareValues(value, from) >= 0 && compareValues(value, to) <= 0,
};
