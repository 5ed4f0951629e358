/**
 * Servers whose failures look wrong, and that publish no contracts.
 */
import { editBody, type Fault, isRest, replacing, withHeader, withoutParameters, withStatus } from './fault.js';

const noRoute = { status: 404, message: 'nothing', errorcode: null, traceback: null };

export const errorFaults: readonly Fault[] = [
  {
    name: 'leaves `http_status` out of errors',
    caughtBy: ['collection.Accounts.unknown-id', 'auth.missing.body'],
    answer: (answer, request) => (isRest(request) ? editBody(answer, ({ http_status: _, ...body }) => body) : answer),
  },
  {
    name: 'says `success: true` in errors',
    caughtBy: ['collection.Accounts.unknown-id', 'filter.rejected.field'],
    answer: (answer) => replacing(answer, '"success":false', '"success":true'),
  },
  {
    name: 'answers 200 with an error body',
    caughtBy: ['filter.rejected.field', 'delete.hidden'],
    answer: (answer, request) =>
      isRest(request) && answer.status >= 400 && answer.status !== 401 ? withStatus(answer, 200) : answer,
  },
  {
    name: 'answers an unknown collection as a path that leads nowhere',
    caughtBy: ['error.unknown-collection'],
    answer: (answer) => (answer.body.includes('2006') ? { ...answer, body: JSON.stringify(noRoute) } : answer),
  },
  {
    name: 'answers a path that leads nowhere in the general shape',
    caughtBy: ['error.no-route'],
    answer: (answer) => (answer.body.includes('"traceback"') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'fails on an id that is not a uuid',
    caughtBy: ['error.malformed-id'],
    answer: (answer, { url }) => (url.pathname.endsWith('/not-a-uuid') ? withStatus(answer, 500) : answer),
  },
  {
    name: 'answers 404 to a method that an address does not take',
    caughtBy: ['error.method'],
    answer: (answer) => (answer.status === 405 ? withStatus(answer, 404) : answer),
  },
  {
    name: 'fails on a quote in a parameter',
    caughtBy: ['error.nasty.parameters'],
    answer: (answer, { url }) => ([...url.searchParams.values()].includes("'") ? withStatus(answer, 500) : answer),
  },
  {
    name: 'fails on a body that is nested too deeply',
    caughtBy: ['error.deep-body'],
    answer: (answer, { body }) => (body.includes('['.repeat(1000)) ? withStatus(answer, 500) : answer),
  },
  {
    name: 'fails on a relation to a record of the own id',
    caughtBy: ['error.own-id'],
    answer: (answer, { body }) => {
      const [, id] = /"id":"([^"]+)"/.exec(body) ?? [];
      return body.includes(`"owner_id":"${id}"`) ? withStatus(answer, 500) : answer;
    },
  },
  {
    name: 'ignores a parameter whose name is close to another',
    caughtBy: ['query.near-parameter'],
    answer: (answer, { url }) => (url.searchParams.has('exapnd') ? withStatus(answer, 200) : answer),
  },
  {
    name: 'ignores a parameter of a write whose name is close to another',
    caughtBy: ['query.near-parameter.write'],
    request: (request) => withoutParameters(request, 'validation_level'),
  },
  {
    name: 'rejects a parameter whose name is close to another, and writes',
    caughtBy: ['query.near-parameter.write'],
    answer: async (answer, request, ask) => {
      if (request.url.searchParams.has('dry_run')) await ask(withoutParameters(request, 'dry_run'));
      return answer;
    },
  },
  {
    name: 'does not say which parameters it ignored',
    caughtBy: ['query.ignored-parameter'],
    answer: (answer) => withHeader(answer, 'warning', ''),
  },
  {
    name: 'fails on a quote in a body',
    caughtBy: ['error.nasty.bodies'],
    answer: (answer, { body }) => (body.includes('"name":"\'"') ? withStatus(answer, 500) : answer),
  },
  {
    name: 'shows the statement in an error',
    caughtBy: ['error.no-leak'],
    answer: (answer) =>
      answer.status >= 400 ? replacing(answer, '"message":"', '"message":"select * from accounts: ') : answer,
  },
  {
    name: 'names every request alike',
    caughtBy: ['error.request-id'],
    answer: (answer) => withHeader(answer, 'x-request-id', '1'),
  },
  {
    name: 'publishes no contracts',
    caughtBy: ['published.v100', 'published.v1', 'published.graphql'],
    answer: (answer, { url }) => (/^\/(openapi|graphql)\//.test(url.pathname) ? withStatus(answer, 404) : answer),
  },
  {
    name: 'publishes no contract of a space',
    caughtBy: ['published.space', 'published.space.custom', 'published.space.tag', 'published.space.graphql'],
    answer: (answer, { url }) =>
      /\/spaces\/[^/]+\/(openapi\.json|schema\.graphql)$/.test(url.pathname) ? withStatus(answer, 404) : answer,
  },
  {
    name: 'publishes for a space what all spaces have',
    caughtBy: ['published.space.custom', 'published.space.tag', 'published.space.graphql'],
    request: (request) => {
      const pathname = request.url.pathname
        .replace(/.*\/openapi\.json$/, '/openapi/v100.json')
        .replace(/.*\/schema\.graphql$/, '/graphql/schema.graphql');
      return { ...request, url: new URL(pathname + request.url.search, request.url) };
    },
  },
  {
    name: 'tags the contracts of a space by the space',
    caughtBy: ['published.space.tag', 'published.space.graphql'],
    request: ({ headers: { 'if-none-match': _, ...headers }, ...request }) => ({ ...request, headers }),
    answer: (answer, { url, headers }) => {
      if (!/\/(openapi\.json|schema\.graphql)$/.test(url.pathname)) return answer;
      const tagged = withHeader(answer, 'etag', '"alpha"');
      return headers['if-none-match'] === '"alpha"' ? { ...tagged, status: 304, body: '' } : tagged;
    },
  },
];
