/**
 * Marks records that are shown as a `Node` with the entity type that they are of. No alias of a client can hide it.
 */
import type { JsonObject } from '../run/render-answer.js';

const recordType = Symbol('entity type');

/** Changes the record in place. */
export function markRecordType(record: JsonObject, entityType: string): JsonObject {
  return Object.assign(record, { [recordType]: entityType });
}

/** @returns the name of the object type of a record that was marked */
export function recordTypeOf(record: object): string | undefined {
  return (record as { readonly [recordType]?: string })[recordType];
}
