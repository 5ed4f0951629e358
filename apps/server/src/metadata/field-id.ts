/**
 * Ids of the Field records of system fields: the same in every space, so that errors can name them without a look-up. Pure.
 */
import { v5 as uuidFromName } from 'uuid';

const namespace = '6f0f4c1e-2d0b-5c7a-9a41-3f5d8f4d7b10';
const known = new Map<string, string>();

/** @returns the id of the Field record that describes this field of an entity type */
export function systemFieldId(entityType: string, field: string): string {
  const name = `${entityType}.${field}`;
  let id = known.get(name);
  if (id === undefined) {
    id = uuidFromName(name, namespace);
    known.set(name, id);
  }
  return id;
}
