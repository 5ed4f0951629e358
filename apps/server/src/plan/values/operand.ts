/**
 * Reads an operand as the type of the field that it is compared with. Pure.
 */
import type { ValueType } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import type { Operand } from '../list/predicate.js';
import { namesNoDay, parseDate, parseDateTime } from './date-time.js';

/** What kind of value was wanted, for messages. */
const wanted: Record<ValueType, string> = {
  string: 'a text without the character U+0000',
  text: 'a text without the character U+0000',
  integer: 'a whole number',
  float: 'a number',
  decimal: 'a number with at most 14 digits before the point',
  boolean: 'true or false',
  date: 'a date (YYYY-MM-DD)',
  datetime: 'a date-time (YYYY-MM-DDTHH:MM:SS, UTC unless it has an offset)',
  uuid: 'a uuid',
  uuids: 'a uuid',
  strings: 'a text without the character U+0000',
  json: 'nothing: it can only be tested for null',
};

/**
 * @param given what `parseOperand` did not take
 * @returns a phrase that says what it should be: of the right form, a day that exists, or a number within the bounds
 */
export function wantedOperand(type: ValueType, given: unknown): string {
  const isDate = type === 'date' || type === 'datetime';
  if (isDate && typeof given === 'string' && namesNoDay(given)) return 'a day of the calendar';
  if (type === 'integer' && isWholeNumber(given)) {
    return `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
  }
  return wanted[type];
}

function isWholeNumber(given: unknown): boolean {
  return typeof given === 'string' ? /^[+-]?\d+$/.test(given) : Number.isInteger(given);
}

/**
 * @param given text as it came, or a typed value
 * @returns the operand in canonical form, or undefined when it is not one of that type
 */
export function parseOperand(type: ValueType, given: string | number | boolean): Operand | undefined {
  return parsers[type](given);
}

type Parse = (given: string | number | boolean) => Operand | undefined;

const parsers: Record<ValueType, Parse> = {
  string: parseText,
  text: parseText,
  integer: (given) => {
    const number = typeof given === 'string' && /^[+-]?\d{1,16}$/.test(given) ? Number(given) : given;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
  },
  float: (given) => {
    const number = typeof given === 'string' && isNumberText(given) ? Number(given) : given;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  decimal: (given) => (typeof given === 'boolean' ? undefined : parseDecimal(String(given))),
  boolean: (given) => {
    if (given === true || given === 'true' || given === '1' || given === 1) return true;
    return given === false || given === 'false' || given === '0' || given === 0 ? false : undefined;
  },
  date: (given) => (typeof given === 'string' ? parseDate(given) : undefined),
  datetime: (given) => (typeof given === 'string' ? parseDateTime(given) : undefined),
  uuid: parseUuid,
  uuids: parseUuid,
  strings: parseText,
  json: () => undefined,
};

const decimalPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Characters of a number at most: far more than an amount has digits. */
const maxNumberLength = 64;

function isNumberText(text: string): boolean {
  return text.length <= maxNumberLength && decimalPattern.test(text);
}

function parseText(given: string | number | boolean): string | undefined {
  const text = String(given);
  return isStorableText(text) ? text : undefined;
}

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return unstorableIn(text) === undefined;
}

/** @returns a phrase that names why a text cannot be stored; undefined where it can */
export function unstorableIn(text: string): string | undefined {
  if (text.includes('\0')) return 'the character U+0000';
  return /\p{Surrogate}/u.test(text) ? 'half of a surrogate pair' : undefined;
}

/** Amounts lie below this, above and below zero. */
const amountBound = '1e14';

/** @returns a plain decimal notation (`-1054.5`), or undefined when it is no number or too large for an amount */
export function parseDecimal(text: string): string | undefined {
  if (!isNumberText(text)) return undefined;
  const decimal = new Decimal(text);
  return decimal.abs().lessThan(amountBound) ? plain(decimal) : undefined;
}

function plain(decimal: Decimal): string {
  // There is one zero only.
  return decimal.isZero() ? '0' : decimal.toFixed();
}

/** Amounts are stored to four places; halves are rounded away from zero. */
const amountPlaces = 4;

/** @param decimal plain decimal notation */
function roundAmount(decimal: string): string {
  return plain(new Decimal(decimal).toDecimalPlaces(amountPlaces, Decimal.ROUND_HALF_UP));
}

/** As it is stored, without any rounding. */
const plainAmount = /^-?[1-9]\d{0,13}(?:\.\d{0,3}[1-9])?$/;

/** @returns the amount that is stored for a text, or undefined when it is no number or, once rounded, too large */
export function parseAmount(text: string): string | undefined {
  if (plainAmount.test(text)) return text;
  const decimal = parseDecimal(text);
  return decimal === undefined ? undefined : parseDecimal(roundAmount(decimal));
}

/** By code point, as lists sort texts. @returns below 0, 0 or above 0 */
export function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function parseUuid(given: string | number | boolean): string | undefined {
  return isUuid(given) ? given.toLowerCase() : undefined;
}

/** Any version and variant: ids made elsewhere don't always set them. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value);
}
