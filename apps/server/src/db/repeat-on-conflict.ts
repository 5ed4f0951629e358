/**
 * Runs a transaction again when another one was in its way. Knows no driver.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.js';
import { CatalogConflict, TransactionConflict, translateError, UniqueViolation } from './translate-error.js';

const maxAttempts = 6;
const longestFirstPauseMs = 10;

/**
 * A unique value that turns out to be taken counts as a conflict too: the next run finds its holder and can name it.
 * @throws whatever `transact` throws, as our own error; CatalogConflict at once, as the same work would meet it again; ApiError
 *   `ERROR_UNAVAILABLE` when others were in the way to the last
 */
export async function repeatOnConflict<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      const translated = translateError(error);
      if (!isWorthRepeating(translated)) throw translated;
      if (attempt === maxAttempts) throw lastRefusal(translated);
    }
    // Of different length, so that those who met do not meet again.
    await sleep(Math.random() * longestFirstPauseMs * 2 ** attempt);
  }
}

function isWorthRepeating(error: unknown): error is TransactionConflict | UniqueViolation {
  if (error instanceof CatalogConflict) return false;
  return error instanceof TransactionConflict || error instanceof UniqueViolation;
}

function lastRefusal(conflict: TransactionConflict | UniqueViolation): Error {
  if (conflict instanceof UniqueViolation) return conflict;
  return new ApiError('ERROR_UNAVAILABLE', 'Too many others write the same records. Try again later.', {
    cause: conflict,
  });
}
