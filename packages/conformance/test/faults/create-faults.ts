/**
 * Servers whose creates are wrong.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import {
  editBody,
  editRecords,
  type Fault,
  isRest,
  type ProxiedRequest,
  replacing,
  without,
  withoutParameters,
  withRecord,
  withStatus,
} from './fault.js';

const catalog = buildCatalog(entityTypes);

/** The body without members that the entity type lacks. */
function forgiving(request: ProxiedRequest): ProxiedRequest {
  const collection = /\/entities\/([^/]+)/.exec(request.url.pathname)?.[1] ?? '';
  const name = catalog.byCollection(collection)?.name;
  if (name === undefined) return request;
  return withRecord(request, (body) =>
    Object.fromEntries(Object.entries(body).filter(([member]) => catalog.member(name, member) !== undefined)),
  );
}

const isPost = (request: ProxiedRequest) => request.method === 'POST' && isRest(request);

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

export const createFaults: readonly Fault[] = [
  {
    name: 'drops relations that are given as texts',
    caughtBy: ['create.relation.text', 'create.relation.option-name'],
    request: (request) =>
      isRest(request) && request.method === 'POST'
        ? withRecord(request, (record) =>
            Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'industry' && name !== 'unit')),
          )
        : request,
  },
  {
    name: 'drops relations that are given as links',
    caughtBy: ['create.relation.link'],
    request: (request) =>
      isRest(request) && request.method === 'POST'
        ? withRecord(request, (record) => without(record, 'parent_account'))
        : request,
  },
  {
    name: 'keeps null in a new record where a member has a default',
    caughtBy: ['create.null'],
    answer: (answer, { body }) =>
      answer.status === 201 && body.includes('"share_mode":null')
        ? editRecords(answer, (record) => ({ ...record, share_mode: null }))
        : answer,
  },
  {
    name: 'does not say which record has a unique value',
    caughtBy: ['create.unique.holder'],
    answer: (answer, { url }) =>
      answer.status === 422 && url.pathname.endsWith('/Products')
        ? { ...answer, body: answer.body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'another') }
        : answer,
  },
  {
    name: 'answers 200 to a create',
    caughtBy: ['create.answer', 'operation.createAccount'],
    answer: (answer) => (answer.status === 201 ? withStatus(answer, 200) : answer),
  },
  {
    name: 'answers the record without `success`',
    caughtBy: ['create.answer', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request) ? editBody(answer, (body) => (body.success === true ? without(body, 'success') : body)) : answer,
  },
  {
    name: 'answers a create with the revision ahead of it',
    caughtBy: ['create.readable'],
    answer: (answer, request) =>
      isPost(request)
        ? editRecords(answer, (record) => ({ ...record, revision: Number(record.revision) - 1 }))
        : answer,
  },
  {
    name: 'sets `modified` of a new record a moment later',
    caughtBy: ['create.modified'],
    answer: (answer, request) =>
      isPost(request)
        ? editRecords(answer, (record) => ({ ...record, modified: '2999-01-01T00:00:00.000000' }))
        : answer,
  },
  {
    name: 'ignores members that it does not know',
    caughtBy: ['create.unknown-member', 'update.unknown-member'],
    request: forgiving,
  },
  {
    name: 'rejects members that only answers have',
    caughtBy: ['create.read-only-member', 'update.echo'],
    answer: (answer, { body }) => (body.includes('"formatted_name"') ? withStatus(answer, 422) : answer),
  },
  {
    name: 'ignores `id` in a create',
    caughtBy: ['create.id.rejected', 'create.id.given'],
    request: (request) => (isPost(request) ? withRecord(request, (record) => without(record, 'id')) : request),
  },
  {
    name: 'fails when an id is taken',
    caughtBy: ['create.id.taken'],
    answer: (answer, { body }) => (answer.status >= 400 && body.includes('"id"') ? withStatus(answer, 500) : answer),
  },
  {
    name: 'takes a broken body for an empty one',
    caughtBy: ['create.no-json'],
    request: (request) => (isPost(request) && !isJson(request.body) ? { ...request, body: '{}' } : request),
  },
  {
    name: 'gives accounts no type',
    caughtBy: ['create.default-type', 'operation.createAccount'],
    answer: (answer, request) =>
      isPost(request) ? editRecords(answer, (record) => ({ ...record, account_type_id: null })) : answer,
  },
  {
    name: 'answers 400 to a record that is not valid',
    caughtBy: ['contact.owner.required', 'collection.Accounts.required'],
    answer: (answer) => ({ ...answer, status: answer.status === 422 ? 400 : answer.status }),
  },
  {
    name: 'stops at the first error of a body',
    caughtBy: ['create.all-errors', 'collection.Contacts.wrong-types'],
    answer: (answer) =>
      editBody(answer, (body) =>
        Array.isArray(body.field_errors)
          ? { ...body, field_errors: body.field_errors.slice(0, 1), entity_errors: [], message: '' }
          : body,
      ),
  },
  {
    name: 'gives every error the same number',
    caughtBy: ['create.relation.missing', 'create.relation.other-type', 'isolation.relations'],
    answer: (answer) => replacing(answer, '"code":120,', '"code":9020,'),
  },
  {
    name: 'ignores `validation-level`',
    caughtBy: ['create.id.given', 'create.relation.deleted'],
    request: (request) => withoutParameters(request, 'validation-level'),
  },
  {
    name: 'loses the second half of the members',
    caughtBy: ['collection.Contacts.members', 'contact.members'],
    request: (request) =>
      isPost(request) ? withRecord(request, (record) => without(record, 'phone5', 'zip_code', 'title')) : request,
  },
];
