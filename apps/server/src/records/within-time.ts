/**
 * A store for one piece of work that has a bounded time. Knows no work.
 */

import { TimedDatabase } from '../db/timed-database.js';
import type { RequestBytes } from '../request/held-bytes.js';
import type { RecordStore } from './record-store.js';

export interface TimedStore<Store extends RecordStore> {
  readonly store: Store;
  /** @returns milliseconds in which the work has waited for the database so far */
  readonly waitedMs: () => number;
  /** Called when nobody waits for the answer any more: reads end. */
  readonly dropReads: () => void;
}

/**
 * @param limitMs counted from now; what is asked of the database later, or still runs then, fails with `ERROR_UNAVAILABLE`
 * @param bytes counts what the work reads
 * @returns the same store, to be used for this work only
 */
export function withinTime<Store extends RecordStore>(
  store: Store,
  limitMs: number,
  bytes?: RequestBytes,
): TimedStore<Store> {
  const db = new TimedDatabase(store.db, limitMs, bytes);
  const { renew } = store;
  const timed = { ...store, db, ...(renew && { renew: async (space: string) => ({ ...(await renew(space)), db }) }) };
  return { store: timed, waitedMs: () => db.waitedMs, dropReads: () => db.dropReads() };
}
