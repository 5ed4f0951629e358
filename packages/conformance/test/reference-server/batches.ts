/**
 * Many records in one request: all of them or, with `rollback-method` 1, each for itself.
 */
import { randomUUID } from 'node:crypto';
import type { EntityType, ErrorName } from '@headwater/catalog';
import { isObject, type Json } from './json.js';
import { Findings, Rejection, rejection, ValidationRejection, validationRejection } from './rejection.js';
import type { StoredRecord } from './tables.js';
import { readUuid } from './values.js';
import type { WriteContext } from './write-context.js';
import { create, remove, restore, update } from './writes.js';

/** What is done with one item. @returns the id of its record */
export type WriteItem = (context: WriteContext, type: EntityType, item: Json) => string;

export const modifyItem: WriteItem = (context, type, item) => {
  if (!isObject(item)) throw rejection('ERROR_PARAMETER_INVALID', 'Each item must be an object.');
  if ((item.id ?? null) === null) return create(context, type, item);
  const id = readUuid(item.id);
  const isUnknown = id !== undefined && context.tables.find(type.name, id) === undefined;
  if (isUnknown && context.level.readOnlyToo) return create(context, type, item);
  return update(context, type, existing(context, type, item.id ?? null, false), item);
};

export const deleteItem: WriteItem = (context, type, id) => remove(context, type, existing(context, type, id, false));

export const restoreItem: WriteItem = (context, type, id) => restore(context, type, existing(context, type, id, true));

/** @throws Rejection when no record has the id, or a deleted one that may not be */
export function existing({ tables }: WriteContext, type: EntityType, id: Json, deletedToo: boolean): StoredRecord {
  const record = tables.find(type.name, readUuid(id) ?? '');
  if (record !== undefined && (deletedToo || !record.is_deleted)) return record;
  throw rejection('ERROR_RECORD_NOT_FOUND', `There is no ${type.name} ${String(id)}.`);
}

const mostItems = 1000;

/** @returns an id or an error for each item @throws Rejection */
export function writeBatch(
  context: WriteContext,
  type: EntityType,
  write: WriteItem,
  items: Json,
  eachForItself: boolean,
): Json[] {
  if (!Array.isArray(items) || items.length === 0) {
    throw rejection('ERROR_PARAMETER_INVALID', 'The body must be a list with at least one item.');
  }
  if (items.length > mostItems) throw rejection('ERROR_BATCH_TOO_LARGE', `A batch has at most ${mostItems} items.`);
  const rejected: { readonly index: number; readonly error: Rejection }[] = [];
  const results = items.map((item: Json, index): Json => {
    const tables = context.tables.fork();
    try {
      const id = write({ ...context, tables }, type, item);
      context.tables.adopt(tables);
      return id;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      rejected.push({ index, error });
      return { ...error.body, entity_index: index };
    }
  });
  if (rejected.length > 0 && !eachForItself) throw together(rejected, type);
  return results;
}

/** One error that lists those of all items, one that was not found or is stale among them. */
function together(
  rejected: readonly { readonly index: number; readonly error: Rejection }[],
  type: EntityType,
): Rejection {
  return validationRejection(
    rejected.map(({ index, error }) => {
      if (error instanceof ValidationRejection) return { index, findings: error.findings };
      const findings = new Findings(type.name, randomUUID());
      findings.add(undefined, error.body.name as ErrorName, error.message);
      return { index, findings };
    }),
  );
}
