/** What a client sees of each kind of error. */
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../errors/api-error.js';
import { BatchError } from '../../../errors/batch-error.js';
import { ValidationError } from '../../../errors/validation-error.js';
import { isInternal, renderError, withoutStatus } from './render-error.js';
import { LocatedError } from './write-errors.js';

const place = { path: ['contacts', 0], positions: null };
const thrown = (originalError: Error) => new GraphQLError(originalError.message, { ...place, originalError });

describe('renderError', () => {
  it('names and numbers errors of the service', () => {
    const error = thrown(new ApiError('ERROR_PARAMETER_INVALID', 'first: must be 1 to 100.', { at: 'first' }));
    const rendered = renderError(error, 'r1');
    expect(rendered.toJSON()).toEqual({
      message: 'first: must be 1 to 100.',
      path: ['contacts', 0],
      extensions: { code: 'ERROR_PARAMETER_INVALID', number: 117, at: 'first', http: { status: 400, spec: true } },
    });
    expect(isInternal(error)).toBe(false);
  });

  it('lists every error of a body under the names of GraphQL', () => {
    const error = new ValidationError({
      entityName: 'Contact',
      entityId: 'c1',
      entity: [{ errorName: 'ERROR_PARAMETER_MISSING', message: 'a name is missing' }],
      fields: [
        {
          fieldId: 'f1',
          fieldName: 'account_relations.account_id',
          leaves: [{ errorName: 'ERROR_RELATIONS_DOESNT_EXIST', message: 'no such account' }],
        },
        { fieldId: 'f2', fieldName: 'cf_home_town', leaves: [] },
      ],
    });
    expect(renderError(thrown(new LocatedError(error, ['input'])), 'r1').extensions).toEqual({
      code: 'ERROR_ENTITY_VALIDATION',
      number: 40000,
      entityName: 'Contact',
      entityId: 'c1',
      errors: [
        { code: 'ERROR_PARAMETER_MISSING', number: 119, message: 'a name is missing', path: ['input'] },
        {
          code: 'ERROR_RELATIONS_DOESNT_EXIST',
          number: 120,
          message: 'no such account',
          path: ['input', 'accountRelations', 'accountId'],
        },
      ],
      fields: [
        {
          name: 'accountRelations.accountId',
          fieldId: 'f1',
          errors: [{ code: 'ERROR_RELATIONS_DOESNT_EXIST', number: 120, message: 'no such account' }],
        },
        { name: 'cf_home_town', fieldId: 'f2', errors: [] },
      ],
      http: { status: 422, spec: true },
    });
  });

  it('says of each error of a batch of which item it is', () => {
    const leaf = {
      errorName: 'ERROR_WRITE_ONCE',
      message: 'once',
      path: ['account_relations', 2, 'account_id'],
    } as const;
    const rejected = new ValidationError({
      entityName: 'Contact',
      entityId: 'c1',
      entity: [],
      fields: [{ fieldId: 'f1', fieldName: 'account_relations', leaves: [leaf] }],
    });
    const error = new BatchError('Contact', 'c1', [
      { index: 1, error: new ApiError('ERROR_RECORD_NOT_FOUND', 'not there') },
      { index: 4, error: rejected },
    ]);
    const rendered = renderError(thrown(new LocatedError(error, ['items'])), 'r1');
    expect(rendered.extensions).toMatchObject({
      code: 'ERROR_ENTITY_VALIDATION',
      entityName: 'Contact',
      errors: [
        { code: 'ERROR_RECORD_NOT_FOUND', number: 9003, message: 'not there', path: ['items', 1] },
        { code: 'ERROR_WRITE_ONCE', message: 'once', path: ['items', 4, 'accountRelations', 2, 'accountId'] },
      ],
    });
    expect(isInternal(thrown(new LocatedError(error, ['items'])))).toBe(false);
  });

  it('masks everything else', () => {
    const error = thrown(new Error('SQLITE_ERROR: no such column: secret'));
    const rendered = renderError(error, 'r1');
    expect(JSON.stringify(rendered)).not.toContain('secret');
    expect(rendered.stack).not.toContain('secret');
    expect(rendered.toJSON()).toEqual({
      message: 'Internal server error',
      path: ['contacts', 0],
      extensions: { code: 'ERROR_INTERNAL', number: 9000, requestId: 'r1', http: { status: 500 } },
    });
    expect(isInternal(error)).toBe(true);
  });

  it('masks values of ours that do not fit the schema', () => {
    const error = new GraphQLError('Int cannot represent non-integer value: "secret"', place);
    expect(renderError(error, 'r1').message).toBe('Internal server error');
    expect(isInternal(error)).toBe(true);
  });

  it('masks what is not an error at all', () => {
    expect(renderError('secret', 'r1').message).toBe('Internal server error');
    expect(isInternal('secret')).toBe(true);
  });

  it('gives errors of the language a code and a status where they have none', () => {
    expect(renderError(new GraphQLError('Variable "$a" is wrong'), 'r1').extensions).toEqual({
      code: 'BAD_USER_INPUT',
      http: { status: 400, spec: true },
    });
    const own = new GraphQLError('no', { extensions: { code: 'GRAPHQL_PARSE_FAILED', http: { status: 405 } } });
    expect(renderError(own, 'r1').extensions).toEqual({ code: 'GRAPHQL_PARSE_FAILED', http: { status: 405 } });
    expect(isInternal(own)).toBe(false);
  });

  it('names the part of a variable that is wrong, but does not show the rest of it', () => {
    const shown = (start: string, words: string) =>
      renderError(new GraphQLError(`${start}; ${words}`, { originalError: new GraphQLError(words) }), 'r1').message;
    const value = '{ a: "; at \\"c.d\\"; ", b: [Array] }';
    expect(shown(`Variable "$a" got invalid value ${value} at "a.b[0]"`, 'No "b".')).toBe('$a.b[0]: No "b".');
    expect(shown(`Variable "$a" got invalid value ${value}`, 'No "b".')).toBe('$a: No "b".');
    expect(shown('Something else', 'No "b".')).toBe('No "b".');
  });

  it('shows failures that have a name, and reports them', () => {
    const error = new ApiError('ERROR_UNAVAILABLE', 'The server is stopping.');
    expect(renderError(thrown(error), 'r1').extensions).toEqual({
      code: 'ERROR_UNAVAILABLE',
      number: 9009,
      requestId: 'r1',
      http: { status: 503, spec: true },
    });
    expect(isInternal(error)).toBe(true);
  });
});

describe('withoutStatus', () => {
  it('drops the status alone', () => {
    const error = renderError(thrown(new ApiError('ERROR_FORBIDDEN', 'This key may only read.')), 'r1');
    expect(withoutStatus(error).toJSON()).toEqual({
      message: 'This key may only read.',
      path: ['contacts', 0],
      extensions: { code: 'ERROR_FORBIDDEN', number: 9002 },
    });
  });
});
