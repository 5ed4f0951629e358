/**
 * Servers whose changes in GraphQL are wrong.
 */
import { type Fault, isGraphql } from './fault.js';
import { answering, documents, renamed, variables } from './graphql-edits.js';

const isSubscription = (body: string) => body.includes('subscription');

export const graphqlChangeFaults: readonly Fault[] = [
  {
    name: 'leaves the values before a change out of GraphQL',
    caughtBy: ['graphql.changes.list', 'graphql.changes.filters'],
    answer: answering(/"from":(?:"[^"]*"|null),/g, ''),
  },
  {
    name: 'shows a deleted record beside its changes',
    caughtBy: ['graphql.changes.list'],
    answer: answering('"record":null', '"record":{"id":"x","city":null}'),
  },
  {
    name: 'leaves changes of pages out',
    caughtBy: ['graphql.changes.list'],
    request: documents((document) =>
      document
        .replace('changes(after: $after, first: $first,', 'changes(after: $after, first: $first, act: [created],')
        .replace(', act: $act', ''),
    ),
  },
  {
    name: 'ignores `fields` of changes',
    caughtBy: ['graphql.changes.filters'],
    request: variables((given) => renamed(given, 'fields', 'unused')),
  },
  {
    name: 'takes any cursor of changes',
    caughtBy: ['graphql.changes.rejected'],
    request: documents((document) => document.replace('changes(after: "x")', 'changes')),
  },
  {
    name: 'sends subscriptions no event',
    caughtBy: ['graphql.changes.subscription'],
    request: (request) =>
      isGraphql(request) && isSubscription(request.body) ? { ...request, body: '{"query":"{ __typename }"}' } : request,
  },
];
