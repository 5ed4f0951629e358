/**
 * Runs a transaction again after a conflict with another one. Knows no driver.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.js';
import {
  CatalogConflict,
  isLostConnection,
  TransactionConflict,
  translateError,
  UniqueViolation,
} from './translate-error.js';

const maxAttempts = 6;
/** Of work whose connection was lost before it committed. */
const maxConnections = 3;
const longestFirstPauseMs = 10;
/** A node that was restarted takes connections again a moment later. */
const firstConnectionPauseMs = 100;

/**
 * A unique value that turns out to be taken counts as a conflict too: the next run finds its holder and can name it. What a lost
 * connection has interrupted is run again on another one, unless it may have been committed.
 * @throws whatever `transact` throws, as our own error; CatalogConflict at once, as the same work would meet it again; ApiError
 *   `ERROR_UNAVAILABLE` when others were in the way to the last or no connection lasted, `ERROR_OUTCOME_UNKNOWN` at once
 */
export async function repeatOnConflict<T>(transact: () => Promise<T>): Promise<T> {
  for (let [attempt, lost] = [1, 0]; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      const translated = translateError(error);
      if (isInterrupted(translated)) {
        if (++lost === maxConnections) throw translated;
        await sleep(firstConnectionPauseMs * 2 ** lost * (1 - Math.random() / 2));
        continue;
      }
      if (!isWorthRepeating(translated)) throw translated;
      if (attempt >= maxAttempts) throw lastError(translated);
    }
    // Of different length, so that those who met do not meet again.
    await sleep(Math.random() * longestFirstPauseMs * 2 ** attempt);
  }
}

/** @returns whether nothing of the work can have been committed because its connection was lost first */
function isInterrupted(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'ERROR_UNAVAILABLE' && isLostConnection(error);
}

function isWorthRepeating(error: unknown): error is TransactionConflict | UniqueViolation {
  if (error instanceof CatalogConflict) return false;
  return error instanceof TransactionConflict || error instanceof UniqueViolation;
}

function lastError(conflict: TransactionConflict | UniqueViolation): Error {
  if (conflict instanceof UniqueViolation) return conflict;
  return new ApiError('ERROR_UNAVAILABLE', 'Too many others write the same records. Try again later.', {
    cause: conflict,
  });
}
