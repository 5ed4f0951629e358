/**
 * The fields that a schema file can name: its own, those of the space that it does not have, and built-in ones. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { rowsToSumUp } from '../plan/relations/referring-rows.js';
import type { Change } from './compare/change.js';
import {
  type DataSet,
  type Definition,
  type FileSchema,
  fieldName,
  type Json,
  type Members,
  nameOfSet,
  type SpaceSchema,
} from './schema.js';

export class KnownFields {
  private readonly own: ReadonlyMap<string, Members>;
  private readonly builtIn;

  constructor(
    private readonly system: Catalog,
    private readonly file: FileSchema,
    private readonly space: SpaceSchema,
  ) {
    const fields: readonly Definition<unknown>[] = [...(space.fields ?? []), ...(file.fields ?? [])];
    this.own = new Map(fields.map(({ name, members }) => [name, members]));
    this.builtIn = builtInSets(system);
  }

  /** @returns the names of all fields that were defined, in file or space */
  get names(): string[] {
    return [...this.own.keys()];
  }

  /** @returns what is said of a field that was defined */
  members(name: string): Members | undefined {
    return this.own.get(name);
  }

  /** @returns the name of the set that a field, built-in ones among them, chooses from */
  setOf(entityType: string, apiName: string): string | undefined {
    const name = fieldName(entityType, apiName);
    const set = this.own.get(name)?.data_set;
    return typeof set === 'string' ? set : this.builtIn.nameOf(name);
  }

  /** @returns the names of the options of a set, as they will be once the file has been applied */
  optionsOf(set: string): string[] {
    const sets: readonly (DataSet<unknown> | undefined)[] = [this.file.dataSets.get(set), this.space.dataSets.get(set)];
    return [...new Set(sets.flatMap((one) => one?.options.map(({ name }) => name) ?? []))];
  }

  /** @returns the entity type of the records that a to-many relation leads to, as far as file and catalog say */
  targetOf(entityType: string, relation: string): string | undefined {
    const lookup = this.own.get(fieldName(entityType, relation))?.lookup;
    if (typeof lookup === 'object' && lookup !== null && 'entity_name' in lookup) return String(lookup.entity_name);
    return rowsToSumUp(this.system, entityType, relation)?.target;
  }
}

/**
 * The sets of options that built-in fields choose from. Pure.
 */
export interface BuiltInSets {
  /** Every built-in field that chooses from a set. */
  readonly fields: readonly string[];
  /** The name of each set, by its id. */
  readonly names: ReadonlyMap<string, string>;
  /** @returns the name of the set of a field; undefined when it is none of these */
  nameOf(field: string): string | undefined;
}

export function builtInSets(system: Catalog): BuiltInSets {
  const idOf = new Map(
    system.entityTypes.flatMap(({ name, fields, union, storedIn }) =>
      fields.flatMap((field) =>
        !union && storedIn === undefined && !field.custom && field.kind === 'reference' && field.dataSet !== undefined
          ? [[fieldName(name, field.name), field.dataSet] as const]
          : [],
      ),
    ),
  );
  const names = new Map(
    [...new Set(idOf.values())].map((id) => {
      const fields = [...idOf].filter(([, other]) => other === id).map(([field]) => field);
      return [id, nameOfSet(fields)] as const;
    }),
  );
  return { fields: [...idOf.keys()], names, nameOf: (field) => names.get(idOf.get(field) ?? '') };
}

// Paired fields: a field of leads and one of opportunities that share their values. A file may name the pair at either. Pure.

const member = 'shared_with_field';

export function withPairedFields<Mark>(fields: readonly Definition<Mark>[]): Definition<Mark>[] {
  const pairedOf = new Map<string, Json>();
  for (const { name, members } of fields) if (members[member] !== undefined) pairedOf.set(name, members[member]);
  for (const [name, paired] of [...pairedOf]) if (!pairedOf.has(String(paired))) pairedOf.set(String(paired), name);
  return fields.map((field) => {
    const paired = pairedOf.get(field.name);
    if (paired === undefined || paired === field.members[member]) return field;
    return { ...field, members: { ...field.members, [member]: paired } };
  });
}

/** @returns the changes in which only the later of two fields, by name, pairs them or ends the pair */
export function reportedOnce(changes: readonly Change[]): Change[] {
  const pairing = new Set(changes.flatMap(({ name, members }) => (member in members ? [name] : [])));
  return changes.flatMap((change) => {
    const { [member]: tie, ...others } = change.members;
    const paired = String(tie?.to ?? tie?.from);
    if (change.what !== 'field' || !tie || paired < change.name || !pairing.has(paired)) return [change];
    const isNothingElse = change.action === 'change' && Object.keys(others).length === 0;
    return isNothingElse ? [] : [{ ...change, members: others }];
  });
}

/** @returns the changes by which fields that are to be removed are untied; none when they are not paired */
export function untie(removals: readonly Change[], { fields = [] }: Pick<SpaceSchema, 'fields'>): Change[] {
  const ties = removals.flatMap((change): Change[] => {
    const paired = fields.find(({ name }) => change.what === 'field' && name === change.name)?.members[member];
    return paired === undefined
      ? []
      : [{ ...change, action: 'change', members: { [member]: { from: paired, to: undefined } } }];
  });
  return reportedOnce(ties);
}
