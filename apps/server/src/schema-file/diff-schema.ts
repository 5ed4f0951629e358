/**
 * What would have to change for a space to be as a schema file says, and what of it cannot. Pure.
 */
import { typeNameOf } from '../metadata/custom-entities/kind-names.js';
import type { YamlPath } from '../yaml/placed-yaml.js';
import type { Change } from './change.js';
import { changeOf, memberChanges, type Pair, pairByName } from './diff-definitions.js';
import { diffOptions } from './diff-options.js';
import { matchSets } from './match-sets.js';
import {
  type Definition,
  type FileSchema,
  type Json,
  type Kept,
  type Placed,
  partsOfFieldName,
  type SpaceSchema,
} from './schema.js';
import type { SchemaMistake } from './schema-mistakes.js';
import { isMap, isSame } from './without-defaults.js';

export interface SchemaDiff {
  /** Kinds, types, options, fields; each in the order of the file, what is removed behind it. */
  readonly changes: readonly Change[];
  readonly mistakes: readonly SchemaMistake[];
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
}

/** Members of a field that never change. */
const fixedMembers = ['type_id', 'data_set', 'lookup'];

export function diffSchema(file: FileSchema, space: SpaceSchema): SchemaDiff {
  const { setOf, mistakes } = matchSets(file, space);
  const kinds = file.kinds === undefined ? [] : diffKinds(file.kinds, space.kinds ?? []);
  const types = [...file.types].flatMap(([entityType, wanted]) => diffTypes(entityType, wanted, file, space));
  const options = [...file.dataSets].flatMap(([name, wanted]) => diffOptions(name, wanted, space, setOf.get(name)));
  const fields = diffFields(file, space, setOf);
  return {
    changes: [...kinds, ...types, ...options, ...fields.changes],
    mistakes: [...mistakes, ...fields.mistakes],
    setOf,
  };
}

function diffKinds(wanted: readonly Definition<Placed>[], found: readonly Definition<Kept>[]): Change[] {
  return pairByName(wanted, found).flatMap((pair) => changeOf(pair, 'kind', null, (name) => ['kinds', name]));
}

function diffTypes(
  entityType: string,
  wanted: readonly Definition<Placed>[],
  { kinds = [] }: FileSchema,
  space: SpaceSchema,
): Change[] {
  const kind = kinds.find(({ name }) => typeNameOf(name) === entityType);
  const found = space.types.get(entityType) ?? comingWith(kind);
  const isOfKind = kind !== undefined || !!space.kinds?.some(({ name }) => typeNameOf(name) === entityType);
  const pairs = pairByName(wanted, found);
  const path = () => ['types', entityType];
  return (isOfKind ? pairDefault(pairs, found) : pairs).flatMap((pair) => changeOf(pair, 'type', entityType, path));
}

/** With a kind comes its default type, which bears the kind's own name. */
function comingWith(kind: Definition<Placed> | undefined): Definition<Kept>[] {
  const name = kind?.members.name_singular;
  return typeof name === 'string' ? [{ id: '', name, members: {} }] : [];
}

/** The default type of a kind cannot be replaced: where its name is gone, the first type of the file is it under a new name. */
function pairDefault(pairs: readonly Pair[], [standard]: readonly Definition<Kept>[]): Pair[] {
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
  if (wanted === undefined) return { changes: [], mistakes: [] };
  const pairs = pairByName(
    wanted.map((field) => inSetOfSpace(field, setOf)),
    found,
  );
  const mistakes = pairs.flatMap(fixedMistakes);
  return { changes: pairs.flatMap((pair) => changeOf(pair, 'field', null, fieldPath)), mistakes };
}

function fieldPath(name: string): YamlPath {
  const { entityType, apiName } = partsOfFieldName(name);
  return ['fields', entityType, apiName];
}

/** Sets are named after their fields, of which the file may have others than the space. */
function inSetOfSpace(field: Definition<Placed>, setOf: ReadonlyMap<string, string>): Definition<Placed> {
  const { data_set } = field.members;
  const set = typeof data_set === 'string' ? setOf.get(data_set) : undefined;
  return set === undefined ? field : { ...field, members: { ...field.members, data_set: set } };
}

function fixedMistakes({ wanted, found }: Pair): SchemaMistake[] {
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
