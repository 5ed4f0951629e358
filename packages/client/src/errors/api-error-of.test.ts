/** Which answer becomes which error. */
import { describe, expect, it } from 'vitest';
import { apiErrorOf } from './api-error-of.js';
import { ApiError, OutcomeUnknownError, ValidationError } from './api-errors.js';
import { HeadwaterError } from './headwater-error.js';

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

describe('apiErrorOf', () => {
  it.each([
    [400, 'ParameterError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [405, 'ApiError'],
    [408, 'UnavailableError'],
    [409, 'ConflictError'],
    [412, 'ConflictError'],
    [413, 'ApiError'],
    [422, 'ValidationError'],
    [429, 'RateLimitError'],
    [500, 'ApiError'],
    [502, 'UnavailableError'],
    [503, 'UnavailableError'],
    [504, 'UnavailableError'],
  ])('%i is a %s', (status, name) => {
    const error = apiErrorOf(answer(status), '');
    expect([error.name, error.constructor.name, error.status]).toEqual([name, name, status]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(HeadwaterError);
  });

  it('carries what the answer says', () => {
    const body = { code: 9003, name: 'ERROR_RECORD_NOT_FOUND', message: 'There is no such record.' };
    expect(apiErrorOf(answer(404, { 'X-Request-Id': 'r-1', 'Retry-After': '2' }), body)).toMatchObject({
      message: 'There is no such record.',
      code: 9003,
      codeName: 'ERROR_RECORD_NOT_FOUND',
      requestId: 'r-1',
      retryAfterMs: 2_000,
      body,
    });
  });

  it('says the status when the answer says nothing', () => {
    expect(apiErrorOf(answer(502), '<html>')).toMatchObject({
      message: 'The server answered with status 502',
      code: null,
      codeName: null,
      requestId: null,
      retryAfterMs: null,
      body: '<html>',
    });
  });
});

describe('ValidationError', () => {
  it('finds the messages of a field', () => {
    const field_errors = [
      { field_name: 'owner_id', errors: [{ message: 'one' }, { message: 'two' }] },
      { field_name: 'name', errors: [{ message: 'three' }] },
    ];
    const error = apiErrorOf(answer(422), { field_errors });
    expect(error).toBeInstanceOf(ValidationError);
    const { leaves } = error as ValidationError;
    expect(leaves.map((leaf) => leaf.message)).toEqual(['one', 'two', 'three']);
    expect((error as ValidationError).messagesOf('owner_id')).toEqual(['one', 'two']);
    expect((error as ValidationError).messagesOf('email1')).toEqual([]);
  });

  it('has one leaf for a rejection that lists none', () => {
    const body = { code: 9008, name: 'ERROR_DELETE_PROTECTED', message: 'The record cannot be deleted.' };
    expect((apiErrorOf(answer(422), body) as ValidationError).leaves).toEqual([
      {
        code: 9008,
        name: 'ERROR_DELETE_PROTECTED',
        message: 'The record cannot be deleted.',
        fieldName: null,
        fieldId: null,
        path: null,
      },
    ]);
  });
});

it('tells an unknown outcome by its code, over REST v100 and v1', () => {
  for (const body of [
    { code: 9017, name: 'ERROR_OUTCOME_UNKNOWN', message: 'x' },
    { errorcode: 9017, message: 'x' },
  ]) {
    const error = apiErrorOf(new Response(null, { status: 503 }), body);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  }
});
