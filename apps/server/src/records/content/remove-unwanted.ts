/**
 * Removes files that no record names. The files of deleted records stay: a record may be restored.
 */
import type { FileStore } from '../../files/file-store.js';
import { tableName } from '../../sql/columns.js';
import { identifier } from '../../sql/dialects/dialect.js';
import type { RecordStore } from '../record-store.js';
import { cloudObject } from '../rules/cloud-object-rule.js';

/** Keys that are looked up in one statement. */
const maxKeys = 512;

/**
 * @param keys of one space; no write that is under way may be about to name one of them
 * @returns how many files were removed
 */
export async function removeUnwanted(
  store: RecordStore,
  files: FileStore,
  space: string,
  keys: readonly string[],
): Promise<number> {
  let removed = 0;
  for (let start = 0; start < keys.length; start += maxKeys) {
    const some = keys.slice(start, start + maxKeys);
    const wanted = await wantedKeys(store, space, some);
    const unwanted = some.filter((key) => !wanted.has(key));
    for (const key of unwanted) await files.remove(key);
    removed += unwanted.length;
  }
  return removed;
}

async function wantedKeys({ catalog, db }: RecordStore, space: string, keys: readonly string[]): Promise<Set<unknown>> {
  const { placeholder } = db.dialect;
  const table = identifier(tableName(catalog.existing(cloudObject)));
  // A few lengths instead of any: each makes a statement that connections keep.
  const bound = Array.from({ length: 2 ** Math.ceil(Math.log2(keys.length)) }, (_, index) => keys[index] ?? keys[0]);
  const places = bound.map((_, index) => placeholder(index + 2)).join(', ');
  const text = `SELECT t.storage_key AS k FROM ${table} t WHERE t.space_id = ${placeholder(1)} AND t.storage_key IN (${places})`;
  const rows = await db.read({ text, values: [space, ...bound] });
  return new Set(rows.map((row) => row.k));
}
