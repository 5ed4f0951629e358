/**
 * How far the history of a space has come, and how a transaction takes the next step of it.
 */
import type { Transaction } from '../../db/database.js';
import { CatalogConflict } from '../../db/translate-error.js';
import { nextRevision, selectMetadataRevision, selectRevision, setMetadataRevision } from '../../sql/tables/spaces.js';
import type { RecordStore } from '../record-store.js';

/** @returns the revision of the space's last change; 0 before the first one */
export async function spaceRevision({ db }: RecordStore, space: string): Promise<number> {
  const [row] = await db.read(selectRevision(db.dialect, space));
  return Number(row?.v ?? 0);
}

/**
 * @returns the next number in the history of a space; its row stays locked until the transaction ends
 * @throws CatalogConflict when the space has redefined its fields or entities since the catalog of the store was made
 */
export async function takeRevision(
  { db: { dialect }, metadataRevision }: RecordStore,
  transaction: Transaction,
  space: string,
): Promise<number> {
  const [row] = await transaction.run(nextRevision(dialect, space));
  if (!row) throw new Error(`there is no space "${space}"`);
  if (Number(row.m) !== metadataRevision) throw new CatalogConflict();
  return Number(row.v);
}

/**
 * A transaction that has taken a revision need not ask.
 * @throws CatalogConflict when the space has redefined its fields or entities since the catalog of the store was made
 */
export async function confirmCatalog(
  { db: { dialect }, metadataRevision }: RecordStore,
  transaction: Transaction,
  space: string,
): Promise<void> {
  const [row] = await transaction.run(selectMetadataRevision(dialect, space));
  if (row && Number(row.v) !== metadataRevision) throw new CatalogConflict();
}

/**
 * Notes that a transaction, with the revision that it has taken, changes what the space has defined. Who writes by an older catalog
 * meets that when taking a revision.
 */
export async function redefineSpace({ db: { dialect } }: RecordStore, transaction: Transaction, space: string) {
  await transaction.run(setMetadataRevision(dialect, space));
}
