/**
 * Turns a value of a mapping or a CSV cell into the JSON value that a field takes. Pure.
 * Looks at form only; bounds, lengths and references are checked when the record is written.
 */
import { isSingleValueType, type ReferenceField, type SingleValueType, type ValueField } from '@headwater/catalog';
import type { Scalar } from '../mapping/mapping.js';

export type Coerced<T = Scalar> =
  | { readonly kind: 'value'; readonly value: T }
  /** What the field would take instead. */
  | { readonly kind: 'error'; readonly expected: string };

type Coerce = (text: string) => Scalar | undefined;

const readers: Readonly<Record<SingleValueType, { readonly expected: string; readonly read: Coerce }>> = {
  string: { expected: 'text', read: (text) => text },
  text: { expected: 'text', read: (text) => text },
  integer: { expected: 'a whole number', read: (text) => (/^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined) },
  float: { expected: 'a number such as 12.5', read: readNumber },
  decimal: { expected: 'a number such as 12.5', read: readNumber },
  boolean: { expected: 'true, false, yes, no, 1 or 0', read: readBoolean },
  date: { expected: 'a date such as 2024-05-31', read: (text) => (isDate(text) ? text : undefined) },
  datetime: { expected: 'a date, or a date and time such as 2024-05-31T14:30:00', read: readDateTime },
  uuid: { expected: 'a uuid', read: readUuid },
};

/** @param value a text is read as the type of the field; the label of an enum value counts as the value */
export function coerceValue(field: ValueField | ReferenceField, value: Scalar): Coerced {
  const text = String(value);
  if (field.kind === 'value') {
    const labelled = field.enum?.find((known) => known.label === text);
    if (labelled !== undefined) return { kind: 'value', value: labelled.value };
  }
  const type = field.kind === 'reference' ? 'uuid' : field.type;
  if (!isSingleValueType(type)) return { kind: 'error', expected: 'no value of a mapping' };
  const { expected, read } = readers[type];
  const coerced = read(text);
  return coerced === undefined ? { kind: 'error', expected } : { kind: 'value', value: coerced };
}

/** An amount of money. */
export function coerceAmount(value: Scalar): Coerced {
  const amount = readNumber(String(value));
  return amount === undefined
    ? { kind: 'error', expected: readers.decimal.expected }
    : { kind: 'value', value: amount };
}

/** The id of a currency. */
export function coerceId(value: Scalar): Coerced {
  const id = readUuid(String(value));
  return id === undefined ? { kind: 'error', expected: readers.uuid.expected } : { kind: 'value', value: id };
}

/** Any JSON value. */
export function coerceJson(value: Scalar): Coerced<unknown> {
  try {
    return { kind: 'value', value: typeof value === 'string' ? JSON.parse(value) : value };
  } catch {
    return { kind: 'error', expected: 'JSON' };
  }
}

function readNumber(text: string): number | undefined {
  return /^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined;
}

function readBoolean(text: string): boolean | undefined {
  if (/^(true|yes|1)$/i.test(text)) return true;
  return /^(false|no|0)$/i.test(text) ? false : undefined;
}

/** Always with six fraction digits, as the service answers date-times. */
function readDateTime(text: string): string | undefined {
  if (isDate(text)) return `${text}T00:00:00.000000`;
  const [, day = '', time, fraction = ''] = /^(.{10})[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (!isDate(day) || Number.isNaN(Date.parse(`${day}T${time}Z`))) return undefined;
  return `${day}T${time}.${fraction.padEnd(6, '0')}`;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readUuid(text: string): string | undefined {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
}
