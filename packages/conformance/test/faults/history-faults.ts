/**
 * Servers that show the past otherwise than it was.
 */
import { readObjects } from '../../src/http/json.js';
import { isOfChanges } from './change-faults.js';
import { editBody, editList, type Fault, isRest, type ProxiedRequest, withoutParameters, withQuery } from './fault.js';

const isHistory = (request: ProxiedRequest) => isOfChanges(request) && !request.url.pathname.endsWith('/changes');
const isAudit = (request: ProxiedRequest) => isRest(request) && request.url.pathname.endsWith('/AuditEntries');

/** @returns the request without filters by other members than these */
function withoutFilters(request: ProxiedRequest, isKept: (name: string) => boolean): ProxiedRequest {
  return withQuery(request, (query) => {
    for (const key of new Set(query.keys())) {
      const [, name] = /^filter(?:-op)?\[(\w+)\]$/.exec(key) ?? [];
      if (name !== undefined && !isKept(name)) query.delete(key);
    }
  });
}

export const historyFaults: readonly Fault[] = [
  {
    name: 'shows the oldest changes of a history first',
    caughtBy: ['history.record', 'history.members', 'history.filter', 'history.rows', 'history.audit.newest'],
    answer: (answer, request) => (isHistory(request) ? editList(answer, (changes) => changes.toReversed()) : answer),
  },
  {
    name: 'leaves the newest change out of the history beside a record',
    caughtBy: ['history.beside'],
    answer: (answer, request) =>
      request.url.searchParams.get('expand') === 'history'
        ? editBody(answer, (body) => ({ ...body, history: readObjects(body.history, 'history').slice(1) }))
        : answer,
  },
  {
    name: 'has no history of deleted records',
    caughtBy: ['history.record'],
    answer: (answer, request) =>
      request.url.pathname.endsWith('/history') && answer.body.includes('"act":"deleted"')
        ? { ...answer, status: 404 }
        : answer,
  },
  {
    name: 'answers the record as it is for every revision',
    caughtBy: ['history.at-revision', 'history.at-revision.rejected'],
    request: (request) => withoutParameters(request, 'at-revision'),
  },
  {
    name: 'ignores filters of audit entries but for the record',
    caughtBy: [
      'history.audit.revision',
      'history.audit.created',
      'history.audit.act',
      'history.audit.entity',
      'history.audit.token',
      'history.audit.client-id',
      'history.audit.request-id',
      'history.audit.idempotency-key',
    ],
    request: (request) => (isAudit(request) ? withoutFilters(request, (name) => name === 'entity_id') : request),
  },
  {
    name: 'ignores filters of audit entries that it does not know',
    caughtBy: ['history.audit.rejected'],
    request: (request) => (isAudit(request) ? withoutFilters(request, (name) => name !== 'city') : request),
  },
];
