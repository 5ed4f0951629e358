/**
 * Begins work anew that turns out to have been planned by a catalog which the space has changed since.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogConflict } from '../../db/translate-error.js';
import { ApiError } from '../../errors/api-error.js';
import type { RecordStore } from '../record-store.js';

/**
 * A space changes its fields now and then, not all the time; while a schema is applied or options are imported, often. Each attempt
 * that fails is a change of somebody else that was made, so that waiting leads on.
 */
const patienceMs = 5_000;

/** The pause after the first attempt at most, in milliseconds; each later one may be twice as long, up to the longest. */
const longestFirstPauseMs = 5;
const longestPauseMs = 640;

/**
 * @param work must not keep what it learned from another store
 * @throws what `work` throws; ApiError `ERROR_UNAVAILABLE` when the space was changed each time for some seconds
 */
export async function withCurrentCatalog<T>(
  store: RecordStore,
  space: string,
  work: (store: RecordStore) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  for (
    let [current, longestPause] = [store, longestFirstPauseMs];
    ;
    longestPause = Math.min(2 * longestPause, longestPauseMs)
  ) {
    try {
      return await work(current);
    } catch (error) {
      if (!(error instanceof CatalogConflict) || !current.renew) throw error;
      if (performance.now() - start > patienceMs) {
        const message = 'The fields of the space are being changed. Try again later.';
        throw new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
      }
      await sleep(Math.random() * longestPause);
      current = await current.renew(space);
    }
  }
}
