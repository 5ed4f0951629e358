/**
 * The fields that a schema file can name: its own, those of the space that it does not have, and built-in ones. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { rowsToSumUp } from '../plan/relations/referring-rows.js';
import { builtInSets } from './built-in-sets.js';
import { type DataSet, type Definition, type FileSchema, fieldName, type Members, type SpaceSchema } from './schema.js';

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
