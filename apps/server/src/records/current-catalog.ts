/**
 * Begins work anew that turns out to have been planned by a catalog which the space has changed since.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../db/database.js';
import { joinTransaction } from '../db/join-transaction.js';
import { CatalogConflict } from '../db/translate-error.js';
import { ApiError } from '../errors/api-error.js';
import type { RecordStore } from './record-store.js';

/** A space changes its fields now and then, not all the time; while a schema is applied or options are imported, often. */
const maxAttempts = 8;

/** The pause after the first attempt at most, in milliseconds; each later one may be twice as long. */
const longestFirstPauseMs = 5;

/**
 * @param work must not keep what it learned from another store
 * @throws what `work` throws; ApiError `ERROR_UNAVAILABLE` when the space was changed each time
 */
export async function withCurrentCatalog<T>(
  store: RecordStore,
  space: string,
  work: (store: RecordStore) => Promise<T>,
): Promise<T> {
  for (let [current, attempt] = [store, 1]; ; attempt++) {
    try {
      return await work(current);
    } catch (error) {
      if (!(error instanceof CatalogConflict) || !current.renew) throw error;
      if (attempt === maxAttempts) {
        const message = 'The fields of the space are being changed. Try again later.';
        throw new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
      }
      await sleep(Math.random() * longestFirstPauseMs * 2 ** (attempt - 1));
      current = await current.renew(space);
    }
  }
}

/** @returns the store for work that is part of a transaction: when the catalog turns out to be an older one, all of it must begin anew */
export function storeInside({ renew: _renew, ...store }: RecordStore, transaction: Transaction): RecordStore {
  return { ...store, db: joinTransaction(store.db, transaction) };
}
