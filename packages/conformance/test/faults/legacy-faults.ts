/**
 * Servers whose legacy REST v1 is wrong.
 */
import type { Json } from '../../src/http/json.js';
import {
  type Fault,
  isLegacy,
  type ProxiedAnswer,
  type ProxiedRequest,
  replacing,
  withBody,
  withHeader,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

function withRange(answer: ProxiedAnswer, edit: (range: string) => string): ProxiedAnswer {
  const range = answer.headers['content-range'];
  return range === undefined ? answer : withHeader(answer, 'content-range', edit(range));
}

/** Edits the `filter` parameter of REST v1. */
function filtering(edit: (filter: string) => string): NonNullable<Fault['request']> {
  return (request) =>
    withQuery(
      request,
      (query) => isLegacy(request) && query.has('filter') && query.set('filter', edit(query.get('filter') ?? '')),
    );
}

/** Replaces the operator of the last phrase. */
function takingFor(operator: string, other: string): Fault {
  return {
    name: `takes \`${operator}\` for \`${other}\` in REST v1`,
    caughtBy: [`legacy.filter.${operator}`],
    request: filtering((filter) => filter.replace(new RegExp(`::${operator}$`), `::${other}`)),
  };
}

const isAt = ({ url }: ProxiedRequest, end: string) => url.pathname.endsWith(end);

/** Takes one flag of a request for many records for another. */
function flagged(end: string, flag: string, other: string): NonNullable<Fault['request']> {
  return (request) =>
    isAt(request, end) && (request.url.searchParams.get('flag') ?? '0') === flag
      ? withQuery(request, (query) => query.set('flag', other))
      : request;
}

/** Writes of many records. */
const manyFaults: readonly Fault[] = [
  {
    name: 'answers the ids of `setEntities` in another order',
    caughtBy: ['legacy.set.order'],
    answer: (answer, request) =>
      isAt(request, '/setEntities') && answer.body.startsWith('[')
        ? { ...answer, body: JSON.stringify((JSON.parse(answer.body) as Json[]).reverse()) }
        : answer,
  },
  {
    name: 'keeps the other items of `setEntities` without a flag',
    caughtBy: ['legacy.set.undoes-all'],
    request: flagged('/setEntities', '0', '1'),
  },
  {
    name: 'undoes all of `setEntities` with flag 1',
    caughtBy: ['legacy.set.keeps-going'],
    request: flagged('/setEntities', '1', '0'),
  },
  {
    name: 'keeps the errors of `setEntities` to itself',
    caughtBy: ['legacy.set.errors'],
    request: flagged('/setEntities', '8', '1'),
  },
  {
    name: 'inserts nothing that `setEntities` does not find',
    caughtBy: ['legacy.set.inserts-unknown'],
    request: flagged('/setEntities', '2', '0'),
  },
  {
    name: 'rejects an empty array of items in REST v1',
    caughtBy: ['legacy.set.empty'],
    answer: (answer, { method, body }) => (method === 'POST' && body === '[]' ? withStatus(answer, 400) : answer),
  },
  {
    name: 'ignores `validation_level`',
    caughtBy: ['legacy.set.validation-level'],
    request: (request) => withoutParameters(request, 'validation_level'),
  },
  {
    name: 'deletes nothing with `deleteEntities`, and says that it did',
    caughtBy: ['legacy.delete.many'],
    request: (request) => (isAt(request, '/deleteEntities') ? { ...request, body: '[]' } : request),
    answer: (answer, request) => (isAt(request, '/deleteEntities') ? { ...answer, body: request.body } : answer),
  },
  {
    name: 'deletes the other records of `deleteEntities` without a flag',
    caughtBy: ['legacy.delete.undoes-all'],
    request: flagged('/deleteEntities', '0', '1'),
  },
  {
    name: 'answers all ids of `deleteEntities` with flag 4',
    caughtBy: ['legacy.delete.flags'],
    request: flagged('/deleteEntities', '4', '1'),
  },
  {
    name: 'ignores the criteria of a search',
    caughtBy: ['legacy.search'],
    request: (request) => (request.url.pathname.includes('/search/') ? { ...request, body: '{}' } : request),
  },
];

/** What is described and rejected. */
const describingFaults: readonly Fault[] = [
  {
    name: 'has no collections of options',
    caughtBy: ['legacy.known-collections'],
    answer: (answer, request) => (isAt(request, '/Relevancies') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'lists nothing in views',
    caughtBy: ['operation.v1.listCompetencies', 'legacy.views'],
    answer: (answer, request) =>
      isAt(request, '/Competencies') || isAt(request, '/Industries') ? { ...answer, body: '[]' } : answer,
  },
  {
    name: 'describes no field with `filter=CUSTOM::TRUE`',
    caughtBy: ['legacy.get-fields.custom'],
    answer: (answer, request) =>
      request.url.pathname.includes('/getFields/') && request.url.searchParams.has('filter')
        ? { ...answer, body: '[]' }
        : answer,
  },
  {
    name: 'rejects every change that has a `REVISION`',
    caughtBy: ['legacy.revision-guards'],
    answer: (answer, request) =>
      isLegacy(request) && request.body.includes('"REVISION"') ? withStatus(answer, 409) : answer,
  },
  {
    name: 'describes all fields with `filter=CUSTOM::TRUE`',
    caughtBy: ['legacy.get-fields.custom'],
    request: (request) =>
      request.url.pathname.includes('/getFields/') ? withoutParameters(request, 'filter') : request,
  },
  {
    name: 'answers failures of REST v1 as REST v100 does',
    caughtBy: ['legacy.error-shape'],
    answer: (answer, request) =>
      isLegacy(request) && answer.status >= 400 ? withStatus(answer, answer.status) : answer,
  },
  {
    name: 'names fields of REST v1 as REST v100 does',
    caughtBy: ['legacy.required'],
    answer: (answer, request) =>
      isLegacy(request) && answer.status === 422 ? replacing(answer, 'ORGANIZATION', 'name') : answer,
  },
  {
    name: 'names records in errors of REST v1 as REST v100 does',
    caughtBy: ['legacy.error-ids'],
    answer: (answer, request) =>
      isLegacy(request) && answer.status === 422
        ? replacing(answer, /PY-7FFFFFFF-[\dA-F-]+/g, (id) => id.slice('PY-7FFFFFFF-'.length).toLowerCase())
        : answer,
  },
  {
    name: 'names fields of rows in REST v1 as REST v100 does',
    caughtBy: ['legacy.rows-by-name'],
    answer: (answer, request) =>
      isLegacy(request) && answer.status === 422 ? replacing(answer, '[ACCOUNT_ID]', '[account_id]') : answer,
  },
];

/** Writes of one record. */
const singleFaults: readonly Fault[] = [
  {
    name: 'needs the currency of every amount in REST v1',
    caughtBy: ['legacy.create.usual'],
    answer: (answer, request) =>
      isLegacy(request) && request.body.includes('"OPPORTUNITY_VALUE') && !request.body.includes('"CURRENCY_ID"')
        ? withStatus(answer, 422)
        : answer,
  },
  {
    name: 'takes the sales team for watchers in REST v1',
    caughtBy: ['legacy.sharing'],
    answer: (answer, request) =>
      isLegacy(request)
        ? replacing(answer, /"(SALES_TEAM|WATCHERS)"/g, (name) =>
            name === '"WATCHERS"' ? '"SALES_TEAM"' : '"WATCHERS"',
          )
        : answer,
  },
  {
    name: 'ignores `SALES_TEAM` in filters',
    caughtBy: ['legacy.sharing'],
    request: filtering((filter) => filter.replace(/\|SALES_TEAM::.*$/, '')),
  },
  {
    name: 'finds by `WATCHERS` whom it shows in `SALES_TEAM`',
    caughtBy: ['legacy.sharing.once'],
    request: filtering((filter) => filter.replace('|WATCHERS::', '|SALES_TEAM::')),
  },
  {
    name: 'empties the other of `SALES_TEAM` and `WATCHERS` with each of them',
    caughtBy: ['legacy.sharing.write'],
    request: (request) =>
      isLegacy(request) && /SALES_TEAM|WATCHERS/.test(request.body)
        ? withBody(request, (members) => ({ SALES_TEAM: [], WATCHERS: [], ...members }))
        : request,
  },
  {
    name: 'describes no `WATCHERS`',
    caughtBy: ['legacy.sharing.described'],
    answer: (answer, request) =>
      request.url.pathname.includes('/getFields/') ? replacing(answer, '"WATCHERS"', '"SHARING"') : answer,
  },
  {
    name: 'makes a record in place of the one that `ID` names',
    caughtBy: ['legacy.post-with-id'],
    request: (request) =>
      isLegacy(request) && request.method === 'POST' ? withBody(request, ({ ID: _, ...members }) => members) : request,
  },
  {
    name: 'deletes nothing in REST v1, and says that it did',
    caughtBy: ['operation.v1.deleteAccount', 'operation.v1.deleteClient'],
    request: (request) =>
      isLegacy(request) && request.method === 'DELETE' ? { ...request, method: 'GET', body: '' } : request,
    answer: (answer, request) =>
      isLegacy(request) && request.method === 'DELETE'
        ? { ...answer, body: JSON.stringify(request.url.pathname.split('/').at(-1)) }
        : answer,
  },
  {
    name: 'changes nothing in REST v1, and answers the record',
    caughtBy: ['operation.v1.updateOpportunity'],
    request: (request) => (isLegacy(request) && request.method === 'PUT' ? { ...request, body: '{}' } : request),
  },
  {
    name: 'makes records of REST v1 without what their fields hold',
    caughtBy: ['operation.v1.createNote'],
    answer: (answer, request) =>
      isLegacy(request) && request.method === 'POST' ? replacing(answer, /"NOTE":"[^"]*"/g, '"NOTE":""') : answer,
  },
  {
    name: 'says nothing of where a new record of REST v1 is',
    caughtBy: ['operation.v1.createAccount', 'operation.v1.createIndustry'],
    answer: (answer, request) => (isLegacy(request) ? withHeader(answer, 'location', undefined) : answer),
  },
  {
    name: 'guards nothing by `REVISION`',
    caughtBy: ['legacy.revision-guards'],
    request: (request) => (isLegacy(request) ? withBody(request, ({ REVISION: _, ...members }) => members) : request),
  },
  {
    name: 'hides deleted records from `include-deleted`',
    caughtBy: ['legacy.include-deleted'],
    request: (request) => (isLegacy(request) ? withoutParameters(request, 'include-deleted') : request),
  },
  {
    name: 'shows all options in each view',
    caughtBy: ['legacy.views'],
    request: (request) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.replace('/Industries', '/Data');
      return { ...request, url };
    },
  },
  {
    name: 'shows new records as changed ones',
    caughtBy: ['legacy.created-is-modified'],
    answer: (answer, request) => (isLegacy(request) ? replacing(answer, /(?<="MODIFIED":")\d{4}/g, '2099') : answer),
  },
];

export const legacyFaults: readonly Fault[] = [
  ...manyFaults,
  ...singleFaults,
  ...describingFaults,
  {
    name: 'takes no array for an empty change in REST v1',
    caughtBy: ['legacy.put-empty-list'],
    answer: (answer, { method, body }) => (method === 'PUT' && body === '[]' ? withStatus(answer, 400) : answer),
  },
  {
    name: 'counts one too many in `Content-Range`',
    caughtBy: ['legacy.range.arithmetic', 'legacy.list.array'],
    answer: (answer) => withRange(answer, (range) => range.replace(/-(\d+)\//, (_, last) => `-${Number(last) + 1}/`)),
  },
  {
    name: 'counts from one in `Content-Range`',
    caughtBy: ['legacy.range.arithmetic'],
    answer: (answer) =>
      withRange(answer, (range) =>
        range.replace(/items (\d+)-(\d+)/, (_, first, last) => `items ${Number(first) + 1}-${Number(last) + 1}`),
      ),
  },
  {
    name: 'counts the page as the total of REST v1',
    caughtBy: ['legacy.range.arithmetic', 'legacy.limit.default'],
    answer: (answer) =>
      withRange(answer, (range) => range.replace(/-(\d+)\/\d+/, (_, last) => `-${last}/${Number(last) + 1}`)),
  },
  {
    name: 'writes the empty range in another way',
    caughtBy: ['legacy.range.empty'],
    answer: (answer) => withRange(answer, (range) => range.replace('0--1', '*')),
  },
  {
    name: 'forgets the total past the end',
    caughtBy: ['legacy.range.past-end'],
    answer: (answer, request) =>
      isLegacy(request) && answer.body === '[]' ? withRange(answer, () => 'items 0--1/0') : answer,
  },
  {
    name: 'answers 30 records by default in REST v1',
    caughtBy: ['legacy.limit.default'],
    request: (request) =>
      isLegacy(request) ? withQuery(request, (query) => query.has('limit') || query.append('limit', '30')) : request,
  },
  {
    name: 'answers at most 100 records in REST v1',
    caughtBy: ['legacy.limit.none'],
    request: (request) =>
      isLegacy(request)
        ? withQuery(request, (query) => query.get('limit') === '-1' && query.set('limit', '100'))
        : request,
  },
  {
    name: 'ignores `loadonly`',
    caughtBy: ['legacy.loadonly'],
    request: (request) => withoutParameters(request, 'loadonly'),
  },
  {
    name: 'ignores `sort`',
    caughtBy: ['legacy.sort.chronological', 'legacy.sort.unknown', 'legacy.offset.pages'],
    request: (request) => withoutParameters(request, 'sort'),
  },
  {
    name: 'ignores `after` in REST v1',
    caughtBy: ['legacy.after'],
    request: (request) => (isLegacy(request) ? withoutParameters(request, 'after') : request),
  },
  {
    name: 'wraps lists of REST v1 in an envelope',
    caughtBy: ['legacy.list.array', 'operation.v1.listAccounts'],
    answer: (answer, request) =>
      isLegacy(request) && answer.body.startsWith('[{')
        ? { ...answer, body: `{"success":true,"data":${answer.body}}` }
        : answer,
  },
  {
    name: 'writes booleans of REST v1 as true and false',
    caughtBy: ['legacy.same-records', 'operation.v1.getAccount'],
    answer: (answer, request) =>
      isLegacy(request) ? replacing(answer, /(?<="IS_\w+":)[01]/g, (bit) => String(bit === '1')) : answer,
  },
  {
    name: 'shows ids of REST v100 in REST v1',
    caughtBy: ['operation.v1.getAccount'],
    answer: (answer, request) => (isLegacy(request) ? replacing(answer, 'PY-7FFFFFFF-', '') : answer),
  },
  {
    name: 'answers 200 to an unknown id in REST v1',
    caughtBy: ['legacy.get', 'legacy.deleted'],
    answer: (answer, request) => (isLegacy(request) && answer.status === 404 ? withStatus(answer, 200) : answer),
  },
  {
    name: 'keeps the revision of the space to itself',
    caughtBy: ['legacy.revision'],
    answer: (answer) => withHeader(answer, 'revision', undefined),
  },
  {
    name: 'leaves collections out of the list of them',
    caughtBy: ['legacy.collections'],
    answer: (answer) => replacing(answer, '"Stages"', '"Steps"'),
  },
  {
    name: 'maps collections to themselves in `entityPublic`',
    caughtBy: ['legacy.entity-public'],
    answer: (answer) => replacing(answer, '"Accounts":"Account"', '"Accounts":"Accounts"'),
  },
  {
    name: 'describes fields by other names in `getFields`',
    caughtBy: ['legacy.get-fields'],
    answer: (answer) => replacing(answer, '"API_NAME":"ORGANIZATION"', '"API_NAME":"NAME"'),
  },
  {
    name: 'answers texts where objects and arrays are declared',
    caughtBy: [
      'operation.v1.listCollections',
      'operation.v1.getEntityPublic',
      'operation.v1.getFields',
      'operation.v1.setEntities',
      'operation.v1.search',
    ],
    answer: (answer, request) => (isLegacy(request) ? { ...answer, body: JSON.stringify(answer.body) } : answer),
  },
  {
    name: 'ignores escapes in filters of REST v1',
    caughtBy: ['legacy.filter.escaping'],
    request: filtering((filter) => filter.replaceAll('\\', '')),
  },
  takingFor('ne', 'eq'),
  takingFor('gt', 'ge'),
  takingFor('ge', 'gt'),
  takingFor('lt', 'le'),
  takingFor('le', 'lt'),
  takingFor('ll', 'fl'),
  takingFor('rl', 'fl'),
  takingFor('fl', 'll'),
  {
    name: 'takes a part of a value for the whole in REST v1',
    caughtBy: ['legacy.filter.eq'],
    request: filtering((filter) => filter.replace(/(ORGANIZATION::(?:\\.|[^:\\|])*)(::eq)?$/u, '$1::fl')),
  },
  {
    name: 'takes the first item of `in` only',
    caughtBy: ['legacy.filter.in'],
    request: filtering((filter) => filter.replace(/::((?:\\.|[^:\\])*):.*::in$/u, '::$1::in')),
  },
  {
    name: 'cuts values at single colons',
    caughtBy: ['legacy.filter.date-colons'],
    request: filtering((filter) => filter.replaceAll(/(\d\d):\d\d:\d\d/g, '$1')),
  },
  {
    name: 'takes an empty value for any value',
    caughtBy: ['legacy.filter.no-value'],
    request: filtering((filter) => filter.replace('|CITY::::ne', '')),
  },
  {
    name: 'drops a filter of REST v1 that it does not understand',
    caughtBy: ['legacy.filter.rejected'],
    answer: (answer, request, ask) =>
      isLegacy(request) && answer.status === 400 ? ask(withoutParameters(request, 'filter')) : answer,
  },
];
