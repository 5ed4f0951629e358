import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { ApiError } from '../../errors/api-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { renderError } from './render-error.js';

const catalog = buildCatalog(entityTypes);

it('renders code and message', () => {
  const error = new ApiError('ERROR_RECORD_NOT_FOUND', 'There is no Account with the id "5".');
  expect(renderError(error, catalog)).toEqual({ errorcode: 9003, message: 'There is no Account with the id "5".' });
});

it('puts the names that the caller knows before the errors of a body', () => {
  const leaf = { errorName: 'ERROR_PARAMETER_MISSING', message: "Non-null field 'x' is null or empty." } as const;
  const error = new ValidationError({
    entityName: 'Opportunity',
    entityId: '',
    entity: [{ errorName: 'ERROR_VALUE_INVALID', message: 'Not a record.' }],
    fields: [
      { fieldId: '', fieldName: 'step_id', leaves: [leaf] },
      { fieldId: '', fieldName: 'value', leaves: [leaf] },
      { fieldId: '', fieldName: 'none', leaves: [leaf] },
    ],
  });
  expect(renderError(error, catalog)).toEqual({
    errorcode: 40000,
    message: [
      'Not a record.',
      `STAGE: ${leaf.message}`,
      `OPPORTUNITY_VALUE: ${leaf.message}`,
      `none: ${leaf.message}`,
    ].join('\n'),
  });
});

it('calls a member of another entity type as the caller does', () => {
  const leaf = {
    errorName: 'ERROR_VALUE_INVALID',
    message: '[name] Set step_id of Opportunity, or unit_id of Task there.',
  } as const;
  const messageWith = (entityType: string, name: string) => {
    const fields = [{ fieldId: '', fieldName: 'name', leaves: [{ ...leaf, named: { entityType, name } }] }];
    return renderError(new ValidationError({ entityName: 'Account', entityId: '', entity: [], fields }), catalog)
      .message;
  };
  expect(messageWith('Opportunity', 'step_id')).toContain('Set STAGE of Opportunity, or unit_id of Task there.');
  expect(messageWith('Task', 'unit_id')).toContain(`or SALES_UNIT_ID of ${catalog.existing('Task').v1?.entity} there.`);
  expect(messageWith('None', 'none')).toBe(`ORGANIZATION: ${leaf.message.replace('[name]', '[ORGANIZATION]')}`);
});

it('rejects credentials in the words of both versions', () => {
  expect(renderError(new ApiError('ERROR_UNAUTHORIZED', 'Wrong token.'), catalog)).toEqual({
    errorcode: 9001,
    code: 9001,
    name: 'ERROR_UNAUTHORIZED',
    message: 'Wrong token.',
    http_status: 401,
    success: false,
  });
});
