/**
 * Removes files that no record names: what a crash left between a file and its record, and content that was replaced. Several
 * processes may sweep at once.
 */
import { reachableSpaceIds } from '../../db/spaces.js';
import type { FileStore } from '../../files/file-store.js';
import { compileKeysInUse } from '../../sql/select/compile-find.js';
import type { RecordStore } from '../record-store.js';
import { type ContentStore, cloudObject } from './content-store.js';

export interface Swept {
  /** Files removed. */
  readonly files: number;
  /** Uploads removed that were cut off. */
  readonly unfinished: number;
}

/** A file without a record may be waiting for it; the longest upload takes far less. */
const graceMs = 24 * 60 * 60 * 1000;

/**
 * @param now moment that age is counted from; what is younger than a day stays
 * @param signal when aborted, it stops behind the page that it is at
 * @throws ApiError `ERROR_UNAVAILABLE` when the store cannot be asked
 */
export async function sweepFiles(store: ContentStore, now: Date, signal?: AbortSignal): Promise<Swept> {
  const before = new Date(now.getTime() - graceMs);
  let files = 0;
  let unfinished = 0;
  for (const space of await reachableSpaceIds(store.db)) {
    for await (const page of store.files.list(space)) {
      if (signal?.aborted) return { files, unfinished };
      const keys = page.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
      files += await removeUnwanted(store, store.files, space, keys);
    }
    unfinished += await store.files.removeUnfinished(space, before);
  }
  return { files, unfinished };
}

// Removes files that no record names. The files of deleted records stay: a record may be restored.

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
