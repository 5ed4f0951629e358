/**
 * Reads how far the history of a space has come.
 */
import { selectRevision } from '../../sql/tables/spaces.js';
import type { RecordStore } from '../record-store.js';

/** @returns the revision of the space's last change; 0 before the first one */
export async function spaceRevision({ db }: RecordStore, space: string): Promise<number> {
  const [row] = await db.read(selectRevision(db.dialect, space));
  return Number(row?.v ?? 0);
}
