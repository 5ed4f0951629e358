/**
 * What is asked of a collection as parameters of the interface. Pure; must not know entity types: members of objects that are named
 * like an operator are operators, for no field has such a name.
 */
import { operandsOf } from '../generated/operators.js';

/** What `list` and `get` take, in the form in which it is read here. */
export interface ReadRequest {
  readonly where?: object;
  readonly orderBy?: readonly unknown[];
  readonly expand?: readonly unknown[];
  /** Left out or false: all members. */
  readonly only?: readonly unknown[] | false;
  readonly first?: number;
  readonly after?: string;
  readonly includeTotal?: boolean;
  readonly includeDeleted?: boolean;
}

/**
 * @returns parameters as `serializeQuery` takes them
 * @throws TypeError a condition is undefined or empty, has no operator or more than one, or names none that exists
 */
export function toQuery({
  where = {},
  orderBy = [],
  expand = [],
  only,
  includeTotal,
  includeDeleted,
  first,
  after,
}: ReadRequest): Record<string, unknown> {
  const conditions: Conditions = { filter: {}, operators: {} };
  addConditions(conditions, '', where);
  return {
    filter: conditions.filter,
    'filter-op': conditions.operators,
    'order-by': orderBy.map(orderName),
    expand: expandNames(expand),
    'load-only': only ? onlyNames(only) : undefined,
    first,
    after,
    'include-total': includeTotal,
    'include-deleted': includeDeleted,
  };
}

interface Conditions {
  readonly filter: Record<string, unknown>;
  readonly operators: Record<string, string>;
}

function addConditions(conditions: Conditions, path: string, where: object): void {
  for (const [name, condition] of Object.entries(where)) addCondition(conditions, `${path}${name}`, condition);
}

function addCondition(conditions: Conditions, path: string, condition: unknown): void {
  // What silently disappeared would make the answer hold too much.
  if (condition === undefined) throw new TypeError(`where: "${path}" is undefined: leave it out, or give a condition`);
  if (condition === null) conditions.operators[path] = 'null';
  else if (!isObject(condition)) conditions.filter[path] = condition;
  else {
    const names = Object.keys(condition);
    const operators = names.filter((name) => Object.hasOwn(operandsOf, name));
    if (names.length === 0)
      throw new TypeError(`where: "${path}" is an empty object: leave it out, or give a condition`);
    if (operators.length === 0) addConditions(conditions, `${path}.`, condition);
    else addOperator(conditions, path, names, condition as Readonly<Record<string, unknown>>);
  }
}

function addOperator(
  { filter, operators }: Conditions,
  path: string,
  names: readonly string[],
  condition: Readonly<Record<string, unknown>>,
): void {
  const [name = '', ...others] = names;
  if (others.length > 0) throw new TypeError(`where: "${path}" takes one operator, not ${names.join(' and ')}`);
  const operand = condition[name];
  const isMissing = operand === undefined || operand === null || (operandsOf[name] === 'none' && operand !== true);
  if (isMissing) {
    const wanted = operandsOf[name] === 'none' ? 'true' : 'a value';
    throw new TypeError(`where: "${path}" needs ${wanted} for the operator "${name}"`);
  }
  operators[path] = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (operandsOf[name] !== 'none') filter[path] = operand;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** `{ owner: '-email' }` is `-owner.email`. */
function orderName(item: unknown): string {
  if (typeof item === 'string') return item;
  const [name, below] = entryOf('orderBy', item);
  const inner = orderName(below);
  return inner.startsWith('-') ? `-${name}.${inner.slice(1)}` : `${name}.${inner}`;
}

/** @returns names with dots, each relation that is followed among them */
export function expandNames(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    const [name, below] = entryOf('expand', item);
    return [name, ...expandNames(below as readonly unknown[]).map((inner) => `${name}.${inner}`)];
  });
}

/** @returns names with dots; where nothing is named, the id, which always comes */
export function onlyNames(items: readonly unknown[]): string[] {
  if (items.length === 0) return ['id'];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [item];
    const [name, below] = entryOf('only', item);
    return onlyNames(below as readonly unknown[]).map((inner) => `${name}.${inner}`);
  });
}

function entryOf(option: string, item: unknown): [name: string, below: unknown] {
  const [entry, ...others] = Object.entries(item ?? {});
  if (entry === undefined || others.length > 0) {
    throw new TypeError(`${option}: an object has one relation; give one object for each`);
  }
  return entry;
}
