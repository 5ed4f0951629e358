/**
 * Finds the changes that make a space match a schema file, and those that are not possible. Pure.
 */
import { typeNameOf } from '../../metadata/custom-entities/api-names.js';
import type { YamlPath } from '../../yaml/located-yaml.js';
import {
  type Definition,
  type FileSchema,
  type Json,
  type Located,
  partsOfFieldName,
  type SpaceSchema,
  type Stored,
} from '../schema.js';
import type { SchemaError } from '../schema-errors.js';
import { isMap, isSame } from '../without-defaults.js';
import type { Change } from './change.js';
import { changeOf, diffOptions, memberChanges, type Pair, pairByName } from './diff-options.js';

export interface SchemaDiff {
  /** Custom entity types, types, options, fields; each in the order of the file, then what is removed. */
  readonly changes: readonly Change[];
  readonly errors: readonly SchemaError[];
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
}

/** Members of a field that never change. */
const fixedMembers = ['type_id', 'data_set', 'lookup'];

export function diffSchema(file: FileSchema, space: SpaceSchema): SchemaDiff {
  const { setOf, errors } = matchSets(file, space);
  const kinds = file.kinds === undefined ? [] : diffKinds(file.kinds, space.kinds ?? []);
  const types = [...file.types].flatMap(([entityType, wanted]) => diffTypes(entityType, wanted, file, space));
  const options = [...file.dataSets].flatMap(([name, wanted]) => diffOptions(name, wanted, space, setOf.get(name)));
  const fields = diffFields(file, space, setOf);
  return {
    changes: [...kinds, ...types, ...options, ...fields.changes],
    errors: [...errors, ...fields.errors],
    setOf,
  };
}

function diffKinds(wanted: readonly Definition<Located>[], found: readonly Definition<Stored>[]): Change[] {
  return pairByName(wanted, found).flatMap((pair) => changeOf(pair, 'kind', null, (name) => ['kinds', name]));
}

function diffTypes(
  entityType: string,
  wanted: readonly Definition<Located>[],
  { kinds = [] }: FileSchema,
  space: SpaceSchema,
): Change[] {
  const kind = kinds.find(({ name }) => typeNameOf(name) === entityType);
  const found = space.types.get(entityType) ?? comingWith(kind);
  const isOfCustomType = kind !== undefined || !!space.kinds?.some(({ name }) => typeNameOf(name) === entityType);
  const pairs = pairByName(wanted, found);
  const path = () => ['types', entityType];
  return (isOfCustomType ? pairDefault(pairs, found) : pairs).flatMap((pair) =>
    changeOf(pair, 'type', entityType, path),
  );
}

/** A custom entity type is made with a default type of the same name. */
function comingWith(kind: Definition<Located> | undefined): Definition<Stored>[] {
  const name = kind?.members.name_singular;
  return typeof name === 'string' ? [{ id: '', name, members: {} }] : [];
}

/** The default type of a custom entity type cannot be replaced: when its name is gone, the first type of the file is taken as its new name. */
function pairDefault(pairs: readonly Pair[], [standard]: readonly Definition<Stored>[]): Pair[] {
  const [first] = pairs;
  const isGone = pairs.some(({ wanted, found }) => wanted === undefined && found === standard);
  if (!isGone || !first?.wanted || first.found) return [...pairs];
  const others = pairs.slice(1).filter(({ found }) => found === undefined || found !== standard);
  return [{ wanted: first.wanted, found: standard }, ...others];
}

function diffFields(
  { fields: wanted }: FileSchema,
  { fields: found = [] }: SpaceSchema,
  setOf: ReadonlyMap<string, string>,
): Omit<SchemaDiff, 'setOf'> {
  if (wanted === undefined) return { changes: [], errors: [] };
  const pairs = pairByName(
    wanted.map((field) => inSetOfSpace(field, setOf)),
    found,
  );
  const errors = pairs.flatMap(fixedErrors);
  return { changes: pairs.flatMap((pair) => changeOf(pair, 'field', null, fieldPath)), errors };
}

function fieldPath(name: string): YamlPath {
  const { entityType, apiName } = partsOfFieldName(name);
  return ['fields', entityType, apiName];
}

/** Sets are named after their fields, of which the file may have others than the space. */
function inSetOfSpace(field: Definition<Located>, setOf: ReadonlyMap<string, string>): Definition<Located> {
  const { data_set } = field.members;
  const set = typeof data_set === 'string' ? setOf.get(data_set) : undefined;
  return set === undefined ? field : { ...field, members: { ...field.members, data_set: set } };
}

function fixedErrors({ wanted, found }: Pair): SchemaError[] {
  if (!wanted || !found) return [];
  const changed = memberChanges(found.members, wanted.members);
  if (changed.type_id !== undefined) {
    const [from, to] = [String(found.members.type_id), String(wanted.members.type_id)];
    const message = `the field is of type ${from}, which cannot become ${to}; give the new field another api name`;
    return [{ path: [...wanted.path, 'type_id'], message }];
  }
  const fixed = fixedMembers.flatMap((member) => {
    if (isSame(found.members[member], wanted.members[member])) return [];
    return [{ path: [...wanted.path, member], message: fixedText(member, found.members[member]) }];
  });
  const [relation, given] = [found, wanted].map(({ members: { rollup } }) => (isMap(rollup) ? rollup.relation : null));
  if (isSame(relation, given)) return fixed;
  return [...fixed, { path: [...wanted.path, 'rollup', 'relation'], message: fixedText('relation', relation) }];
}

function fixedText(member: string, now: Json | undefined): string {
  const remedy = 'which cannot be changed; give the new field another api name';
  if (member !== 'data_set') return `of the field in the space is ${JSON.stringify(now)}, ${remedy}`;
  return `the field in the space takes its options from ${String(now)}, ${remedy}`;
}

/**
 * Which set of options of a space is which set of a file. Sets have no names of their own: those that a field chooses from in both are
 * the same. Pure.
 */
export interface MatchedSets {
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
  readonly errors: readonly SchemaError[];
}

function matchSets(file: FileSchema, space: SpaceSchema): MatchedSets {
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
