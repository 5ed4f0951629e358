/**
 * Finds a record of a numbered entity type by its number.
 */
import { numberColumn } from '../../sql/columns.js';
import { identifier } from '../../sql/dialects/dialect.js';
import { recordsOf } from '../../sql/record-source.js';
import type { RecordStore } from '../record-store.js';

/** @returns the id of the record with this number, deleted or not */
export async function findIdByNumber(
  { catalog, db }: RecordStore,
  space: string,
  entityType: string,
  number: number,
): Promise<string | undefined> {
  const table = recordsOf(db.dialect, catalog.existing(entityType));
  const p = (position: number) => db.dialect.placeholder(position);
  const text = `SELECT t.id AS id FROM ${table} t WHERE t.space_id = ${p(1)} AND t.${identifier(numberColumn)} = ${p(2)}`;
  const [row] = await db.read({ text, values: [space, number] });
  return row && String(row.id);
}
