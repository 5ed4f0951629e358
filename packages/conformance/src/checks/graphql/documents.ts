/**
 * Promises of GraphQL about requests that name a document in place of sending it. Which documents a server keeps its operator knows; what
 * it says of those that it does not keep is the same everywhere.
 */
import { createHash } from 'node:crypto';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';
import { type JsonObject, readObject } from '../../http/json.js';
import { readErrors } from './errors.js';

/** What clients of automatic persisted queries look for: they send the document then. */
const asking = ['PersistedQueryNotFound', 'PersistedQueryNotSupported'];

function send({ http, graphql }: CheckContext, body: JsonObject): Promise<Answer> {
  return http.send('POST', graphql.path, { headers: { accept: 'application/json' }, body });
}

/** A document that no server keeps, and the member of a request that names it by its hash. */
function freshDocument({ fixtures }: CheckContext): { readonly query: string; readonly extensions: JsonObject } {
  const query = `{ __typename } # ${fixtures.uniqueText()}`;
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  return { query, extensions: { persistedQuery: { version: 1, sha256Hash } } };
}

export const graphqlDocumentChecks: readonly Check[] = [
  {
    id: 'graphql.documents.unknown',
    sentence: 'MUST reject a request that names an unknown document by `documentId`, and run nothing',
    spec: 'graphql#Query',
    run: async (context) => {
      const answer = await send(context, { documentId: context.fixtures.uniqueText() });
      readErrors(answer);
      expectEqual(readObject(answer.json, 'the body').data ?? null, null, 'data');
    },
  },
  {
    id: 'graphql.documents.hash',
    sentence:
      'MUST ask for the document, in the words of automatic persisted queries, when it is named by an unknown hash, and run it when it comes with it',
    spec: 'graphql#Query',
    run: async (context) => {
      const { query, extensions } = freshDocument(context);
      const messages = readErrors(await send(context, { extensions })).map(({ message }) => String(message));
      expectThat(
        messages.some((message) => asking.includes(message)),
        `an error should say ${asking.join(' or ')}; they say ${JSON.stringify(messages)}`,
      );
      const answer = await send(context, { query, extensions });
      expectStatus(answer, 200);
      expectEqual(readObject(answer.json, 'the body'), { data: { __typename: 'Query' } }, 'the answer to the document');
    },
  },
];
