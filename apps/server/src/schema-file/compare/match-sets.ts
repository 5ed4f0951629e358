/**
 * Which set of options of a space is which set of a file. Sets have no names of their own: those that a field chooses from in both are
 * the same. Pure.
 */

import type { YamlPath } from '../../yaml/located-yaml.js';
import type { Definition, FileSchema, SpaceSchema } from '../schema.js';
import type { SchemaError } from '../schema-errors.js';

export interface MatchedSets {
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
  readonly errors: readonly SchemaError[];
}

export function matchSets(file: FileSchema, space: SpaceSchema): MatchedSets {
  const foundSets = setsByField(space.fields ?? []);
  const setOf = new Map<string, string>();
  const errors: SchemaError[] = [];
  for (const [name, members] of membersOfSets(file)) {
    const isOfSpace = space.dataSets.has(name) && !(foundSets.has(name) && file.dataSets.has(name));
    // Sets of built-in fields and those that the file does not list have the same name here and there.
    const found = new Set(isOfSpace ? [name] : members.flatMap((member) => foundSets.get(member) ?? []));
    const [first, ...others] = found;
    if (first === undefined) continue;
    if (others.length > 0) {
      const message = `the fields ${members.join(', ')} share their options here, but not in the space, where that cannot be changed`;
      errors.push({ path: pathOf(file, members[0] ?? name), message });
    }
    const earlier = [...setOf].find(([, set]) => set === first)?.[0];
    if (earlier !== undefined) {
      const message = `the field shares its options with ${earlier} in the space, where that cannot be changed; say data_set: ${earlier}`;
      errors.push({ path: pathOf(file, members[0] ?? name), message });
    }
    setOf.set(name, first);
  }
  return { setOf, errors };
}

function setsByField(fields: readonly Definition<unknown>[]): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ name, members: { data_set } }) =>
      typeof data_set === 'string' ? [[name, data_set] as const] : [],
    ),
  );
}

/** @returns the fields that choose from each set, those of built-in sets only as far as the file has them */
function membersOfSets({ dataSets, fields = [] }: FileSchema): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>([...dataSets.keys()].map((name) => [name, []]));
  for (const [field, set] of setsByField(fields)) members.set(set, [...(members.get(set) ?? []), field]);
  return members;
}

function pathOf({ fields = [], dataSets }: FileSchema, name: string): YamlPath {
  const field = fields.find((one) => one.name === name);
  return field ? [...field.path, 'data_set'] : (dataSets.get(name)?.path ?? []);
}
