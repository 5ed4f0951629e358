/**
 * What a space has defined, as a schema: its records with names in the place of ids.
 */
import type { Catalog } from '@headwater/catalog';
import { CatalogConflict } from '../../db/translate-error.js';
import type { SpaceStores } from '../../metadata/space-catalog/space-stores.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { withCurrentCatalog } from '../../records/write/run-write.js';
import { builtInSets, withPairedFields } from '../known-fields.js';
import { byName, type DataSet, type Definition, nameOfSet, type SpaceSchema, type Stored } from '../schema.js';
import { isMap, withoutDefaults } from '../without-defaults.js';
import { builtInTypes, type RecordType, typeDefaults, typesOfEntityType } from './record-types.js';
import { fieldDefinition, nameOfField } from './space-field.js';
import { readSpaceRecords, type SpaceRecord, type SpaceRecords } from './space-records.js';

/** @param store of the space, by its own catalog */
export async function readSpaceSchema(store: RecordStore, call: Call): Promise<SpaceSchema> {
  const typesOf = (kinds: readonly SpaceRecord[]) => [
    ...builtInTypes(store.catalog),
    ...kinds.map(({ entity_api_name }) => typesOfEntityType(store.catalog, String(entity_api_name))),
  ];
  const records = await readSpaceRecords(store, call, typesOf);
  return toSchema(records, typesOf(records.kinds), store.catalog);
}

function toSchema(records: SpaceRecords, recordTypes: readonly RecordType[], catalog: Catalog): SpaceSchema {
  const sets = nameSets(records, catalog);
  const names = {
    fields: new Map(records.fields.map((field) => [field.id, nameOfField(field)])),
    sets,
    options: new Map(records.options.map(({ id, option_name }) => [id, String(option_name)])),
  };
  return {
    kinds: records.kinds.map(entityTypeDefinition).sort(byName),
    types: new Map(recordTypes.map((type) => [type.name, typeDefinitions(type, records.types.get(type.name) ?? [])])),
    dataSets: dataSetsOf(records, names),
    fields: withPairedFields(records.fields.map((field) => fieldDefinition(field, names, catalog))).sort(byName),
    sortOrders: new Map(records.options.map(({ id, sort_order }) => [id, Number(sort_order)])),
  };
}

/** @returns the name of each set that fields choose from, by its id */
function nameSets({ fields }: SpaceRecords, catalog: Catalog): ReadonlyMap<string, string> {
  const names = new Map(builtInSets(catalog).names);
  const choosing = new Map<string, string[]>();
  for (const field of fields) {
    const id = field.data_set_id;
    if (typeof id !== 'string' || names.has(id)) continue;
    choosing.set(id, [...(choosing.get(id) ?? []), nameOfField(field)]);
  }
  for (const [id, members] of choosing) names.set(id, nameOfSet(members));
  return names;
}

function entityTypeDefinition({
  id,
  entity_api_name,
  name_singular,
  name_plural,
  icon,
  settings,
}: SpaceRecord): Definition<Stored> {
  const members = withoutDefaults('kind', { name_singular, name_plural, icon, settings });
  return { id, name: String(entity_api_name), members };
}

function typeDefinitions({ members }: RecordType, records: readonly SpaceRecord[]): Definition<Stored>[] {
  const defaults = typeDefaults(members);
  return records.map((record) => {
    const values = members.map(({ name, target }) => {
      const value = record[name];
      return [name, target && isMap(value) ? value[target.label] : value] as const;
    });
    return {
      id: record.id,
      name: String(record.name),
      members: withoutDefaults('type', Object.fromEntries(values), defaults),
    };
  });
}

/** A set without options is listed too: a field can offer nothing. */
function dataSetsOf(
  { options, fields }: SpaceRecords,
  names: { readonly sets: ReadonlyMap<string, string>; readonly options: ReadonlyMap<string, string> },
): ReadonlyMap<string, DataSet<Stored>> {
  const dependent = new Set(
    fields.flatMap(({ data_set_id, parent_options_field_id: parent }) => (parent ? [data_set_id] : [])),
  );
  return new Map(
    [...names.sets].map(([id, name]) => {
      const ofSet = options.filter(({ data_set_id }) => data_set_id === id);
      const definitions = ofSet.map((option) => optionDefinition(option, names.options, dependent.has(id)));
      return [name, { id, options: definitions }] as const;
    }),
  );
}

/** @param isDependent whether another field decides which options of the set can be chosen: else what allows them says nothing */
function optionDefinition(
  option: SpaceRecord,
  names: ReadonlyMap<string, string>,
  isDependent: boolean,
): Definition<Stored> {
  const { id, option_name, calc_value, option_name_translations, allowed_by } = option;
  const allowing =
    isDependent && Array.isArray(allowed_by) ? allowed_by.map((one) => names.get(String(one)) ?? String(one)) : null;
  const members = withoutDefaults('option', { calc_value, option_name_translations, allowed_by: allowing });
  return { id, name: String(option_name), members };
}

// Reads with several statements as if with one: reads again when the definitions of the space have changed meanwhile.

/**
 * @param read gets the store of the space; called again when the space was redefined before it ended
 * @throws ApiError `ERROR_UNAVAILABLE` when it was redefined each time for some seconds
 */
export async function readUnchanged<T>(
  stores: SpaceStores,
  space: string,
  read: (store: RecordStore) => Promise<T>,
): Promise<T> {
  return withCurrentCatalog(await stores.of(space), space, async (store) => {
    const result = await read(store);
    // As long as nothing changes, it is the same store.
    if ((await stores.of(space)) !== store) throw new CatalogConflict();
    return result;
  });
}
