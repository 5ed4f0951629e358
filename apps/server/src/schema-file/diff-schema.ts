/**
 * What would have to change for a space to be as a schema file says, and what of it cannot. Pure.
 */
import type { Change } from './change.js';
import { changeOf, memberChanges, type Pair, pairByName } from './diff-definitions.js';
import { diffOptions } from './diff-options.js';
import { matchSets } from './match-sets.js';
import type { Definition, FileSchema, Json, Kept, Placed, SpaceSchema } from './schema.js';
import type { SchemaMistake } from './schema-mistakes.js';
import { isSame } from './without-defaults.js';

export interface SchemaDiff {
  /** Kinds, types, options, fields; each in the order of the file, what is removed behind it. */
  readonly changes: readonly Change[];
  readonly mistakes: readonly SchemaMistake[];
}

/** Members of a field that never change. */
const fixedMembers = ['type_id', 'data_set', 'lookup'];

export function diffSchema(file: FileSchema, space: SpaceSchema): SchemaDiff {
  const { setOf, mistakes } = matchSets(file, space);
  const kinds = file.kinds === undefined ? [] : diffKinds(file.kinds, space.kinds ?? []);
  const types = [...file.types].flatMap(([entityType, wanted]) => diffTypes(entityType, wanted, space));
  const options = [...file.dataSets].flatMap(([name, wanted]) => diffOptions(name, wanted, space, setOf.get(name)));
  const fields = diffFields(file, space, setOf);
  return {
    changes: [...kinds, ...types, ...options, ...fields.changes],
    mistakes: [...mistakes, ...fields.mistakes],
  };
}

function diffKinds(wanted: readonly Definition<Placed>[], found: readonly Definition<Kept>[]): Change[] {
  return pairByName(wanted, found).flatMap((pair) => changeOf(pair, 'kind', null, ['kinds']));
}

/** The types of a kind begin with its default one, which comes with the kind and under the kind's own name. */
function diffTypes(entityType: string, wanted: readonly Definition<Placed>[], space: SpaceSchema): Change[] {
  const found = space.types.get(entityType) ?? [];
  const path = ['types', entityType];
  return pairByName(wanted, found).flatMap((pair) => changeOf(pair, 'type', entityType, path));
}

function diffFields(
  { fields: wanted }: FileSchema,
  { fields: found = [] }: SpaceSchema,
  setOf: ReadonlyMap<string, string>,
): SchemaDiff {
  if (wanted === undefined) return { changes: [], mistakes: [] };
  const pairs = pairByName(
    wanted.map((field) => inSetOfSpace(field, setOf)),
    found,
  );
  const mistakes = pairs.flatMap(fixedMistakes);
  return { changes: pairs.flatMap((pair) => changeOf(pair, 'field', null, ['fields'])), mistakes };
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
  return fixedMembers.flatMap((member) => {
    if (isSame(found.members[member], wanted.members[member])) return [];
    return [{ path: [...wanted.path, member], message: fixedText(member, found.members[member]) }];
  });
}

function fixedText(member: string, now: Json | undefined): string {
  const remedy = 'which cannot be changed; give the new field another api name';
  if (member !== 'data_set') return `of the field in the space is ${JSON.stringify(now)}, ${remedy}`;
  return `the field in the space takes its options from ${String(now)}, ${remedy}`;
}
