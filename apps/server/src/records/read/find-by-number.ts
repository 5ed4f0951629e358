/**
 * Finds a record of a numbered entity type by its number.
 */
import { compileIdByNumber } from '../../sql/select/compile-find.js';
import type { RecordStore } from '../record-store.js';

/** @returns the id of the record with this number, deleted or not */
export async function findIdByNumber(
  { catalog, db }: RecordStore,
  space: string,
  entityType: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db.read(compileIdByNumber(db.dialect, space, catalog.existing(entityType), number));
  return row && String(row.id);
}
