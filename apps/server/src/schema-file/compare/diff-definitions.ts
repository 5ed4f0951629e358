/**
 * Compares two lists of definitions. Pure.
 */
import type { YamlPath } from '../../yaml/located-yaml.js';
import { compareText, type Definition, type Located, type Members, type Stored } from '../schema.js';
import { isSame, type What } from '../without-defaults.js';
import type { Change, MemberChange } from './change.js';

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
