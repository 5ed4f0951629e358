/**
 * Reads the JSON value of a field in a record body. Pure.
 */
import { isListType, type ValueField } from '@headwater/catalog';
import type { Operand } from '../list/predicate.js';
import { parseAmount, parseOperand, unstorableIn, wantedOperand } from './operand.js';

/** A canonical value, or what is wrong with the given one. */
export type ParsedValue = { readonly value: Operand } | { readonly problem: string };

/** Levels of arrays and objects in a JSON value at most: databases reject what nests too deeply. */
const maxJsonDepth = 100;

/** Items of a list at most. */
const maxListItems = 1_000;

/** Characters of the text of a JSON value at most. */
const maxJsonLength = 1_000_000;

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

/** @param given any JSON value; null clears the field */
export function parseValue(field: ValueField, given: unknown): ParsedValue {
  if (isListType(field.type)) return parseList(field, given);
  if (given === null) return { value: null };
  if (field.type === 'json') return parseJson(given);
  if (field.type === 'string' || field.type === 'text') return parseText(field, given);
  const isScalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  const value = isScalar ? parseScalar(field, given) : undefined;
  if (value === undefined || value === null) return { problem: `must be ${wantedOperand(field.type, given)}.` };
  return checkBounds(field, value);
}

/** An unset list is an empty one. @returns the list as JSON text */
function parseList(field: ValueField, given: unknown): ParsedValue {
  const items: unknown = given ?? [];
  if (!Array.isArray(items) || items.length > maxListItems) {
    return { problem: `must be a list of at most ${maxListItems} items.` };
  }
  const type = field.type === 'uuids' ? 'uuid' : 'string';
  const itemOf = (item: unknown) => (type === 'uuid' ? idOf(item) : item);
  const parsed = items.map((item: unknown) =>
    item === null ? undefined : parseValue({ ...field, type }, itemOf(item)),
  );
  const values: Operand[] = [];
  for (const [index, one] of parsed.entries()) {
    if (!one || 'problem' in one) return { problem: `item ${index}: ${one?.problem ?? 'must not be null.'}` };
    values.push(one.value);
  }
  return { value: JSON.stringify(values) };
}

/** Records may also be given as objects with their id, as everywhere else in bodies. */
function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : item;
}

function parseScalar(field: ValueField, given: string | number | boolean): Operand | undefined {
  if (field.type !== 'decimal') return parseOperand(field.type, given);
  return typeof given === 'boolean' ? undefined : parseAmount(String(given));
}

function parseJson(given: unknown): ParsedValue {
  const problem = jsonProblem(given, maxJsonDepth);
  if (problem !== undefined) return { problem };
  const text = JSON.stringify(given);
  return text.length > maxJsonLength
    ? { problem: `must have at most ${maxJsonLength} characters as JSON text.` }
    : { value: text };
}

/** @returns why a JSON value with so many levels at most cannot be stored as it is */
function jsonProblem(value: unknown, levels: number): string | undefined {
  // What a double can't hold was read as infinite, and would be written as null.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must have no number beyond 1.8e308.';
  if (typeof value === 'string') return textProblem(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `must have at most ${maxJsonDepth} levels.`;
  for (const [name, item] of Object.entries(value)) {
    const problem = textProblem(name) ?? jsonProblem(item, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** PostgreSQL stores it escaped, and rejects it when it is read: no change of the record could be read any more. */
function textProblem(text: string): string | undefined {
  const unstorable = unstorableIn(text);
  return unstorable && `must have no text with ${unstorable}.`;
}

function parseText(field: ValueField, given: unknown): ParsedValue {
  if (typeof given !== 'string') return { problem: 'must be a text.' };
  const unstorable = unstorableIn(given);
  if (unstorable !== undefined) return { problem: `must be a text without ${unstorable}.` };
  if (field.maxLength !== undefined && isLonger(given, field.maxLength)) {
    return { problem: `must have at most ${field.maxLength} characters.` };
  }
  if (field.type === 'string' && /[\r\n]/.test(given)) return { problem: 'must be a single line.' };
  if (field.format === 'email' && given !== '' && !/^[^@\s]+@[^@\s]+$/.test(given)) {
    return { problem: 'must be an e-mail address.' };
  }
  if (field.format === 'uri' && given !== '' && !URL.canParse(given))
    return { problem: 'must be an absolute address.' };
  return checkEnum(field, meantBy(field, given));
}

/** Counts code points, but only when code units don't decide already. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}

function checkBounds(field: ValueField, value: Operand): ParsedValue {
  if (typeof value === 'number') {
    const minimum = field.minimum ?? (field.type === 'integer' ? int32.min : -Infinity);
    const maximum = field.maximum ?? (field.type === 'integer' ? int32.max : Infinity);
    if (value < minimum || value > maximum) return { problem: `must be from ${minimum} to ${maximum}.` };
  }
  return checkEnum(field, value);
}

function checkEnum(field: ValueField, value: Operand): ParsedValue {
  if (!field.enum) return { value };
  const isAllowed =
    field.bitMask && typeof value === 'number'
      ? (value & ~field.enum.reduce((bits, one) => bits | Number(one.value), 0)) === 0
      : field.enum.some((one) => one.value === value);
  if (isAllowed) return { value };
  const values = field.enum.map((one) => `${one.value} (${one.label})`).join(', ');
  return { problem: field.bitMask ? `must be a sum of ${values}.` : `must be one of ${values}.` };
}

// Texts that stand for others in bodies and filters. Pure.

/** @returns the value that a text means in a field: itself, unless it is an alias */
export function meantBy({ aliases }: Pick<ValueField, 'aliases'>, text: string): string {
  return aliases && Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text;
}
