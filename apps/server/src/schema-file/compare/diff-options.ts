/**
 * Compares the options of a set with those that a file lists, their order included. Pure.
 */

import type { YamlPath } from '../../yaml/located-yaml.js';
import {
  compareText,
  type DataSet,
  type Definition,
  type Located,
  type Members,
  type SpaceSchema,
  type Stored,
} from '../schema.js';
import { isSame, type What } from '../without-defaults.js';
import type { Change, MemberChange } from './change.js';

/**
 * Options that only the space has stay behind the one that they follow now.
 * @param name of the set
 * @param found name of the set in the space; undefined: it is made
 */
export function diffOptions(
  name: string,
  wanted: DataSet<Located>,
  space: Pick<SpaceSchema, 'dataSets' | 'sortOrders'>,
  found: string | undefined,
): Change[] {
  const there = found === undefined ? [] : (space.dataSets.get(found)?.options ?? []);
  const pairs = pairByName(wanted.options, there);
  const sortOrders = sortOrdersOf(
    pairs,
    there.map(({ id }) => ({ id, sortOrder: space.sortOrders.get(id) ?? 0 })),
  );
  return pairs.flatMap((pair): Change[] => {
    const from = pair.found && space.sortOrders.get(pair.found.id);
    const to = sortOrders.get(pair);
    const changes = changeOf(pair, 'option', name, () => wanted.path);
    if (pair.found && pair.wanted === undefined) return changes;
    if (from === to) return changes;
    return [withSortOrder(pair, changes[0], name, { from, to })];
  });
}

function withSortOrder(
  { wanted, found }: Pair,
  change: Change | undefined,
  of: string,
  sort_order: { readonly from: number | undefined; readonly to: number | undefined },
): Change {
  const whole: Change = change ?? {
    action: 'change',
    what: 'option',
    of,
    name: wanted?.name ?? '',
    members: {},
    path: wanted?.path ?? [],
    id: found?.id ?? null,
  };
  return { ...whole, members: { ...whole.members, sort_order } };
}

/** @returns the sort order of each pair; an option that exists keeps its number where possible */
function sortOrdersOf(
  pairs: readonly Pair[],
  there: readonly { readonly id: string; readonly sortOrder: number }[],
): ReadonlyMap<Pair, number> {
  const order = inFinalOrder(pairs, there);
  const numberOf = new Map(there.map(({ id, sortOrder }) => [id, sortOrder]));
  const sortOrders = new Map<Pair, number>();
  // Two options may have one number: as long as they need not move, that is no difference.
  const isInPlace = order.length === there.length && order.every(({ found }, index) => found?.id === there[index]?.id);
  let last: number | undefined;
  for (const pair of order) {
    const now = pair.found && numberOf.get(pair.found.id);
    const canStay = now !== undefined && (isInPlace || last === undefined || now > last);
    last = canStay ? now : (last ?? 0) + 1;
    sortOrders.set(pair, last);
  }
  return sortOrders;
}

function inFinalOrder(pairs: readonly Pair[], there: readonly { readonly id: string }[]): Pair[] {
  const wanted = pairs.filter((pair) => pair.wanted !== undefined);
  const left = new Map(pairs.filter((pair) => pair.wanted === undefined).map((pair) => [pair.found?.id, pair]));
  /** Each behind the one before it; the first behind nothing. */
  const next = new Map<Pair | undefined, Pair | undefined>(wanted.map((pair, index) => [wanted[index - 1], pair]));
  const byId = new Map(wanted.map((pair) => [pair.found?.id, pair]));
  for (const [index, { id }] of there.entries()) {
    const pair = left.get(id);
    if (!pair) continue;
    const before = index === 0 ? undefined : byId.get(there[index - 1]?.id);
    next.set(pair, next.get(before)).set(before, pair);
    byId.set(id, pair);
  }
  const order: Pair[] = [];
  for (let pair = next.get(undefined); pair; pair = next.get(pair)) order.push(pair);
  return order;
}

/**
 * Compares two lists of definitions. Pure.
 */
export interface Pair {
  readonly wanted: Definition<Located> | undefined;
  readonly found: Definition<Stored> | undefined;
}

/** Pairs what bears the same name; of several that bear one, the first with the first. What is only found comes last. */
export function pairByName(wanted: readonly Definition<Located>[], found: readonly Definition<Stored>[]): Pair[] {
  const left = new Map<string, Definition<Stored>[]>();
  for (const one of found) {
    const others = left.get(one.name);
    if (others) others.push(one);
    else left.set(one.name, [one]);
  }
  const pairs = wanted.map((one): Pair => ({ wanted: one, found: left.get(one.name)?.shift() }));
  const unpaired = new Set([...left.values()].flat());
  return [
    ...pairs,
    ...found.filter((one) => unpaired.has(one)).map((one): Pair => ({ wanted: undefined, found: one })),
  ];
}

/**
 * @param of what the definitions belong to
 * @param path of a definition that the file does not have
 */
export function changeOf(
  { wanted, found }: Pair,
  what: What,
  of: string | null,
  path: (name: string) => YamlPath,
): Change[] {
  if (wanted === undefined) {
    return found === undefined
      ? []
      : [{ action: 'remove', what, of, name: found.name, members: {}, path: path(found.name), id: found.id }];
  }
  const { name } = wanted;
  const members = memberChanges(found?.members ?? {}, wanted.members);
  if (found === undefined) return [{ action: 'add', what, of, name, members, path: wanted.path, id: null }];
  const changed = found.name === name ? members : { name: { from: found.name, to: name }, ...members };
  if (Object.keys(changed).length === 0) return [];
  return [{ action: 'change', what, of, name, members: changed, path: wanted.path, id: found.id }];
}

/** @returns the members that are not the same, by name */
export function memberChanges(from: Members, to: Members): Readonly<Record<string, MemberChange>> {
  const names = new Set([...Object.keys(to), ...Object.keys(from)]);
  const changed = [...names].sort(compareText).filter((name) => !isSame(from[name], to[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: from[name], to: to[name] }]));
}
