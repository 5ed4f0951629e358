/**
 * The one form of a definition's members: what says nothing is left out, and names inside of them are sorted, so that equal members
 * are equal texts. Pure.
 */
import { compareText, type Json, type Members } from './schema.js';

/** JSON as parsers give it, in which a member may be undefined. */
export type LooseJson =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly LooseJson[]
  | { readonly [name: string]: LooseJson };

export type What = 'kind' | 'type' | 'option' | 'field';

/** What members have when nothing is said of them; null: all others. */
const defaults: Readonly<Record<What, Readonly<Record<string, Json>>>> = {
  kind: { icon: 0 },
  type: {},
  option: {},
  field: { is_unique: false },
};

/** Maps whose own members may be left out in the same way. */
const partDefaults: Readonly<Record<string, Readonly<Record<string, Json>>>> = { lookup: { many: false }, rollup: {} };

/** @param more defaults that are known only where they are used */
export function withoutDefaults(
  what: What,
  members: Readonly<Record<string, LooseJson>>,
  more: Readonly<Record<string, Json>> = {},
): Members {
  const parts = Object.entries(members).map(([name, value]): [string, LooseJson] => {
    const part = partDefaults[name];
    return part === undefined || !isMap(value) ? [name, value] : [name, without(value, part)];
  });
  return without(Object.fromEntries(parts), { ...defaults[what], ...more });
}

function without(
  members: Readonly<Record<string, LooseJson>>,
  defaultsOfMembers: Readonly<Record<string, Json>>,
): Members {
  const rest = Object.entries(members).flatMap(([name, value]): [string, Json][] => {
    if (isEmpty(value) || value === defaultsOfMembers[name]) return [];
    return [[name, inOrder(value)]];
  });
  return Object.fromEntries(rest);
}

function isEmpty(value: LooseJson): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

function inOrder(value: LooseJson): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isMap(value)) return (value ?? null) as Json;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)).map(([name, part]) => [name, inOrder(part)]));
}

export function isMap(value: LooseJson): value is { readonly [name: string]: LooseJson } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two members say the same. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
