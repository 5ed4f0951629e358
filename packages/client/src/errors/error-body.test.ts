/** Error bodies as servers and proxies send them, and what is read from them. */
import { describe, expect, it } from 'vitest';
import { decodeErrorBody } from './error-body.js';

const nothing = {
  code: null,
  name: null,
  message: null,
  entityName: null,
  entityId: null,
  entityIndex: null,
  leaves: [],
  problems: [],
};

describe('decodeErrorBody', () => {
  it('reads the common form', () => {
    const body = {
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: 'Missing or invalid JSON data.',
      http_status: 400,
      success: false,
    };
    expect(decodeErrorBody(body)).toEqual({
      ...nothing,
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: 'Missing or invalid JSON data.',
    });
  });

  it('reads every leaf of a validation error', () => {
    const body = {
      code: 40000,
      name: 'ERROR_ENTITY_VALIDATION',
      message: '\nfirst\nsecond\nthird',
      entity_id: 'e1',
      entity_name: 'Contact',
      entity_index: 3,
      entity_errors: [{ code: 119, name: 'ERROR_PARAMETER_MISSING', message: 'first' }],
      field_errors: [
        {
          field_id: 'f1',
          field_name: 'owner_id',
          code: 40002,
          errors: [
            { code: 119, name: 'ERROR_PARAMETER_MISSING', message: 'second', field_id: 'f1', field_name: 'owner_id' },
            { code: 120, name: 'ERROR_RELATIONS_DOESNT_EXIST', message: 'third' },
          ],
        },
      ],
      step_checklist_errors: [{ message: 'fourth' }],
    };
    expect(decodeErrorBody(body)).toEqual({
      code: 40000,
      name: 'ERROR_ENTITY_VALIDATION',
      message: 'first\nsecond\nthird',
      entityName: 'Contact',
      entityId: 'e1',
      entityIndex: 3,
      leaves: [
        { code: 119, name: 'ERROR_PARAMETER_MISSING', message: 'first', fieldName: null, fieldId: null, path: null },
        {
          code: 119,
          name: 'ERROR_PARAMETER_MISSING',
          message: 'second',
          fieldName: 'owner_id',
          fieldId: 'f1',
          path: null,
        },
        {
          code: 120,
          name: 'ERROR_RELATIONS_DOESNT_EXIST',
          message: 'third',
          fieldName: 'owner_id',
          fieldId: 'f1',
          path: null,
        },
        { code: null, name: null, message: 'fourth', fieldName: null, fieldId: null, path: null },
      ],
      problems: [],
    });
  });

  it('reads what it can of a GraphQL answer', () => {
    const errors = [null, { message: 7, path: 'a', extensions: 'x' }, { path: ['a', null, 1] }];
    const problem = { message: '', path: null, code: null, codeName: null, at: null, leaves: [] };
    expect(decodeErrorBody({ errors })).toEqual({
      ...nothing,
      problems: [problem, problem, { ...problem, path: ['a', 1] }],
    });
  });

  it('reads the form of a path that matches no route', () => {
    const body = { status: 404, message: 'Not found', errorcode: null, traceback: null };
    expect(decodeErrorBody(body)).toEqual({ ...nothing, message: 'Not found' });
    expect(decodeErrorBody({ ...body, errorcode: 12 })).toEqual({ ...nothing, code: 12, message: 'Not found' });
  });

  it.each([
    [undefined],
    [null],
    [''],
    ['<html>Bad gateway</html>'],
    [[]],
    [42],
    [{ errors: 'x' }],
    [{ code: '117', message: 7, field_errors: [null, { errors: 'x' }] }],
  ])('makes nothing up of %j', (body) => {
    expect(decodeErrorBody(body)).toEqual(nothing);
  });
});
