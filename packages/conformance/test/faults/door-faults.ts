/**
 * Servers whose doors are wrong: credentials, error bodies, the legacy REST v1, GraphQL, the walls between spaces.
 */
import { isJsonObject, type Json, type JsonObject } from '../../src/http/json.js';
import {
  editBody,
  type Fault,
  isGraphql,
  isLegacy,
  isRest,
  type ProxiedAnswer,
  type ProxiedRequest,
  withBody,
  withoutParameters,
  withQuery,
} from './fault.js';

function withRange(answer: ProxiedAnswer, edit: (range: string) => string): ProxiedAnswer {
  const range = answer.headers['content-range'];
  return range === undefined ? answer : { ...answer, headers: { ...answer.headers, 'content-range': edit(range) } };
}

/** Renames members at any depth. */
function renamed(value: Json, from: string, to: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, from, to));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name === from ? to : name, renamed(item ?? null, from, to)]),
  );
}

/** Replaces members of `accounts` in the data of a GraphQL answer. */
function editAccounts(answer: ProxiedAnswer, edit: (page: JsonObject) => JsonObject): ProxiedAnswer {
  return editBody(answer, (body) => {
    const data = isJsonObject(body.data) ? body.data : {};
    return isJsonObject(data.accounts) ? { ...body, data: { ...data, accounts: edit(data.accounts) } } : body;
  });
}

/** A key of the run for either space; faults let callers in with them. */
export interface Keys {
  readonly alpha: string;
  readonly beta: string;
}

function spaceOf({ url }: ProxiedRequest): keyof Keys {
  return /\/(spaces|v1)\/beta\b/.test(url.pathname) ? 'beta' : 'alpha';
}

const otherSpace = (request: ProxiedRequest, keys: Keys): ProxiedRequest => ({
  ...request,
  url: new URL(request.url.href.replace('/spaces/alpha', '/spaces/beta')),
  headers: { ...request.headers, authorization: keys.beta },
});

export function accessFaults(keys: Keys): readonly Fault[] {
  return [
    {
      name: 'sends no `WWW-Authenticate`',
      caughtBy: [
        'auth.missing.rest',
        'auth.missing.legacy',
        'auth.missing.graphql',
        'collection.Accounts.unauthorized',
      ],
      answer: ({ headers: { 'www-authenticate': _, ...headers }, ...answer }) => ({ ...answer, headers }),
    },
    {
      name: 'names another realm',
      caughtBy: ['auth.missing.rest'],
      answer: (answer) =>
        answer.status === 401
          ? { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Basic realm="api"' } }
          : answer,
    },
    {
      name: 'lets any password in',
      caughtBy: ['auth.wrong-password'],
      request: (request) =>
        request.headers.authorization === undefined
          ? request
          : { ...request, headers: { ...request.headers, authorization: keys[spaceOf(request)] } },
    },
    {
      name: 'lets callers without credentials in',
      caughtBy: ['auth.missing.rest', 'auth.missing.write', 'collection.Contacts.unauthorized'],
      request: (request) => ({ ...request, headers: { authorization: keys[spaceOf(request)], ...request.headers } }),
    },
    {
      name: 'answers 404 to a space that does not exist',
      caughtBy: ['auth.unknown-space'],
      answer: (answer, { url }) => (/\/spaces\/hwc-/.test(url.pathname) ? { ...answer, status: 404 } : answer),
    },
    {
      name: 'takes the key of one space for another',
      caughtBy: ['isolation.key'],
      request: (request) =>
        Object.values(keys).includes(request.headers.authorization ?? '')
          ? { ...request, headers: { ...request.headers, authorization: keys[spaceOf(request)] } }
          : request,
    },
    {
      name: 'finds records of another space by their id',
      caughtBy: ['isolation.ids'],
      answer: (answer, request, ask) =>
        isRest(request) && request.method === 'GET' && answer.status === 404 && spaceOf(request) === 'alpha'
          ? ask(otherSpace(request, keys))
          : answer,
    },
    {
      name: 'lists records of another space',
      caughtBy: ['isolation.lists'],
      answer: (answer, request, ask) =>
        isRest(request) && answer.body.includes('"data":[]') && spaceOf(request) === 'alpha'
          ? ask(otherSpace(request, keys))
          : answer,
    },
  ];
}

export const doorFaults: readonly Fault[] = [
  {
    name: 'leaves `http_status` out of errors',
    caughtBy: ['collection.Accounts.unknown-id', 'auth.missing.body'],
    answer: (answer, request) => (isRest(request) ? editBody(answer, ({ http_status: _, ...body }) => body) : answer),
  },
  {
    name: 'says `success: true` in errors',
    caughtBy: ['collection.Accounts.unknown-id', 'filter.refused.field'],
    answer: (answer) => ({ ...answer, body: answer.body.replace('"success":false', '"success":true') }),
  },
  {
    name: 'answers 200 with an error body',
    caughtBy: ['filter.refused.field', 'delete.hidden'],
    answer: (answer, request) =>
      isRest(request) && answer.status >= 400 && answer.status !== 401 ? { ...answer, status: 200 } : answer,
  },
  {
    name: 'answers an unknown collection as a path that leads nowhere',
    caughtBy: ['error.unknown-collection'],
    answer: (answer) =>
      answer.body.includes('2006')
        ? { ...answer, body: JSON.stringify({ status: 404, message: 'nothing', errorcode: null, traceback: null }) }
        : answer,
  },
  {
    name: 'answers a path that leads nowhere in the general shape',
    caughtBy: ['error.no-route'],
    answer: (answer) =>
      answer.body.includes('"traceback"')
        ? { ...answer, body: JSON.stringify({ code: 1, name: 'X', message: 'x', http_status: 404, success: false }) }
        : answer,
  },
  {
    name: 'shows the statement in an error',
    caughtBy: ['error.tells-nothing'],
    answer: (answer) =>
      answer.status >= 400
        ? { ...answer, body: answer.body.replace('"message":"', '"message":"select * from accounts: ') }
        : answer,
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
    name: 'writes the empty range in another way',
    caughtBy: ['legacy.range.empty'],
    answer: (answer) => withRange(answer, (range) => range.replace('0--1', '*')),
  },
  {
    name: 'answers 30 records by default in REST v1',
    caughtBy: ['legacy.limit.default'],
    request: (request) =>
      isLegacy(request) ? withQuery(request, (query) => query.has('limit') || query.append('limit', '30')) : request,
  },
  {
    name: 'ignores escapes in filters of REST v1',
    caughtBy: ['legacy.filter.escaping'],
    request: (request) =>
      withQuery(
        request,
        (query) =>
          isLegacy(request) &&
          query.has('filter') &&
          query.set('filter', query.get('filter')?.replaceAll('\\', '') ?? ''),
      ),
  },
  {
    name: 'takes `ll` for `fl` in REST v1',
    caughtBy: ['legacy.filter.fl'],
    request: (request) =>
      withQuery(
        request,
        (query) =>
          isLegacy(request) &&
          query.has('filter') &&
          query.set('filter', query.get('filter')?.replace(/::fl$/, '::ll') ?? ''),
      ),
  },
  {
    name: 'takes the first item of `in` only',
    caughtBy: ['legacy.filter.in'],
    request: (request) =>
      withQuery(
        request,
        (query) =>
          isLegacy(request) &&
          query.has('filter') &&
          query.set('filter', query.get('filter')?.replace(/::((?:\\.|[^:\\])*):.*::in$/u, '::$1::in') ?? ''),
      ),
  },
  {
    name: 'ignores `loadonly`',
    caughtBy: ['legacy.loadonly'],
    request: (request) => withoutParameters(request, 'loadonly'),
  },
  {
    name: 'ignores `sort` in REST v1',
    caughtBy: ['legacy.sort.chronological', 'legacy.offset.walk'],
    request: (request) => withoutParameters(request, 'sort'),
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
      isLegacy(request)
        ? { ...answer, body: answer.body.replaceAll(/"(IS_\w+)":(0|1)/g, (_, name, bit) => `"${name}":${bit === '1'}`) }
        : answer,
  },
  {
    name: 'shows ids of REST v100 in REST v1',
    caughtBy: ['operation.v1.getAccount'],
    answer: (answer, request) =>
      isLegacy(request) ? { ...answer, body: answer.body.replaceAll('PY-7FFFFFFF-', '') } : answer,
  },
  {
    name: 'counts the page in `totalCount`',
    caughtBy: ['graphql.list.total-count'],
    answer: (answer) =>
      editAccounts(answer, (page) => ({
        ...page,
        ...(Array.isArray(page.edges) ? { totalCount: page.edges.length } : {}),
      })),
  },
  {
    name: 'says in GraphQL that there is never a next page',
    caughtBy: ['graphql.list.paging'],
    answer: (answer) =>
      editBody(
        answer,
        (body) => JSON.parse(JSON.stringify(body).replaceAll('"hasNextPage":true', '"hasNextPage":false')) as Json,
      ),
  },
  {
    name: 'takes `or` for `and` in GraphQL',
    caughtBy: ['graphql.filter.logic'],
    request: (request) =>
      isGraphql(request)
        ? withBody(request, (body) => ({
            ...body,
            variables: renamed(renamed(body.variables ?? null, 'and', 'and_'), 'or', 'and'),
          }))
        : request,
  },
  {
    name: 'ignores case in `eq` of GraphQL',
    caughtBy: ['graphql.filter.case'],
    request: (request) => (isGraphql(request) ? withBody(request, ignoringCase) : request),
  },
  {
    name: 'ignores `orderBy`',
    caughtBy: ['graphql.list.order'],
    request: (request) =>
      isGraphql(request)
        ? withBody(request, (body) => ({ ...body, variables: renamed(body.variables ?? null, 'orderBy', 'unused') }))
        : request,
  },
  {
    name: 'ignores the filter of an inner list',
    caughtBy: ['graphql.nested'],
    request: (request) =>
      withBody(request, (body) => ({
        ...body,
        ...(typeof body.query === 'string'
          ? { query: body.query.replace(/accountRelations\(filter: .*?\) \{/, 'accountRelations {') }
          : {}),
      })),
  },
  {
    name: 'leaves the code of a refusal out of GraphQL',
    caughtBy: ['graphql.write.refused', 'graphql.refused.arguments'],
    answer: (answer, request) =>
      isGraphql(request) ? { ...answer, body: answer.body.replaceAll(/"number":\d+/g, '"number":0') } : answer,
  },
  {
    name: 'carries mutations out that come by GET',
    caughtBy: ['graphql.get'],
    request: (request) => {
      const query = request.url.searchParams.get('query');
      if (!isGraphql(request) || request.method !== 'GET' || query === null) return request;
      const headers = { ...request.headers, 'content-type': 'application/json' };
      return {
        method: 'POST',
        url: new URL(request.url.pathname, request.url),
        headers,
        body: JSON.stringify({ query }),
      };
    },
  },
  {
    name: 'answers a broken GraphQL document with data',
    caughtBy: ['graphql.refused.document'],
    answer: (answer, request) =>
      isGraphql(request) && answer.body.includes('"errors"') ? { ...answer, body: '{"data":{}}' } : answer,
  },
];

/** `eq` on texts becomes `ieq`, save for the tag that tells the records of the check apart. */
function ignoringCase(body: JsonObject): JsonObject {
  const text = JSON.stringify(body.variables ?? {}).replaceAll(
    /"(name|city|address|comments)":\{"eq":/g,
    '"$1":{"ieq":',
  );
  return { ...body, variables: JSON.parse(text) as Json };
}
