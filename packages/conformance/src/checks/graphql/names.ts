/**
 * How names of the catalog read in GraphQL, and what a record of REST v100 should look like there. Pure.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { RecordJson } from '../../api/record.js';
import { isJsonObject, type Json, type JsonObject } from '../../http/json.js';

/** Begins the api names of custom fields, which GraphQL keeps. */
const customPrefix = 'cf_';

/** `first_name` as `firstName`; `cf_first_name` as it is. */
export function memberName(name: string): string {
  if (name.startsWith(customPrefix)) return name;
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `first_name` as `FIRST_NAME`, the way orders name members. */
export function orderName(name: string): string {
  return name.toUpperCase();
}

/** @returns a selection of every plain member, id member and amount of the entity type */
export function selectionOf(entityType: EntityType): string {
  return plainFields(entityType)
    .map((field) =>
      field.kind === 'money'
        ? `${memberName(field.name)} { baseValue valueForeign currencyId }`
        : memberName(field.name),
    )
    .join(' ');
}

/** @returns what that selection should answer of a record */
export function mirrorOf(entityType: EntityType, record: RecordJson): JsonObject {
  return Object.fromEntries(
    plainFields(entityType).map((field) => [memberName(field.name), mirrorValue(field, record[field.name] ?? null)]),
  );
}

function plainFields(entityType: EntityType): readonly Field[] {
  return entityType.fields.filter((field) => {
    if (field.kind === 'reference') return field.hasIdMember && !field.hidden;
    return field.kind !== 'rows' && !(field.kind === 'value' && (field.hidden || field.writeOnly));
  });
}

function mirrorValue(field: Field, value: Json): Json {
  if (field.kind !== 'money' || !isJsonObject(value)) return value;
  const { base_value = null, value_foreign = null, currency_id = null } = value;
  return { baseValue: base_value, valueForeign: value_foreign, currencyId: currency_id };
}
