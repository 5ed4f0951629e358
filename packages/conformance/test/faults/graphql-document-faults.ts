/**
 * Servers that are wrong about GraphQL documents that are named in place of being sent.
 */
import { type Fault, isGraphql, withBody } from './fault.js';
import { answering } from './graphql-edits.js';

export const graphqlDocumentFaults: readonly Fault[] = [
  {
    name: 'takes an unknown `documentId` for any document',
    caughtBy: ['graphql.documents.unknown'],
    request: (request) =>
      isGraphql(request)
        ? withBody(request, ({ documentId, ...body }) =>
            documentId === undefined ? body : { ...body, query: '{ __typename }' },
          )
        : request,
  },
  {
    name: 'has words of its own for documents of an unknown hash',
    caughtBy: ['graphql.documents.hash'],
    answer: answering(/PersistedQueryNot(Found|Supported)/g, 'What is that?'),
  },
  {
    name: 'looks at the hash only where a document is sent, too',
    caughtBy: ['graphql.documents.hash'],
    request: (request) =>
      isGraphql(request)
        ? withBody(request, ({ query, ...body }) =>
            body.extensions === undefined ? { query: query ?? null, ...body } : body,
          )
        : request,
  },
];
