/**
 * Servers whose creates, changes and deletes are wrong.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import type { JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editRecords,
  type Fault,
  isRest,
  type ProxiedRequest,
  replacing,
  withHeader,
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

function without(record: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const isPatch = (request: ProxiedRequest) => request.method === 'PATCH' && isRest(request);
const isPost = (request: ProxiedRequest) => request.method === 'POST' && isRest(request);

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const createFaults: readonly Fault[] = [
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
    name: 'refuses members that only answers have',
    caughtBy: ['create.read-only-member', 'update.echo'],
    answer: (answer, { body }) => (body.includes('"formatted_name"') ? withStatus(answer, 422) : answer),
  },
  {
    name: 'ignores `id` in a create',
    caughtBy: ['create.id.refused', 'create.id.given'],
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
    name: 'stops at the first mistake of a body',
    caughtBy: ['create.all-mistakes', 'collection.Contacts.wrong-types'],
    answer: (answer) =>
      editBody(answer, (body) =>
        Array.isArray(body.field_errors)
          ? { ...body, field_errors: body.field_errors.slice(0, 1), entity_errors: [], message: '' }
          : body,
      ),
  },
  {
    name: 'numbers every mistake alike',
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

const updateFaults: readonly Fault[] = [
  {
    name: 'checks more than what changes',
    caughtBy: ['update.changed-only'],
    answer: (answer, { url }) => (url.searchParams.get('validation-level') === '2' ? withStatus(answer, 422) : answer),
  },
  {
    name: 'answers an update with the record as it was',
    caughtBy: ['update.answer'],
    answer: (answer, request) =>
      isPatch(request) ? editRecords(answer, (record) => ({ ...record, city: null })) : answer,
  },
  {
    name: 'leaves `modified` as it was',
    caughtBy: ['update.modified'],
    answer: (answer, request) =>
      isPatch(request) ? editRecords(answer, (record) => ({ ...record, modified: record.created })) : answer,
  },
  {
    name: 'clears the members that a change does not send',
    caughtBy: ['update.only-sent'],
    request: (request) =>
      isPatch(request) && request.url.pathname.includes('/Accounts/')
        ? withRecord(request, (record) => ({ address: null, ...record }))
        : request,
  },
  {
    name: 'keeps a member that is sent as null',
    caughtBy: ['update.null', 'update.required-null', 'contact.name.kept'],
    request: (request) =>
      isPatch(request)
        ? withRecord(request, (record) =>
            Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
          )
        : request,
  },
  {
    name: 'ignores a change of a member that is given once',
    caughtBy: ['update.write-once'],
    request: (request) =>
      isPatch(request) ? withRecord(request, (record) => without(record, 'data_set_id')) : request,
  },
  {
    name: 'ignores new rows in a change',
    caughtBy: ['update.rows.replaced'],
    request: (request) =>
      isPatch(request)
        ? withRecord(request, (record) => {
            const { account_relations: rows } = record;
            const known = Array.isArray(rows) ? rows.filter((row: JsonObject) => row.id !== undefined) : [];
            return known.length > 0
              ? { ...record, account_relations: known.map((row: JsonObject) => ({ ...row, is_primary: true })) }
              : record;
          })
        : request,
  },
  {
    name: 'drops the rows that a change does not name',
    caughtBy: ['update.rows.untouched'],
    request: (request) =>
      isPatch(request) && request.url.pathname.includes('/Contacts/')
        ? withRecord(request, (record) => ({ account_relations: [], ...record }))
        : request,
  },
  {
    name: 'answers 204 without a body to a delete',
    caughtBy: ['delete.answer', 'operation.deleteAccount'],
    answer: (answer, { method }) =>
      method === 'DELETE' && answer.status === 200 ? { ...answer, status: 204, body: '' } : answer,
  },
  {
    name: 'answers 200 to a second delete',
    caughtBy: ['delete.gone', 'collection.Accounts.unknown-id'],
    answer: (answer, { method }) => (method === 'DELETE' && answer.status === 404 ? withStatus(answer, 200) : answer),
  },
  {
    name: 'ignores `If-Match`',
    caughtBy: ['revision.if-match', 'revision.if-match.race'],
    request: ({ headers: { 'if-match': _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: 'ignores `revision` in a body',
    caughtBy: ['revision.body'],
    request: (request) => (isPatch(request) ? withRecord(request, (record) => without(record, 'revision')) : request),
  },
  {
    name: 'ignores `If-None-Match`',
    caughtBy: ['revision.if-none-match'],
    request: ({ headers: { 'if-none-match': _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: 'answers the same `ETag` for ever',
    caughtBy: ['revision.etag'],
    answer: (answer) => withHeader(answer, 'etag', '"1"'),
  },
  {
    name: 'does not raise the revision',
    caughtBy: ['revision.rises', 'revision.distinct'],
    answer: (answer, request) =>
      isRest(request) ? editRecords(answer, (record) => ({ ...record, revision: 7 })) : answer,
  },
  {
    name: 'counts revisions for each record',
    caughtBy: ['revision.rises', 'revision.distinct'],
    answer: (answer, request) =>
      isPost(request) ? editRecords(answer, (record) => ({ ...record, revision: 1 })) : answer,
  },
];

export const writeFaults: readonly Fault[] = [...createFaults, ...updateFaults];
