/**
 * The write of a record that makes a change of a schema: names become the ids of the space. Pure.
 */

import type { Catalog } from '@headwater/catalog';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { type RecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { type Change, valuesOf } from '../compare/change.js';
import { KnownFields } from '../known-fields.js';
import {
  type Definition,
  type FileSchema,
  fieldName,
  type Json,
  partsOfFieldName,
  type SpaceSchema,
} from '../schema.js';
import { builtInTypes, type RecordType, typeDefaults, typesOfEntityType } from '../space/record-types.js';
import { isMap, type LooseJson } from '../without-defaults.js';

export interface WriteContext extends FieldContext {
  /** The id of the record of an entity type that bears a label. */
  readonly idOfLabel: (entityType: string, label: string) => string | undefined;
}

/** The api names of fields and custom entity types come from the file, not from their names. */
const validationLevel = validationBits.readOnlyWritable;

export function writeItem(change: Change, context: WriteContext): WriteItem {
  const { action, id } = change;
  const entityType = entityTypeOf(change, context);
  if (action === 'remove') return { kind: 'delete', entityType, id: id ?? '', validationLevel: 0 };
  const body = bodyOf(change, context);
  return action === 'add'
    ? { kind: 'create', entityType, body, validationLevel }
    : { kind: 'update', entityType, id: id ?? '', body, validationLevel: 0 };
}

function entityTypeOf(change: Change, context: WriteContext): string {
  switch (change.what) {
    case 'kind':
      return 'Entity';
    case 'type':
      return recordTypeOf(change, context).writtenAs.name;
    case 'option':
      return 'Data';
    case 'field':
      return 'Field';
  }
}

function bodyOf(change: Change, context: WriteContext): RecordBody {
  switch (change.what) {
    case 'kind':
      return entityTypeBody(change);
    case 'type':
      return typeBody(change, context);
    case 'option':
      return optionBody(change, context);
    case 'field':
      return fieldBody(change, context);
  }
}

function entityTypeBody({ action, name, members }: Change): RecordBody {
  const values = valuesOf(members, { icon: 0 });
  return action === 'add' ? { ...values, entity_api_name: name } : values;
}

function recordTypeOf({ of }: Change, { catalog, space }: WriteContext): RecordType {
  const kinds = (space.kinds ?? []).map(({ name }) => typesOfEntityType(catalog, name));
  const type = [...builtInTypes(catalog), ...kinds].find(({ name }) => name === of);
  if (!type) throw new Error(`there are no types ${of}`);
  return type;
}

function typeBody(change: Change, context: WriteContext): RecordBody {
  const { action, name, members } = change;
  const { kind, members: known } = recordTypeOf(change, context);
  const values = Object.entries(valuesOf(members, typeDefaults(known))).map(([member, value]) => {
    const { target, field } = known.find((one) => one.name === member) ?? {};
    if (!target || !field) return [member, value];
    return [field.name, value === null ? null : (context.idOfLabel(target.name, String(value)) ?? null)];
  });
  const body = Object.fromEntries(values);
  if (action === 'change') return body;
  return { ...body, name, ...(kind === undefined ? {} : { entity_api_name: kind }) };
}

/**
 * The body of a Field or Data record that makes a change: names become the ids of the space. Pure.
 */
interface FieldContext {
  /** Of the space. */
  readonly catalog: Catalog;
  readonly file: FileSchema;
  /** As it is before the change. */
  readonly space: SpaceSchema;
  /** The name of a set in the space by its name in the file; sets that the space does not have are left out. */
  readonly setOf: ReadonlyMap<string, string>;
}

/** What has no id yet is left out: the space then differs from the file still, and the next change says it. */
function fieldBody({ action, name, members }: Change, context: FieldContext): RecordBody {
  const { entityType, apiName } = partsOfFieldName(name);
  const { data_set, parent_options_field, lookup, rollup, shared_with_field, ...plain } = valuesOf(members, {
    is_unique: false,
  });
  const body: RecordBody = {
    ...plain,
    ...(parent_options_field !== undefined && {
      parent_options_field_id: idOfField(entityType, parent_options_field, context),
    }),
    ...(shared_with_field !== undefined && { shared_with_field_id: idOfCustom(shared_with_field, context) }),
    ...(rollup !== undefined && { rollup: rollupValue(entityType, rollup, context) }),
  };
  // The rest never changes.
  if (action === 'change') return body;
  return {
    ...body,
    entity_name: entityType,
    api_name: apiName,
    ...(typeof data_set === 'string' && setValue(data_set, context)),
    ...(lookup !== undefined && { lookup: lookupValue(lookup, context) }),
  };
}

/** @param change of an option of a set that the space has */
function optionBody({ action, of, name, members }: Change, context: FieldContext): RecordBody {
  const { allowed_by, ...values } = valuesOf(members, {});
  const body = {
    ...values,
    ...(allowed_by !== undefined && { allowed_by: allowedBy(of ?? '', allowed_by, context) }),
  };
  if (action === 'change') return body;
  const set = context.space.dataSets.get(context.setOf.get(of ?? '') ?? '');
  return { ...body, option_name: name, data_set_id: set?.id };
}

/**
 * A set comes with the first of its fields, with all its options.
 * @param name as the space has it, or of a set that the space does not have
 */
function setValue(name: string, context: FieldContext): RecordBody {
  const found = context.space.dataSets.get(name);
  if (found) return { data_set_id: found.id };
  const options = context.file.dataSets.get(name)?.options ?? [];
  return { data_set: options.map((option, index) => newOption(name, option, index + 1, context)) };
}

function newOption(set: string, { name, members }: Definition<unknown>, sortOrder: number, context: FieldContext) {
  const { allowed_by, ...values } = members;
  return {
    ...values,
    option_name: name,
    sort_order: sortOrder,
    ...(allowed_by !== undefined && { allowed_by: allowedBy(set, allowed_by, context) }),
  };
}

/**
 * @param set as the file has it
 * @returns the ids of the options that allow an option of the set, those of all fields that decide about it
 */
function allowedBy(set: string, names: Json, { catalog, file, space, setOf }: FieldContext): Json {
  if (!Array.isArray(names)) return null;
  const known = new KnownFields(catalog, file, space);
  const deciding = (file.fields ?? []).flatMap(({ name, members: { data_set, parent_options_field: parent } }) => {
    if (data_set !== set || typeof parent !== 'string') return [];
    return known.setOf(partsOfFieldName(name).entityType, parent) ?? [];
  });
  const options = [...new Set(deciding)].flatMap((one) => space.dataSets.get(setOf.get(one) ?? one)?.options ?? []);
  return options.filter(({ name }) => names.includes(name)).map(({ id }) => id);
}

function lookupValue(lookup: Json, context: FieldContext): Json {
  if (!isMap(lookup)) return lookup;
  const { relation, ...value } = lookup as Readonly<Record<string, Json>>;
  return typeof relation === 'string'
    ? { ...value, relation_id: idOfCustom(relation, context) }
    : { many: false, ...value };
}

/** The values of a filter that are names of options become their ids. */
function rollupValue(entityType: string, rollup: Json, { catalog, space }: FieldContext): Json {
  if (!isMap(rollup) || !isMap(rollup.filter)) return rollup;
  const target = rowsToSumUp(catalog, entityType, String(rollup.relation))?.target ?? '';
  const filter = Object.entries(rollup.filter).map(([name, value]) => {
    const field = catalog.field(target, name);
    const set = field?.kind === 'reference' ? field.dataSet : undefined;
    return [name, (set === undefined ? undefined : idOfOption(set, value, space)) ?? value];
  });
  return { ...(rollup as Readonly<Record<string, Json>>), filter: Object.fromEntries(filter) };
}

function idOfOption(setId: string, name: LooseJson, { dataSets }: SpaceSchema): string | undefined {
  const set = [...dataSets.values()].find(({ id }) => id === setId);
  return set?.options.find((option) => option.name === name)?.id;
}

function idOfField(entityType: string, name: Json, context: FieldContext): string | null {
  if (typeof name !== 'string') return null;
  const custom = idOfCustom(fieldName(entityType, name), context);
  if (custom !== null || context.catalog.field(entityType, name) === undefined) return custom;
  return systemFieldId(entityType, name);
}

function idOfCustom(name: Json, { space }: FieldContext): string | null {
  return space.fields?.find((field) => field.name === name)?.id ?? null;
}
