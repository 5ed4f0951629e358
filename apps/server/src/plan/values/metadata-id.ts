/**
 * Ids of records that describe the service itself: made of names, so that they are the same in every space and need no lookup. Pure.
 */
import { parse, v5 as uuidFromName } from 'uuid';

/** Namespaces as bytes: as text each id would parse them again. */
const namespace = parse('a3c5b0de-8f14-5b8e-9d0c-7d1d3f0c6a52');

/** @returns the id of the record that describes an entity type */
export function entityId(entityType: string): string {
  return uuidFromName(`entity ${entityType}`, namespace);
}

/** @returns the id of the record that describes a type of field */
export function fieldTypeId(type: string): string {
  return uuidFromName(`type ${type}`, namespace);
}

/** Types of fields are known by their names. @returns the id that a name in place of one means, whether there is such a record or not */
export function idOfName(entityType: string, name: string): string | undefined {
  return entityType === 'Type' && /^[a-z_]+$/.test(name) ? fieldTypeId(name) : undefined;
}

const fieldNamespace = parse('6f0f4c1e-2d0b-5c7a-9a41-3f5d8f4d7b10');
const known = new Map<string, string>();

/** @returns the id of the Field record that describes this field of an entity type */
export function systemFieldId(entityType: string, field: string): string {
  const name = `${entityType}.${field}`;
  let id = known.get(name);
  if (id === undefined) {
    id = uuidFromName(name, fieldNamespace);
    known.set(name, id);
  }
  return id;
}
