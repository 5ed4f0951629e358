/**
 * Removes files that no record names: what a crash left between a file and its record, and content that was replaced. Several
 * processes may sweep at once.
 */

import { allSpaces } from '../../sql/tables/spaces.js';
import type { ContentStore } from './content-store.js';
import { removeUnwanted } from './remove-unwanted.js';

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
  for (const space of await spacesOf(store)) {
    for await (const page of store.files.list(space)) {
      if (signal?.aborted) return { files, unfinished };
      const keys = page.filter(({ storedAt }) => storedAt < before).map(({ key }) => key);
      files += await removeUnwanted(store, store.files, space, keys);
    }
    unfinished += await store.files.removeUnfinished(space, before);
  }
  return { files, unfinished };
}

async function spacesOf({ db }: ContentStore): Promise<string[]> {
  const rows = await db.read(allSpaces);
  return rows.map((row) => String(row.space_id));
}
