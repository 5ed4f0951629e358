/**
 * What a Field record of a custom field says, with names in the place of ids. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { choiceTypes } from '../file/file-format.js';
import { type Definition, fieldName, partsOfFieldName, type Stored } from '../schema.js';
import { isMap, type LooseJson, withoutDefaults } from '../without-defaults.js';
import type { SpaceRecord } from './space-records.js';

/** Names by ids. */
export interface SpaceNames {
  /** Of custom fields. */
  readonly fields: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, string>;
  readonly options: ReadonlyMap<string, string>;
}

export function nameOfField({ entity_name, api_name }: SpaceRecord): string {
  return fieldName(String(entity_name), String(api_name));
}

export function fieldDefinition(record: SpaceRecord, names: SpaceNames, catalog: Catalog): Definition<Stored> {
  const { name, name_translations, type_id, is_unique, calc_formula, sequence_pattern, options, settings } = record;
  const isChoice = choiceTypes.includes(String(type_id));
  const standard = record.default_value;
  const members = {
    ...{ name, name_translations, type_id, is_unique, calc_formula, sequence_pattern, options, settings },
    default_value: isChoice ? named(standard, names.options) : standard,
    data_set: isChoice ? named(record.data_set_id, names.sets) : null,
    parent_options_field: parentOf(record, names, catalog),
    lookup: type_id === 'lookup' ? lookupOf(record, names) : null,
    rollup: type_id === 'rollup' ? rollupOf(record.rollup, names) : null,
    shared_with_field: named(record.shared_with_field_id, names.fields),
  };
  return { id: record.id, name: nameOfField(record), members: withoutDefaults('field', members) };
}

/** What has no name here, such as the default of a field whose option is gone, says nothing. */
function named(id: LooseJson, names: ReadonlyMap<string, string>): string | null {
  return (typeof id === 'string' ? names.get(id) : undefined) ?? null;
}

/** @returns the api name of the field, custom or built in, whose choice decides */
function parentOf({ entity_name, parent_options_field_id: id }: SpaceRecord, names: SpaceNames, catalog: Catalog) {
  if (typeof id !== 'string') return null;
  const custom = names.fields.get(id);
  if (custom !== undefined) return partsOfFieldName(custom).apiName;
  const entityType = String(entity_name);
  const builtIn = catalog.entityType(entityType)?.fields.find((field) => systemFieldId(entityType, field.name) === id);
  return builtIn?.name ?? null;
}

/** The side that began the relation bears its id. */
function lookupOf({ id, lookup, relation_id }: SpaceRecord, names: SpaceNames): LooseJson {
  if (!isMap(lookup)) return null;
  const { entity_name, many } = lookup;
  return relation_id === id ? { entity_name, many } : { entity_name, relation: named(relation_id, names.fields) };
}

/** A value that is the id of an option is shown as the option's name. */
function rollupOf(rollup: LooseJson, { options }: SpaceNames): LooseJson {
  if (!isMap(rollup) || !isMap(rollup.filter)) return rollup;
  const filter = Object.entries(rollup.filter).map(([name, value]) => [name, named(value, options) ?? value]);
  return { ...rollup, filter: Object.fromEntries(filter) };
}
