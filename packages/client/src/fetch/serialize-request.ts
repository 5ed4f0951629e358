/**
 * Path and query parameters to the text of an address, in the styles that the interface uses.
 * Must not know which operation is called: parameters are distinguished by their form alone.
 */
import { defaultPathSerializer } from 'openapi-fetch';

/** Parameters that hold several names in one text, separated by commas. */
const nameLists: ReadonlySet<string> = new Set(['expand', 'load-only', 'order-by']);

/**
 * Renders query parameters. Pure.
 * - `expand`, `load-only` and `order-by` may be arrays: `['owner', 'unit']` becomes `owner,unit`.
 * - Objects become deep objects: `filter: { name: 'x' }` becomes `filter[name]=x`, percent-encoded.
 * - Other arrays become repeated values, inside deep objects too; a `Date` becomes ISO 8601 in UTC.
 * - A parameter that is `undefined` or `null` is left out, but not a member of a deep object: a filter that silently
 *   disappeared would make the answer hold too much.
 * @returns the text after the `?`; empty when there is nothing to send
 * @throws TypeError a member of a deep object is `undefined`, `null` or an empty array, or a value is nested deeper
 */
export function serializeQuery(query: Record<string, unknown>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&');
}

type Pair = readonly [name: string, text: string];

function pairsOf(name: string, value: unknown): Pair[] {
  if (Array.isArray(value)) {
    const texts = value.map((item) => textOf(name, item));
    if (!nameLists.has(name)) return texts.map((text) => [name, text]);
    return texts.length === 0 ? [] : [[name, texts.join(',')]];
  }
  if (!isDeepObject(value)) return [[name, textOf(name, value)]];
  return Object.entries(value).flatMap(([member, operand]) => memberPairs(`${name}[${member}]`, operand));
}

function memberPairs(name: string, operand: unknown): Pair[] {
  const operands: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (operands.length === 0) throw new TypeError(`"${name}" is an empty array: leave it out`);
  return operands.map((item) => [name, textOf(name, item)]);
}

function textOf(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      throw new TypeError(
        `"${name}" must be a text, a number, a boolean or a Date${value === null ? '; to look for null, use the operator "null"' : ''}`,
      );
  }
}

function isDeepObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

// Puts path parameters into their places.
// Must not know which operation is called.

/** Segments that would change which address is meant: none, this one, the one above. */
const wandering: ReadonlySet<string> = new Set(['', '.', '..']);

/**
 * Renders a path with its parameters, percent-encoded. Pure.
 * @throws TypeError a parameter is missing, or would lead to another address: an empty id turns a record into its list
 */
export function serializePath(path: string, parameters: Readonly<Record<string, unknown>>): string {
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = parameters[name];
    if (value === undefined || value === null || wandering.has(String(value))) {
      throw new TypeError(`path parameter "${name}" must be a text that names a place`);
    }
  }
  return defaultPathSerializer(path, parameters);
}
