import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { TransactionConflict, translateError, UniqueViolation } from './translate-error.js';

const failure = (code: string | undefined, message = 'x') => Object.assign(new Error(message), code ? { code } : {});

describe('translateError', () => {
  it.each(['40001', '40P01', '55P03', 'SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_SCHEMA'])('%s is a conflict', (code) => {
    expect(translateError(failure(code))).toBeInstanceOf(TransactionConflict);
  });

  it.each([
    ['23505', 'duplicate key value violates unique constraint "records_pkey_102029"'],
    ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: products.sku'],
  ])('%s is a unique value that is taken', (code, message) => {
    expect(translateError(failure(code, message))).toBeInstanceOf(UniqueViolation);
  });

  it.each([
    ['25006', 'cannot execute in a read-only transaction'],
    ['57P01', 'terminating connection due to administrator command'],
    ['57P03', 'the database system is starting up'],
    ['57014', 'canceling statement due to statement timeout'],
    ['57P02', 'terminating connection because of crash of another server process'],
    ['57P05', 'terminating connection due to idle-session timeout'],
    ['25P03', 'terminating connection due to idle-in-transaction timeout'],
    ['53300', 'sorry, too many clients already'],
    ['53100', 'could not extend file "base/1/2": No space left on device'],
    ['SQLITE_FULL', 'SQLITE_FULL: database or disk is full'],
    ['SQLITE_READONLY', 'SQLITE_READONLY: attempt to write a readonly database'],
    ['08006', 'connection failure'],
    ['08P01', 'server conn crashed?'],
    ['ECONNREFUSED', 'connect ECONNREFUSED'],
    ['ECONNRESET', 'read ECONNRESET'],
    ['EPIPE', 'write EPIPE'],
    ['ETIMEDOUT', 'read ETIMEDOUT'],
    ['ENETUNREACH', 'connect ENETUNREACH'],
    ['ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed'],
    [undefined, 'Connection terminated'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Connection terminated due to connection timeout'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'Client was closed and is not queryable'],
    [undefined, 'Cannot use a pool after calling end on the pool'],
    [undefined, 'timeout expired'],
  ])('%s "%s" means that the database cannot be used', (code, message) => {
    const translated = translateError(failure(code, message));
    expect(translated).toBeInstanceOf(ApiError);
    expect(translated).toMatchObject({ errorName: 'ERROR_UNAVAILABLE', status: 503 });
    expect((translated as ApiError).message).not.toContain(message);
  });

  it('a pool without a free connection means that too many wait', () => {
    const full = translateError(failure(undefined, 'timeout exceeded when trying to connect'));
    expect(full).toMatchObject({ errorName: 'ERROR_OVERLOADED', status: 503 });
  });

  it.each([
    new ApiError('ERROR_FORBIDDEN', 'no'),
    failure('42P01', 'relation "x" does not exist'),
    failure('SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: NOT NULL constraint failed: contacts.id'),
    'no error at all',
  ])('%s passes as it is', (error) => {
    expect(translateError(error)).toBe(error);
  });
});
