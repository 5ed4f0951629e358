/**
 * Finds records of a numbered entity type by their numbers.
 */
import { compileIdsByNumber } from '../../sql/select/compile-find.js';
import type { RecordStore } from '../record-store.js';

/** @returns the ids of the records with these numbers, deleted or not, by number; one statement for all */
export async function findIdsByNumber(
  { catalog, db }: RecordStore,
  space: string,
  entityType: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.read(compileIdsByNumber(db.dialect, space, catalog.existing(entityType), numbers));
  return new Map(rows.map((row) => [Number(row.n), String(row.id)]));
}
