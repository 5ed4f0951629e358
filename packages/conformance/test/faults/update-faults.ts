/**
 * Servers whose changes, deletes and revisions are wrong.
 */
import type { JsonObject } from '../../src/http/json.js';
import {
  editRecords,
  type Fault,
  isList,
  isRest,
  type ProxiedRequest,
  withHeader,
  without,
  withRecord,
  withStatus,
} from './fault.js';

const isPatch = (request: ProxiedRequest) => request.method === 'PATCH' && isRest(request);
const isPost = (request: ProxiedRequest) => request.method === 'POST' && isRest(request);

export const updateFaults: readonly Fault[] = [
  {
    name: 'rejects changes',
    caughtBy: ['update.relation.deleted-since'],
    answer: (answer, request) => (isPatch(request) ? withStatus(answer, 422) : answer),
  },
  {
    name: 'lets report folders lie in themselves',
    caughtBy: ['update.hierarchy'],
    request: (request) =>
      isPatch(request) && request.url.pathname.includes('/ReportFolders/')
        ? withRecord(request, (record) => without(record, 'parent_report_folder_id'))
        : request,
  },
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
    caughtBy: ['update.null', 'update.required-null', 'update.never-null', 'contact.name.unchanged'],
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
    caughtBy: ['revision.if-none-match', 'list.if-none-match'],
    request: ({ headers: { 'if-none-match': _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: 'answers the same `ETag` for ever',
    caughtBy: ['revision.etag'],
    answer: (answer) => withHeader(answer, 'etag', '"1"'),
  },
  {
    name: 'tags a list by its address',
    caughtBy: ['list.if-none-match'],
    answer: (answer, request) => {
      if (!isList(request)) return answer;
      const tagged = withHeader(answer, 'etag', '"list"');
      return request.headers['if-none-match'] === '"list"' ? { ...tagged, status: 304, body: '' } : tagged;
    },
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
