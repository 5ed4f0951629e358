/** Which error bodies pass for the shapes of the interface. */
import { describe, expect, it } from 'vitest';
import { expectError, expectFieldError, expectParameterRejected, expectValidationError } from './expect-error.js';
import { Answer } from './http/answer.js';
import type { JsonObject } from './http/json.js';

function answer(status: number, body: JsonObject): Answer {
  const exchange = {
    method: 'GET',
    url: 'http://x/y',
    requestHeaders: {},
    credentials: 'first' as const,
    requestBody: undefined,
    status,
    answerBody: JSON.stringify(body),
    durationMs: 1,
  };
  return new Answer(exchange, new Headers());
}

const general = { code: 117, name: 'ERROR_X', message: 'first: too large', http_status: 400, success: false };

describe('the general shape', () => {
  it('passes with all its members', () => {
    expectError(answer(400, general), 400, 117);
    expectParameterRejected(answer(400, general), 'first');
  });

  it.each([
    ['code', '117'],
    ['name', null],
    ['message', undefined],
    ['http_status', 404],
    ['success', true],
  ])('fails when %s is %j', (member, value) => {
    expect(() => expectError(answer(400, { ...general, [member]: value }), 400)).toThrow(member);
  });

  it('fails with another status, another code or another parameter', () => {
    expect(() => expectError(answer(422, general), 400)).toThrow('answered 422 instead of 400');
    expect(() => expectError(answer(400, general), 400, 118)).toThrow('code');
    expect(() => expectParameterRejected(answer(400, general), 'last')).toThrow('should name "last"');
  });
});

const leaf = { code: 119, name: 'ERROR_PARAMETER_MISSING', message: 'name is null or empty' };
const validation = {
  ...general,
  code: 40000,
  name: 'ERROR_ENTITY_VALIDATION',
  http_status: 422,
  entity_id: 'e1',
  entity_name: 'Contact',
  entity_index: null,
  entity_errors: [leaf],
  field_errors: [
    {
      field_id: 'f1',
      field_name: 'owner_id',
      name: 'ERROR_FIELD_VALIDATION',
      code: 40002,
      errors: [{ ...leaf, code: 120 }],
    },
  ],
  step_checklist_errors: [],
};

describe('a validation error', () => {
  it('lists the errors of the record and of its fields', () => {
    const errors = expectValidationError(answer(422, validation), 'Contact');
    expect(errors).toEqual([
      { field: undefined, code: 119, message: leaf.message },
      { field: 'owner_id', code: 120, message: leaf.message },
    ]);
    expectFieldError(errors, 'owner_id', 120);
    expectFieldError(errors, 'name', 119);
    expect(() => expectFieldError(errors, 'owner_id', 119)).toThrow('code 119');
    expect(() => expectFieldError(errors, 'city')).toThrow('should name "city"');
  });

  it.each(['entity_id', 'entity_name', 'entity_index', 'entity_errors', 'field_errors', 'step_checklist_errors'])(
    'fails without %s',
    (member) => {
      expect(() => expectValidationError(answer(422, { ...validation, [member]: undefined }), 'Contact')).toThrow(
        member,
      );
    },
  );
});
