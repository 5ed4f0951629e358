/**
 * Bodies of REST v1, made from those of REST v100. Pure.
 */
import type { Catalog, EntityType, Field, RowsField, V1List } from '@headwater/catalog';
import type { RecordJson } from '../../api/record.js';
import { isJsonObject, type Json } from '../../http/json.js';

/** @returns a body of REST v100 under the names of REST v1, with its forms of booleans and amounts; ids are taken in either form */
export function legacyBody(catalog: Catalog, entityType: EntityType, body: RecordJson): RecordJson {
  const entries = Object.entries(body).flatMap(([name, value = null]): [string, Json][] => {
    const field = entityType.fields.find((one) => one.name === name);
    if (field === undefined) return [];
    if (field.kind === 'money') {
      if (!isJsonObject(value)) return Object.values(field.v1Names).map((part) => [part, null]);
      return Object.entries(value).map(([part, amount]) => [field.v1Names[part as 'base_value'], amount ?? null]);
    }
    if (field.kind === 'rows' && field.v1Lists) return legacyLists(field.v1Lists, value);
    return field.v1Name === null ? [] : [[field.v1Name, legacyValue(catalog, field, value)]];
  });
  return Object.fromEntries(entries);
}

/** Each list of what its rows point at. */
function legacyLists(lists: readonly V1List[], value: Json): [string, Json][] {
  const rows = Array.isArray(value) ? value.filter(isJsonObject) : [];
  return lists.map(({ name, item, where }): [string, Json] => {
    const isIn = (row: RecordJson) => Object.entries(where).every(([member, wanted]) => row[member] === wanted);
    return [name, rows.filter(isIn).map((row) => row[item] ?? null)];
  });
}

function legacyValue(catalog: Catalog, field: Exclude<Field, { kind: 'money' }>, value: Json): Json {
  if (field.kind === 'rows') return legacyRows(catalog, field, value);
  return field.kind === 'value' && field.type === 'boolean' && value !== null ? Number(value) : value;
}

function legacyRows(catalog: Catalog, { target }: RowsField, value: Json): Json {
  const row = (one: Json) => (isJsonObject(one) ? legacyBody(catalog, catalog.existing(target), one) : one);
  return Array.isArray(value) ? value.map(row) : row(value);
}
