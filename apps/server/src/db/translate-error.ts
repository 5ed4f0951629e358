/**
 * Turns driver errors into the service's own. Constraint names are not looked at: a distributed database does not give them.
 */
import { ApiError } from '../errors/api-error.js';

/** A transaction that was in another one's way and may succeed when it is run again. */
export class TransactionConflict extends Error {
  constructor(cause: unknown) {
    super('the transaction was in the way of another one', { cause });
    this.name = 'TransactionConflict';
  }
}

/** A value that another record has already; the caller who knows the values finds out which. */
export class UniqueViolation extends Error {
  constructor(cause: unknown) {
    super('a unique value is taken', { cause });
    this.name = 'UniqueViolation';
  }
}

const conflictCodes = new Set(['40001', '40P01', '55P03', 'SQLITE_BUSY', 'SQLITE_LOCKED']);
const unavailableCodes = new Set(['25006', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']);

/** @returns the error to throw in place of what a driver threw; errors of our own pass through */
export function translateError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (conflictCodes.has(code)) return new TransactionConflict(error);
  if (code === '23505' || (code === 'SQLITE_CONSTRAINT' && error.message.includes('UNIQUE constraint'))) {
    return new UniqueViolation(error);
  }
  const isLost =
    unavailableCodes.has(code) ||
    code.startsWith('08') ||
    /connection terminated|timeout exceeded/i.test(error.message);
  if (isLost) {
    return new ApiError('ERROR_UNAVAILABLE', 'The database cannot be reached. Try again later.', { cause: error });
  }
  return error;
}
