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

/**
 * What the space has defined has changed since the transaction was planned: it may succeed when the whole request is planned anew, by
 * what the space has defined now.
 */
export class CatalogConflict extends TransactionConflict {
  constructor() {
    super('the fields or entities of the space have changed');
    this.name = 'CatalogConflict';
  }
}

/** A value that another record has already; the caller who knows the values finds out which. */
export class UniqueViolation extends Error {
  constructor(cause: unknown) {
    super('a unique value is taken', { cause });
    this.name = 'UniqueViolation';
  }
}

/** 23503: what the write found to point at has gone since, and is not found again. */
const conflictCodes = new Set(['23503', '40001', '40P01', '55P03', 'SQLITE_BUSY', 'SQLITE_LOCKED']);
const unavailableCodes = new Set([
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);
/** A statement took longer than it was allowed. */
const timeoutCodes = new Set(['57014', 'SQLITE_INTERRUPT']);
/** A row of an index would be larger than a third of a page. */
const tooLargeForIndex = '54000';

/** @returns whether a statement met no database, rather than one that needs too long for it */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'ERROR_UNAVAILABLE' && !timeoutCodes.has(codeOf(error.cause));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** @returns the error to throw in place of what a driver threw; errors of our own pass through */
export function translateError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  if (conflictCodes.has(code)) return new TransactionConflict(error);
  if (code === '23505' || (code === 'SQLITE_CONSTRAINT' && error.message.includes('UNIQUE constraint'))) {
    return new UniqueViolation(error);
  }
  if (code === tooLargeForIndex) {
    const message = 'A text is too long to be found by: shorten the names of the record.';
    return new ApiError('ERROR_PARAMETER_INVALID', message, { cause: error });
  }
  if (timeoutCodes.has(code)) {
    const message = 'The database took too long. Ask for less at once, or try again later.';
    return new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
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
