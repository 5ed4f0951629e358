/**
 * Reads what is stored of records, for writes that build on it: any number of one entity type with one statement.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { Statement } from '../../sql/binder.js';
import type { RecordChoice } from '../../sql/write/compile-stored.js';
import { storedParser } from '../read/parse-stored.js';
import type { StoredRecord } from './draft.js';
import type { WriteContext } from './write-context.js';

/** @param ids each any number of times @returns those that are there, by id */
export async function readStored(
  context: WriteContext,
  entityType: EntityType,
  ids: Iterable<string>,
  choice: RecordChoice,
): Promise<ReadonlyMap<string, StoredRecord>> {
  const wanted = [...new Set(ids)].sort();
  if (wanted.length === 0) return new Map();
  const { stored } = context.store;
  const locking = stored.compileLock(context.space, entityType, wanted, choice.lock);
  if (locking) context.transaction.add(locking);
  const statement = stored.compileRecords(context.space, entityType, wanted, choice);
  const records = await read(context, statement, entityType);
  return new Map(records.map((record) => [String(record.id), record]));
}

/** A relation of parents whose rows are wanted. */
export interface WantedRows {
  readonly parent: EntityType;
  readonly field: RowsField;
  /** Values of the parents that the rows' `via` holds. */
  readonly parents: Iterable<string>;
  /** Rows too that were deleted together with their parent. */
  readonly withParent?: boolean;
}

/** @returns the rows that are not deleted, oldest first, by the parent that they belong to */
export async function readStoredRows(
  context: WriteContext,
  { parent, field, parents, withParent = false }: WantedRows,
): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const wanted = [...new Set(parents)].sort();
  const found = new Map<string, StoredRecord[]>();
  if (wanted.length === 0) return found;
  const { catalog, stored } = context.store;
  const statement = stored.compileRows(context.space, parent, field, wanted, withParent);
  const rows = await read(context, statement, catalog.existing(field.target));
  for (const row of rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))) {
    const belongsTo = String(row[field.via]);
    const siblings = found.get(belongsTo);
    if (siblings) siblings.push(row);
    else found.set(belongsTo, [row]);
  }
  return found;
}

/** @returns what is stored of every record of an entity type, of deleted ones too */
export function readAllStored(context: WriteContext, entityType: EntityType): Promise<StoredRecord[]> {
  return read(context, context.store.stored.compileAll(context.space, entityType), entityType);
}

async function read(
  { transaction }: WriteContext,
  statement: Statement,
  entityType: EntityType,
): Promise<StoredRecord[]> {
  const parse = storedParser(entityType);
  return (await transaction.run(statement)).map((row) => parse(String(row.j)));
}
