/**
 * Servers whose GraphQL is wrong.
 */
import { isJsonObject, type Json, type JsonObject } from '../../src/http/json.js';
import { editBody, type Fault, isGraphql, type ProxiedAnswer, replacing, withStatus } from './fault.js';
import { answering, documents, renamed, variables } from './graphql-edits.js';

/** Replaces members of `accounts` in the data of an answer. */
function editAccounts(answer: ProxiedAnswer, edit: (page: JsonObject) => JsonObject): ProxiedAnswer {
  return editBody(answer, (body) => {
    const data = isJsonObject(body.data) ? body.data : {};
    return isJsonObject(data.accounts) ? { ...body, data: { ...data, accounts: edit(data.accounts) } } : body;
  });
}

const parsed = (text: string) => JSON.parse(text) as Json;

export const graphqlFaults: readonly Fault[] = [
  {
    name: 'writes date-times of GraphQL with a zone',
    caughtBy: ['graphql.same-records', 'graphql.write.create'],
    answer: (answer, request) =>
      isGraphql(request) ? replacing(answer, /"\d{4}-\d\d-\d\dT[\d:.]+"/g, (text) => `${text.slice(0, -1)}Z"`) : answer,
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
    answer: answering('"hasNextPage":true', '"hasNextPage":false'),
  },
  {
    name: 'gives pages of GraphQL no first cursor',
    caughtBy: ['graphql.list.page-info'],
    answer: answering(/"startCursor":"[^"]*"/g, '"startCursor":null'),
  },
  {
    name: 'ignores `orderBy`',
    caughtBy: ['graphql.list.order'],
    request: variables((given) => renamed(given, 'orderBy', 'unused')),
  },
  {
    name: 'takes `or` for `and` in GraphQL',
    caughtBy: ['graphql.filter.logic'],
    request: variables((given) => renamed(given, 'or', 'and')),
  },
  {
    name: 'takes `gte` for `gt` and `lt` for `lte` in GraphQL',
    caughtBy: ['graphql.filter.random'],
    request: variables((given) => renamed(renamed(given, 'gte', 'gt'), 'lt', 'lte')),
  },
  {
    name: 'ignores case in `eq` of GraphQL',
    caughtBy: ['graphql.filter.case'],
    request: variables((given) => parsed(JSON.stringify(given).replaceAll('"city":{"eq":', '"city":{"ieq":'))),
  },
  {
    name: 'ignores the filter of an inner list',
    caughtBy: ['graphql.nested'],
    request: documents((document) => document.replace(/accountRelations\(filter: .*?\) \{/, 'accountRelations {')),
  },
  {
    name: 'ignores `includeDeleted`',
    caughtBy: ['graphql.deleted'],
    request: documents((document) => document.replaceAll(', includeDeleted: true', '')),
  },
  {
    name: 'answers a record for an unknown id',
    caughtBy: ['graphql.unknown-id'],
    answer: answering('"account":null', '"account":{"id":"x"}'),
  },
  {
    name: 'ignores `revision` of a mutation',
    caughtBy: ['graphql.write.update', 'graphql.write.delete-revision'],
    request: variables((given) => renamed(given, 'revision', 'unused')),
  },
  {
    name: 'answers `true` to a delete by mutation',
    caughtBy: ['graphql.write.delete'],
    answer: answering(/"deleteAccount":"[^"]*"/g, '"deleteAccount":true'),
  },
  {
    name: 'leaves the code of a rejection out of GraphQL',
    caughtBy: ['graphql.write.rejected', 'graphql.rejected.arguments'],
    answer: answering(/"number":\d+/g, '"number":0'),
  },
  {
    name: 'lacks a member in the type system',
    caughtBy: ['graphql.schema.members', 'graphql.types.interface', 'graphql.types.document'],
    answer: answering('"name":"parentAccount"', '"name":"parent"'),
  },
  {
    name: 'answers a broken document with data',
    caughtBy: ['graphql.rejected.document', 'graphql.rejected.depth'],
    answer: (answer, request) =>
      isGraphql(request) && answer.body.includes('"errors"') ? { ...answer, body: '{"data":{}}' } : answer,
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
    name: 'has no page for trying queries',
    caughtBy: ['graphql.page'],
    answer: (answer, request) =>
      isGraphql(request) && request.headers.accept === 'text/html' ? withStatus(answer, 406) : answer,
  },
];
