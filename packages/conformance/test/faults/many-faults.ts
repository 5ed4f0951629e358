/**
 * Servers that are wrong when they write many records, merge them, or get the same request twice.
 */
import type { Json, JsonObject } from '../../src/http/json.js';
import {
  type Ask,
  editBody,
  editList,
  editRecords,
  type Fault,
  isList,
  type ProxiedRequest,
  without,
  withQuery,
  withStatus,
} from './fault.js';

const isPostTo = ({ method, url }: ProxiedRequest, end: string) => method === 'POST' && url.pathname.endsWith(end);

function parsed(text: string): Json {
  return JSON.parse(text === '' ? 'null' : text) as Json;
}

/** @returns the request with its JSON body edited, also when that is an array */
function withJson(request: ProxiedRequest, edit: (body: Json) => Json): ProxiedRequest {
  return { ...request, body: JSON.stringify(edit(parsed(request.body))) };
}

function withRollback(request: ProxiedRequest, method: string): ProxiedRequest {
  return withQuery(request, (query) => query.set('rollback-method', method));
}

function editMerge(request: ProxiedRequest, edit: (body: JsonObject) => JsonObject): ProxiedRequest {
  return isPostTo(request, '/merge') ? withJson(request, (body) => edit(body as JsonObject)) : request;
}

/** The record of the address, as the server has it now. */
function recordAt(request: ProxiedRequest, path: string): ProxiedRequest {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/\/entities\/.*$/, `/entities/${path}`);
  url.search = '';
  return { ...request, method: 'GET', url, body: '' };
}

async function answerOfMaster(request: ProxiedRequest, ask: Ask) {
  const { master } = parsed(request.body) as { master: { id: string } };
  const collection = /\/entities\/([^/]+)/.exec(request.url.pathname)?.[1] ?? '';
  return await ask(recordAt(request, `${collection}/${master.id}`));
}

export const manyFaults: readonly Fault[] = [
  {
    name: 'answers a batch in another order',
    caughtBy: ['batch.modify.answer', 'batch.delete'],
    answer: (answer, request) =>
      /\/batch-(modify|delete)$/.test(request.url.pathname) && answer.status === 200
        ? editList(answer, (items) => [...items].reverse())
        : answer,
  },
  {
    name: 'answers a batch with records',
    caughtBy: ['operation.batchModifyAccounts', 'batch.modify.answer'],
    answer: (answer, request) =>
      isPostTo(request, '/batch-modify')
        ? editBody(answer, (body) =>
            Array.isArray(body.data) ? { ...body, data: body.data.map((id) => ({ id: { id } })) } : body,
          )
        : answer,
  },
  {
    name: 'keeps what was written ahead of a rejected item',
    caughtBy: ['batch.rollback.all'],
    request: (request) => (isPostTo(request, '/batch-modify') ? withRollback(request, '1') : request),
    answer: (answer, request) => {
      const asked = request.url.searchParams.get('rollback-method') ?? '0';
      return isPostTo(request, '/batch-modify') && asked === '0' && answer.body.includes('"success":false')
        ? { ...withStatus(answer, 422), body: answer.body.replace(/^.*?(\{"code":40000.*?\})\]\}$/s, '$1') }
        : answer;
    },
  },
  {
    name: 'undoes the whole batch whatever was requested',
    caughtBy: ['batch.rollback.items'],
    request: (request) => (isPostTo(request, '/batch-modify') ? withRollback(request, '0') : request),
  },
  {
    name: 'does not say which item was rejected',
    caughtBy: ['batch.rollback.items'],
    answer: (answer, request) =>
      isPostTo(request, '/batch-modify')
        ? { ...answer, body: answer.body.replaceAll(/"entity_index":\d+/g, '"entity_index":null') }
        : answer,
  },
  {
    name: 'stops at the first rejected item of a batch',
    caughtBy: ['batch.every-error'],
    request: (request) =>
      isPostTo(request, '/batch-modify') && !request.url.searchParams.has('rollback-method')
        ? withJson(request, (body) => (Array.isArray(body) ? body.slice(0, 2) : body))
        : request,
  },
  {
    name: 'says of every error of a rejected batch that it is of the first item',
    caughtBy: ['batch.every-error'],
    answer: (answer, request) =>
      isPostTo(request, '/batch-modify') && answer.status === 422
        ? { ...answer, body: answer.body.replaceAll(/"entity_index":\d+/g, '"entity_index":0') }
        : answer,
  },
  {
    name: 'deletes only the first record of a batch',
    caughtBy: ['batch.delete'],
    request: (request) =>
      isPostTo(request, '/batch-delete')
        ? withJson(request, (body) => (Array.isArray(body) && body.length < 10 ? body.slice(0, 1) : body))
        : request,
    answer: (answer, request) =>
      isPostTo(request, '/batch-delete') && answer.status === 200
        ? editBody(answer, (body) => ({ ...body, data: parsed(request.body) }))
        : answer,
  },
  {
    name: 'passes over ids that it does not know in a batch-delete',
    caughtBy: ['batch.delete.unknown'],
    request: (request) => (isPostTo(request, '/batch-delete') ? withRollback(request, '1') : request),
  },
  {
    name: 'restores records without their rows',
    caughtBy: ['batch.restore'],
    answer: (answer, request) =>
      request.method === 'GET' && request.url.pathname.includes('/Contacts/')
        ? editRecords(answer, (record) => ({ ...record, account_relations: [] }))
        : answer,
  },
  {
    name: 'restores nothing',
    caughtBy: ['batch.restore', 'operation.batchRestoreAccounts'],
    answer: (answer, request) => (isPostTo(request, '/batch-restore') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'takes batches of any size',
    caughtBy: ['batch.size'],
    answer: (answer, request) =>
      request.url.pathname.includes('/batch-') && answer.status === 413 ? withStatus(answer, 422) : answer,
  },
  {
    name: 'fails on a batch-delete of any kind',
    caughtBy: ['operation.batchDeleteAccounts'],
    answer: (answer, request) => (isPostTo(request, '/batch-delete') ? withStatus(answer, 500) : answer),
  },
  {
    name: 'fills nothing in a merge',
    caughtBy: ['merge.answer'],
    answer: (answer, request) =>
      isPostTo(request, '/merge') ? editRecords(answer, (record) => ({ ...record, country: null })) : answer,
  },
  {
    name: 'lets duplicates win over what is given for the master',
    caughtBy: ['merge.answer'],
    answer: (answer, request) =>
      isPostTo(request, '/merge') ? editRecords(answer, (record) => ({ ...record, zip_code: '1010' })) : answer,
  },
  {
    name: 'answers a merge with the id alone',
    caughtBy: ['merge.answer', 'operation.mergeAccounts', 'operation.mergeContacts'],
    answer: (answer, request) =>
      isPostTo(request, '/merge') && answer.status === 200
        ? editBody(answer, (body) => ({ ...body, data: (body.data as JsonObject).id ?? null }))
        : answer,
  },
  {
    name: 'merges only the first of the duplicates',
    caughtBy: ['merge.duplicates-deleted'],
    request: (request) =>
      editMerge(request, (body) =>
        Array.isArray(body.secondary_ids) ? { ...body, secondary_ids: body.secondary_ids.slice(0, 1) } : body,
      ),
  },
  {
    name: 'keeps both relations of a contact of two merged accounts',
    caughtBy: ['merge.references'],
    answer: (answer, request) =>
      isList(request) && request.url.searchParams.has('filter[contact_id]')
        ? editList(answer, (rows) => [...rows, ...rows.slice(0, 1)])
        : answer,
  },
  {
    name: 'forgets in a merge who wants no more mail',
    caughtBy: ['merge.consent'],
    answer: (answer, request) =>
      isPostTo(request, '/merge') ? editRecords(answer, (record) => ({ ...record, is_unsubscribed: false })) : answer,
  },
  {
    name: 'leaves the master of a merge below itself',
    caughtBy: ['merge.hierarchy'],
    answer: (answer, request) =>
      isPostTo(request, '/merge')
        ? editRecords(answer, (record) => ({ ...record, parent_account_id: record.id }))
        : answer,
  },
  {
    name: 'loses the relations of merged contacts',
    caughtBy: ['merge.contacts'],
    answer: (answer, request) =>
      isList(request) && request.url.pathname.endsWith('/ContactAccountRelations')
        ? editList(answer, (rows) => rows.slice(0, 1))
        : answer,
  },
  {
    name: 'takes merges of nothing and with the master itself for done',
    caughtBy: ['merge.rejected'],
    answer: (answer, request, ask) =>
      isPostTo(request, '/merge') && answer.status === 422 ? answerOfMaster(request, ask) : answer,
  },
  {
    name: 'makes a new record at each upsert',
    caughtBy: ['upsert.creates-once'],
    answer: (answer, request) => (request.method === 'PUT' && answer.status === 200 ? withStatus(answer, 201) : answer),
  },
  {
    name: 'knows no upsert',
    caughtBy: ['operation.upsertAccount', 'upsert.creates-once'],
    answer: (answer, request) => (request.method === 'PUT' ? withStatus(answer, 405) : answer),
  },
  {
    name: 'upserts by members that many records may share',
    caughtBy: ['upsert.not-unique'],
    request: (request) => {
      if (request.method !== 'PUT') return request;
      const url = new URL(request.url);
      url.pathname = url.pathname.replace('/by/description/x', '/by/id/018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11');
      return { ...request, url };
    },
  },
  {
    name: 'looks at no idempotency key',
    caughtBy: ['idempotency.replayed', 'idempotency.conflict'],
    request: (request) => ({ ...request, headers: withoutKey(request.headers) }),
  },
  {
    name: 'repeats the answer to a key whatever the body',
    caughtBy: ['idempotency.conflict'],
    answer: (answer, request) =>
      answer.status === 409 && 'idempotency-key' in request.headers ? withStatus(answer, 201) : answer,
  },
  {
    name: 'finds no duplicates',
    caughtBy: ['duplicates.email', 'operation.listDuplicateContacts'],
    answer: (answer, request) =>
      request.url.pathname.endsWith('/duplicates')
        ? editBody(answer, (body) => ({ ...without(body, 'page_info'), data: [] }))
        : answer,
  },
];

function withoutKey(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'idempotency-key'));
}
