/**
 * Servers that say they have reverted what they have not, or do not say what they left.
 */
import {
  editRecords,
  type Fault,
  type ProxiedRequest,
  withHeader,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

const isRevert = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/revert');

export const revertFaults: readonly Fault[] = [
  {
    name: 'answers 404 to who wants something back',
    caughtBy: ['operation.revertChanges', 'revert.members'],
    answer: (answer, request) => (isRevert(request) ? withStatus(answer, 404) : answer),
  },
  {
    name: 'puts nothing back',
    caughtBy: ['revert.members', 'revert.records'],
    request: (request) => (isRevert(request) ? withQuery(request, (query) => query.set('dry-run', 'true')) : request),
    answer: (answer, request) => (isRevert(request) ? withHeader(answer, 'dry-run', undefined) : answer),
  },
  {
    name: 'does not say what it has left as it is',
    caughtBy: ['revert.members'],
    answer: (answer, request) =>
      isRevert(request) ? editRecords(answer, (data) => ({ ...data, not_reverted: [] })) : answer,
  },
  {
    name: 'does not say which record it has deleted',
    caughtBy: ['revert.records'],
    answer: (answer, request) =>
      isRevert(request) ? editRecords(answer, (data) => ({ ...data, reverted: [] })) : answer,
  },
  {
    name: 'reverts in a dry run',
    caughtBy: ['revert.dry-run'],
    request: (request) => (isRevert(request) ? withoutParameters(request, 'dry-run') : request),
    answer: (answer, request) => (isRevert(request) ? withHeader(answer, 'dry-run', 'true') : answer),
  },
  {
    name: 'answers a revision that there is not as one in which nothing changed',
    caughtBy: ['revert.unknown'],
    answer: (answer, request) =>
      isRevert(request) && answer.status === 400
        ? { ...answer, status: 200, body: '{"success":true,"data":{"revision":null,"reverted":[],"not_reverted":[]}}' }
        : answer,
  },
];
