/**
 * How far the history of a space has come.
 */
import type { RecordStore } from './record-store.js';

/** @returns the revision of the space's last change; 0 before the first one */
export async function spaceRevision({ db }: RecordStore, space: string): Promise<number> {
  const text = `SELECT "revision" AS v FROM "spaces" WHERE "space_id" = ${db.dialect.placeholder(1)}`;
  const [row] = await db.read({ text, values: [space] });
  return Number(row?.v ?? 0);
}
