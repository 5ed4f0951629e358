/**
 * What filters and orders mean, said once more over plain objects in memory: written from the interface alone, it shares no code
 * with the server that it judges.
 */
import type { Operator } from '../../src/request/filter.js';

/** Date-times, dates and uuids as text in their one written form. */
export type Value = string | number | boolean | null;

export interface Thing {
  readonly id: string;
  isDeleted: boolean;
  readonly values: Readonly<Record<string, Value>>;
  readonly one: Readonly<Record<string, Thing | null>>;
  readonly many: Record<string, Thing[]>;
}

export interface Condition {
  readonly path: string;
  readonly operator: Operator;
  readonly operands: readonly Exclude<Value, null>[];
}

export interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

export interface Query {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortKey[];
  readonly includeDeleted: boolean;
}

type OperatorGroup = 'presence' | 'equality' | 'ordering' | 'search';

/** What each operator asks, so that no test of all of them leaves one out. */
const groups: Readonly<Record<Operator, OperatorGroup>> = {
  null: 'presence',
  'not-null': 'presence',
  empty: 'presence',
  'not-empty': 'presence',
  eq: 'equality',
  'not-eq': 'equality',
  ieq: 'equality',
  'not-ieq': 'equality',
  gt: 'ordering',
  gte: 'ordering',
  lt: 'ordering',
  lte: 'ordering',
  between: 'ordering',
  contains: 'search',
  starts: 'search',
  ends: 'search',
  icontains: 'search',
  istarts: 'search',
  iends: 'search',
};

export const presence = operatorsIn('presence');
/** They take one value or several. */
export const equality = operatorsIn('equality');
export const ordering = operatorsIn('ordering');
/** Of texts only. */
export const search = operatorsIn('search');

function operatorsIn(group: OperatorGroup): readonly Operator[] {
  return (Object.keys(groups) as Operator[]).filter((operator) => groups[operator] === group);
}

/** @returns the things that match, in order */
export function answer(things: readonly Thing[], { conditions, order, includeDeleted }: Query): Thing[] {
  return things
    .filter((thing) => includeDeleted || !thing.isDeleted)
    .filter((thing) => conditions.every((condition) => matches(thing, condition, includeDeleted)))
    .sort((a, b) => compareThings(a, b, order));
}

function matches(thing: Thing, condition: Condition, includeDeleted: boolean): boolean {
  const [name = '', ...rest] = condition.path.split('.');
  const rows = thing.many[name]?.filter((row) => includeDeleted || !row.isDeleted);
  const inner = { ...condition, path: rest.join('.') };
  if (rows)
    return rest.length > 0 ? rows.some((row) => matches(row, inner, includeDeleted)) : rowsMatch(rows, condition);
  if (rest.length === 0 || !(name in thing.one)) return valueMatches(valueAt(thing, condition.path), condition);
  const target = thing.one[name] ?? null;
  return target ? matches(target, inner, includeDeleted) : valueMatches(null, condition);
}

/** A to-many relation itself is empty or not, or holds a row by its id. */
function rowsMatch(rows: readonly Thing[], { operator, operands }: Condition): boolean {
  const holds = rows.some((row) => operands.includes(row.id));
  if (operator === 'eq') return holds;
  if (operator === 'not-eq') return !holds;
  return (operator === 'null' || operator === 'empty') === (rows.length === 0);
}

/** The value at the end of a path through to-one relations; null when one of them is unset. */
function valueAt(thing: Thing, path: string): Value {
  if (path in thing.values) return thing.values[path] ?? null;
  const [name = '', ...rest] = path.split('.');
  if (!(name in thing.one)) throw new Error(`no such path: ${path}`);
  const target = thing.one[name] ?? null;
  if (rest.length === 0) return target?.id ?? null;
  return target && valueAt(target, rest.join('.'));
}

function valueMatches(value: Value, { operator, operands }: Condition): boolean {
  const [first, second] = operands;
  const isAnyOf = (same: (operand: Value) => boolean) => operands.some(same);
  switch (operator) {
    case 'eq':
      return isAnyOf((operand) => operand === value);
    case 'not-eq':
      return !isAnyOf((operand) => operand === value);
    case 'ieq':
      return value !== null && isAnyOf((operand) => inOneCase(operand) === inOneCase(value));
    case 'not-ieq':
      return value === null || !isAnyOf((operand) => inOneCase(operand) === inOneCase(value));
    case 'null':
      return value === null;
    case 'not-null':
      return value !== null;
    case 'empty':
      return value === null || value === '';
    case 'not-empty':
      return value !== null && value !== '';
    default:
      return value !== null && first !== undefined && orderMatches(value, operator, first, second);
  }
}

function orderMatches(
  value: Exclude<Value, null>,
  operator: Operator,
  first: Value,
  second: Value | undefined,
): boolean {
  switch (operator) {
    case 'contains':
      return String(value).includes(String(first));
    case 'starts':
      return String(value).startsWith(String(first));
    case 'ends':
      return String(value).endsWith(String(first));
    case 'icontains':
      return String(inOneCase(value)).includes(String(inOneCase(first)));
    case 'istarts':
      return String(inOneCase(value)).startsWith(String(inOneCase(first)));
    case 'iends':
      return String(inOneCase(value)).endsWith(String(inOneCase(first)));
    case 'gt':
      return compare(value, first) > 0;
    case 'gte':
      return compare(value, first) >= 0;
    case 'lt':
      return compare(value, first) < 0;
    case 'lte':
      return compare(value, first) <= 0;
    case 'between':
      return compare(value, first) >= 0 && compare(value, second ?? null) <= 0;
    default:
      throw new Error(`no such operator: ${operator}`);
  }
}

/** Each character by itself, so that a last sigma is like any other. */
function inOneCase(value: Value): Value {
  if (typeof value !== 'string') return value;
  return [...value].map((character) => character.toLowerCase().toUpperCase()).join('');
}

function compareThings(a: Thing, b: Thing, order: readonly SortKey[]): number {
  for (const { path, descending } of order) {
    const difference = compare(valueAt(a, path), valueAt(b, path));
    if (difference !== 0) return descending ? -difference : difference;
  }
  const byId = compare(a.id, b.id);
  return order.at(-1)?.descending ? -byId : byId;
}

/** Null ahead of everything, text by code point, false ahead of true. */
function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const left = [...a].map((character) => character.codePointAt(0) ?? 0);
  const right = [...b].map((character) => character.codePointAt(0) ?? 0);
  const index = left.findIndex((point, position) => point !== right[position]);
  if (index === -1) return left.length - right.length;
  return (left[index] ?? 0) - (right[index] ?? -1);
}
