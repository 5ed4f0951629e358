/**
 * Rights over statements that are written for one purpose and not planned of what a caller names: the text says which records they read.
 */
import { readsEverything, requireReadable } from '../../rights/scoped-catalog.js';
import type { Statement } from '../../sql/binder.js';
import { tableName } from '../../sql/columns.js';
import { tablesIn } from '../../sql/tables-read.js';
import type { RecordStore } from '../record-store.js';

/** @throws ApiError `ERROR_FORBIDDEN` that names a missing right, for a statement that reads records which may not be read */
export function requireTables({ catalog, sight }: Pick<RecordStore, 'catalog' | 'sight'>, { text }: Statement): void {
  if (readsEverything(catalog)) return;
  const tables = new Set(tablesIn(catalog, sight?.withoutConditions(text) ?? text));
  for (const entityType of catalog.entityTypes) {
    const hasTable = !entityType.union && entityType.storedIn === undefined;
    if (hasTable && tables.has(tableName(entityType))) requireReadable(catalog, entityType);
  }
}
