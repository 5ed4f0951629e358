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
 * What the space has defined has changed since the transaction was planned: it may succeed when the whole request is planned again, by
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

/**
 * 23503: what the write found to point at has gone since, and is not found again. SQLITE_SCHEMA: another process has changed so many
 * tables meanwhile that the statement was prepared again in vain.
 */
const conflictCodes = new Set(['23503', '40001', '40P01', '55P03', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_SCHEMA']);
/**
 * The connection is lost, cannot be made, or leads to a node that takes no writes. All of class 08 count as well, which is what a
 * connection pooler reports the loss of its own connections by.
 */
const lostCodes = new Set([
  '25006', // read-only transaction: a node that is no longer the primary
  '25P03', // idle-in-transaction timeout, which closes the connection
  '53300', // too many connections
  '57P01', // administrator's shutdown, or a backend that was terminated
  '57P02', // crash of another backend
  '57P03', // starting up, shutting down, recovering
  '57P05', // idle for too long
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);
/** What the driver and its pool say of lost connections without a code. */
const lostMessages =
  /connection terminated|is not queryable|timeout expired|socket has been ended|pool after calling end|before secure TLS/i;
/** What the pool says when all connections were in use for too long. */
const poolIsFull = /timeout exceeded when trying to connect/i;
/** Nothing can be written there: a node that is no longer the primary, or a file that is read-only. */
const readOnlyCodes = new Set(['25006', 'SQLITE_READONLY']);
/** The disk, or the file on it, cannot grow. */
const fullCodes = new Set(['53100', 'SQLITE_FULL']);
/** A statement took longer than it was allowed. */
const timeoutCodes = new Set(['57014', 'SQLITE_INTERRUPT']);
/** A row of an index would be larger than a third of a page. */
const tooLargeForIndex = '54000';

/** @returns whether a statement met no database that could carry it out, as a driver or `translateError` says it */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof ApiError) return isLostConnection(error.cause);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return lostCodes.has(code) || code.startsWith('08') || lostMessages.test(error.message);
}

/** @returns the error for a transaction whose COMMIT was sent and not answered: a repetition might write a second time */
export function outcomeUnknown(cause?: unknown): ApiError {
  const message =
    'The connection to the database was lost while the changes were committed: they may have been written or not. ' +
    'Repeat the request with the same Idempotency-Key; without one, read first what is there.';
  return new ApiError('ERROR_OUTCOME_UNKNOWN', message, { cause });
}

/** @returns whether an error says that changes may have been committed */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'ERROR_OUTCOME_UNKNOWN';
}

/** A statement has had its time. The caller that set the limit may replace the message by one that names the limit. */
export class StatementTimeout extends ApiError {
  constructor(cause?: unknown) {
    super('ERROR_UNAVAILABLE', 'The database took too long. Ask for less at once, or try again later.', { cause });
  }
}

/** @returns the error for a statement that had its time, ended by the database or with its connection */
export function tookTooLong(cause?: unknown): StatementTimeout {
  return new StatementTimeout(cause);
}

/** @returns the error for work that a stopping server has ended, or begins no more; nothing of it was written */
export function serverStops(cause?: unknown): ApiError {
  return new ApiError('ERROR_UNAVAILABLE', 'The server is stopping. Try again later.', { cause });
}

/** @returns the error for work that was given no connection in its time, as others had them */
export function waitedTooLong(cause?: unknown): ApiError {
  return new ApiError('ERROR_OVERLOADED', 'Too many requests wait for the database. Try again later.', { cause });
}

/** @returns whether the database has no room for what a statement writes, as a driver or `translateError` says it */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error instanceof ApiError ? error.cause : error));
}

/** @returns the code that a driver or the system gave an error; '' without one */
export function codeOf(error: unknown): string {
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
  if (timeoutCodes.has(code)) return tookTooLong(error);
  if (isDiskFull(error)) {
    const message = 'The database has no room left on its disk. Nothing was written. Try again when there is room.';
    return new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
  }
  if (poolIsFull.test(error.message)) return waitedTooLong(error);
  if (readOnlyCodes.has(code)) {
    const message = 'The database takes no writes now. Try again later.';
    return new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
  }
  if (isLostConnection(error)) {
    return new ApiError('ERROR_UNAVAILABLE', 'The database cannot be reached. Try again later.', { cause: error });
  }
  return error;
}
