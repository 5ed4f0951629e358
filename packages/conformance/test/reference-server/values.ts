/**
 * Values of fields as bodies have them, brought into the form in which they are stored and answered.
 */
import type { Field } from '@headwater/catalog';
import { isObject, type Json } from './json.js';

type ValueField = Extract<Field, { kind: 'value' }>;

/** A value, or what is wrong with it. */
export type Read<T = Json> = { readonly value: T } | { readonly problem: string };

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const momentForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,6})\d*)?(Z|[+-]\d{2}:?\d{2})?$/i;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** @returns the id in lower case; undefined when it is none */
export function readUuid(value: Json | undefined): string | undefined {
  return typeof value === 'string' && uuidForm.test(value) ? value.toLowerCase() : undefined;
}

/** What a field has that is not set. */
export function unsetValue(field: Field): Json {
  const isList = field.kind === 'rows' || (field.kind === 'value' && ['uuids', 'strings'].includes(field.type));
  return isList ? [] : null;
}

/** @param value not null */
export function readValue(field: ValueField, value: Json): Read {
  const typed = readTyped(field.type, value);
  return 'problem' in typed ? typed : within(field, typed.value);
}

function readTyped(type: ValueField['type'], value: Json): Read {
  switch (type) {
    case 'string':
    case 'text':
      return typeof value === 'string' ? { value } : { problem: 'is no text' };
    case 'integer':
      return typeof value === 'number' && value === (value | 0)
        ? { value }
        : { problem: 'is no whole number of 32 bits' };
    case 'float':
    case 'decimal':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : { problem: 'is no number' };
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'is neither true nor false' };
    case 'date':
      return readDay(value);
    case 'datetime':
      return readMoment(value);
    case 'uuid': {
      const id = readUuid(value);
      return id === undefined ? { problem: 'is no id' } : { value: id };
    }
    case 'uuids': {
      const ids = Array.isArray(value) ? value.map(readUuid) : [undefined];
      return ids.every((id) => id !== undefined) ? { value: ids } : { problem: 'is no list of ids' };
    }
    case 'strings': {
      const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
      return isTexts ? { value } : { problem: 'is no list of texts' };
    }
    case 'json':
      return { value };
  }
}

function within(
  { maxLength, minimum, maximum, format, bitMask, aliases, enum: options }: ValueField,
  value: Json,
): Read {
  if (typeof value === 'string') {
    const meant = aliases && Object.hasOwn(aliases, value) ? aliases[value] : undefined;
    if (meant !== undefined) return { value: meant };
    if (maxLength !== undefined && Array.from(value).length > maxLength) {
      return { problem: `has more than ${maxLength} characters` };
    }
    if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return { problem: 'is no e-mail address' };
  }
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return { problem: `is below ${minimum}` };
    if (maximum !== undefined && value > maximum) return { problem: `is above ${maximum}` };
  }
  if (options === undefined) return { value };
  const numbers = options.map((option) => Number(option.value));
  const bits = numbers.reduce((sum, bit) => sum | bit, 0);
  const isOption = bitMask
    ? Number(value) >= 0 && (Number(value) & ~bits) === 0
    : options.some((option) => option.value === value);
  return isOption ? { value } : { problem: `is none of ${options.map((option) => option.value).join(', ')}` };
}

/** A day; of a moment its day. */
export function readDay(value: Json): Read<string> {
  if (typeof value === 'string' && dayForm.test(value)) {
    return isDay(value) ? { value } : { problem: 'is no day of the calendar' };
  }
  const moment = readMoment(value);
  return 'value' in moment ? { value: moment.value.slice(0, 10) } : { problem: 'is no date' };
}

/** A moment, or a day for its beginning, as `YYYY-MM-DDTHH:MM:SS.ffffff` in UTC. */
export function readMoment(value: Json): Read<string> {
  const text = typeof value === 'string' && dayForm.test(value) ? `${value}T00:00:00` : value;
  const [, day = '', time = '', fraction = '', zone = 'Z'] =
    momentForm.exec(typeof text === 'string' ? text : '') ?? [];
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?/, '$1:');
  const ms = isDay(day) && !time.startsWith('24') ? Date.parse(`${day}T${time.padEnd(8, ':00')}${offset}`) : Number.NaN;
  if (Number.isNaN(ms)) return { problem: 'is no moment' };
  return { value: `${new Date(ms).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}` };
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/**
 * An amount. In the base currency one of its values gives the other.
 * @param value not null
 * @param ownCurrency of the amount so far
 */
export function readMoney(value: Json, baseCurrency: string | null, ownCurrency: string | null): Read {
  if (!isObject(value)) return { problem: 'is no object with base_value, value_foreign and currency_id' };
  const { base_value = null, value_foreign = null, currency_id = null } = value;
  for (const amount of [base_value, value_foreign])
    if (amount !== null && typeof amount !== 'number') return { problem: 'has an amount that is no number' };
  const currency = currency_id === null ? (ownCurrency ?? baseCurrency) : readUuid(currency_id);
  if (currency === undefined) return { problem: 'has a currency_id that is no id' };
  if (base_value === null && value_foreign === null) return { value: null };
  if (currency === baseCurrency) {
    const amount = inPlaces(base_value ?? value_foreign);
    if (amount !== inPlaces(value_foreign ?? base_value))
      return { problem: 'has two values in the base currency that differ' };
    return { value: { base_value: amount, currency_id: currency, value_foreign: amount } };
  }
  if (base_value === null || value_foreign === null)
    return { problem: 'needs both values, as there are no exchange rates' };
  return { value: { base_value: inPlaces(base_value), currency_id: currency, value_foreign: inPlaces(value_foreign) } };
}

/** In four decimal places, halves away from zero. */
function inPlaces(amount: Json): Json {
  if (typeof amount !== 'number') return amount;
  // The shortest decimal form is what was meant: 1.00005 is a little less as a double.
  const [digits = '', exponent = '0'] = String(Math.abs(amount)).split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + 4}`));
  return Math.sign(amount) * Number(`${shifted}e-4`);
}
