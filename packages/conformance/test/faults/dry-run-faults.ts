/**
 * Servers whose dry runs write, say nothing, or try nothing.
 */

import {
  editBody,
  type Fault,
  isGraphql,
  isRest,
  type ProxiedRequest,
  withHeader,
  without,
  withoutParameters,
} from './fault.js';
import { documents, editData } from './graphql-edits.js';

const parameter = 'dry-run';

const isDryRun = (request: ProxiedRequest) => isRest(request) && request.url.searchParams.get(parameter) === 'true';

const success = { success: true, data: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' };

export const dryRunFaults: readonly Fault[] = [
  {
    name: 'writes in a dry run, and says that it does not',
    caughtBy: ['collection.Accounts.dry-run', 'dry-run.conversions', 'dry-run.upload', 'dry-run.key'],
    request: (request) => (isDryRun(request) ? withoutParameters(request, parameter) : request),
    answer: (answer, request) =>
      isDryRun(request) && answer.status < 300
        ? withHeader(withHeader(answer, 'dry-run', 'true'), 'etag', undefined)
        : answer,
  },
  {
    name: 'does not say that nothing was written',
    caughtBy: ['collection.Contacts.dry-run', 'dry-run.conversions', 'dry-run.upload'],
    answer: (answer) => withHeader(answer, 'dry-run', undefined),
  },
  {
    name: 'gives the answer to a dry run the tag of the record that there is',
    caughtBy: ['collection.Accounts.dry-run', 'collection.Products.dry-run'],
    answer: (answer, request) => (isDryRun(request) ? withHeader(answer, 'etag', '"1-a"') : answer),
  },
  {
    name: 'answers a dry run without validating anything',
    caughtBy: ['dry-run.rejected'],
    answer: (answer, request) =>
      isDryRun(request) && answer.status >= 400
        ? { ...withHeader(answer, 'dry-run', 'true'), status: 200, body: JSON.stringify(success) }
        : answer,
  },
  {
    name: 'writes when it cannot read what a dry run is asked by',
    caughtBy: ['dry-run.parameter'],
    request: (request) => (isRest(request) && !isDryRun(request) ? withoutParameters(request, parameter) : request),
  },
  {
    name: 'does not say what a merge gives up',
    caughtBy: ['dry-run.merge.preview'],
    answer: (answer, request) => (isDryRun(request) ? editBody(answer, (body) => without(body, 'preview')) : answer),
  },
  {
    name: 'answers a dry run with the record as it is',
    caughtBy: ['graphql.write.dry-run'],
    answer: (answer, request) =>
      isGraphql(request) && /"dryRun":true/.test(request.body)
        ? editData(answer, 'updateAccount', () => ({ id: success.data, city: null }))
        : answer,
  },
  {
    name: 'writes in a dry run over GraphQL',
    caughtBy: ['graphql.write.dry-run'],
    request: documents((document) => document.replace(', dryRun: $dryRun', '').replace(', $dryRun: Boolean', '')),
  },
];
