/**
 * Removes files that no record names. The files of deleted records stay: a record may be restored.
 */
import type { FileStore } from '../../files/file-store.js';
import { compileKeysInUse } from '../../sql/select/compile-find.js';
import type { RecordStore } from '../record-store.js';
import { cloudObject } from './content-store.js';

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
  const rows = await db.read(compileKeysInUse(db.dialect, space, catalog.existing(cloudObject), keys));
  return new Set(rows.map((row) => row.k));
}
