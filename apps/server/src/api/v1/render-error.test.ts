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

it.each([
  [
    'account_relations',
    "account_relations[1]: [account_id] Relation ContactAccountRelation.account_id=7 to Account doesn't exist!",
    "ACCOUNT_RELATIONS: ACCOUNT_RELATIONS[1]: [ACCOUNT_ID] Relation AddressbookRelation.ACCOUNT_ID=7 to Account doesn't exist!",
  ],
  [
    'account_relations',
    "account_relations[0]: Non-null field 'ContactAccountRelation'[7].account' is null or empty.",
    "ACCOUNT_RELATIONS: ACCOUNT_RELATIONS[0]: Non-null field 'AddressbookRelation'[7].ACCOUNT_ID' is null or empty.",
  ],
  [
    'account_relations',
    "Error on field account_relations. Exactly one 'is_primary' item must be set.",
    "ACCOUNT_RELATIONS: Error on field account_relations. Exactly one 'is_primary' item must be set.",
  ],
  [
    'account_relations',
    'account_relations[0]: [id] Not there.',
    'ACCOUNT_RELATIONS: ACCOUNT_RELATIONS[0]: [ID] Not there.',
  ],
  ['none', 'none[0]: [id] Not there.', 'none: none[0]: [id] Not there.'],
])('names what is below a relation as the caller does: %s, %s', (fieldName, message, shown) => {
  const leaves = [{ errorName: 'ERROR_VALUE_INVALID', message }] as const;
  const fields = [{ fieldId: '', fieldName, leaves: [...leaves, ...leaves] }];
  const error = new ValidationError({ entityName: 'Contact', entityId: '', entity: [], fields });
  expect(renderError(error, catalog).message).toBe(shown);
});

const id = '01a21bf2-47ed-75df-a798-c4c327496b95';
const shownId = 'PY-7FFFFFFF-01A21BF2-47ED-75DF-A798-C4C327496B95';

it.each([
  ['ERROR_REVISION_CONFLICT', `Task ${id} is at revision 3, not 1.`, `Activity ${shownId} is at revision 3, not 1.`],
  [
    'ERROR_RECORD_NOT_FOUND',
    `There is no Account with the id "${id}".`,
    `There is no Account with the id "${shownId}".`,
  ],
  ['ERROR_PARAMETER_INVALID', `filter: phrase 1 "ID::${id}::x".`, `filter: phrase 1 "ID::${id}::x".`],
  ['ERROR_INTERNAL', `It was logged as request ${id}.`, `It was logged as request ${id}.`],
] as const)('names records as the caller does: %s', (errorName, message, shown) => {
  expect(renderError(new ApiError(errorName, message), catalog).message).toBe(shown);
});

it('names what a body points at as the caller does, and repeats values as they came', () => {
  const messages = [
    `[parent_account_id] Relation Account.parent_account_id=${id} to Account doesn't exist!`,
    `Non-null field 'Account'[${id}].name' is null or empty.`,
    `"${id}" is in use.`,
  ];
  const leaves = messages.map((message) => ({ errorName: 'ERROR_VALUE_INVALID', message }) as const);
  const fields = [{ fieldId: '', fieldName: 'name', leaves }];
  const error = new ValidationError({ entityName: 'Account', entityId: '', entity: [], fields });
  const lines = renderError(error, catalog).message.split('\n');
  expect(lines.map((line) => [line.includes(id), line.includes(shownId)])).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ]);
});

it('names the part of an amount', () => {
  const leaf = { errorName: 'ERROR_VALUE_INVALID', message: '[value] value_foreign must be a number.' } as const;
  const fields = [{ fieldId: '', fieldName: 'value', leaves: [leaf] }];
  const error = new ValidationError({ entityName: 'Opportunity', entityId: '', entity: [], fields });
  const shown = 'OPPORTUNITY_VALUE_FOREIGN: [OPPORTUNITY_VALUE_FOREIGN] must be a number.';
  expect(renderError(error, catalog).message).toBe(shown);
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
