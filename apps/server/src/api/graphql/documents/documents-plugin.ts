/**
 * Puts stored documents in place of the ids that requests send, and rejects other documents where the operator wants so.
 */
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError } from 'graphql';
import type { GraphQLHTTPExtensions, GraphQLParams } from 'graphql-yoga';
import type { GraphqlRules } from '../../../http/server-deps.js';

/** The member of a request that names a document, beside those that the protocol has without an appendix. */
export const idMember = 'documentId';

/** Under 200 to those who ask for plain JSON: some of them read no answer under another status. */
const askedAgain: GraphQLHTTPExtensions = { status: 400, spec: true };

type Plugin = ReturnType<typeof usePersistedOperations>;

export function documentsPlugin({
  documents,
  onlyDocuments,
}: Pick<GraphqlRules, 'documents' | 'onlyDocuments'>): Plugin {
  return usePersistedOperations({
    allowArbitraryOperations: !onlyDocuments,
    extractPersistedOperationId: documentIdOf,
    getPersistedOperation: (id) => documents?.textOf(id) ?? null,
    customErrors: {
      notFound: ({ params }) => {
        if (documents !== undefined) return notFound();
        return hashOf(params) === null ? keepsNone() : notSupported();
      },
      keyNotFound: () => (onlyDocuments ? onlyStored() : noDocument()),
      persistedQueryOnly: onlyStored,
    },
  });
}

/**
 * @spec GraphQL over HTTP, appendix on persisted documents: `documentId`; automatic persisted queries, version 1: the SHA-256 in
 *   `extensions.persistedQuery`
 */
function documentIdOf(params: GraphQLParams & { readonly [idMember]?: unknown }, request: Request): string | null {
  const given = request.method === 'GET' ? new URL(request.url).searchParams.get(idMember) : params[idMember];
  return typeof given === 'string' ? given : hashOf(params);
}

function hashOf(params: GraphQLParams): string | null {
  const persisted: unknown = params.extensions?.persistedQuery;
  if (typeof persisted !== 'object' || persisted === null || !('sha256Hash' in persisted)) return null;
  return typeof persisted.sha256Hash === 'string' ? persisted.sha256Hash : null;
}

/** Message and code are what clients look for: they send the whole document then. */
function notFound(): GraphQLError {
  return rejection('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', askedAgain);
}

/** Message and code are what clients look for: they stop asking then. The words for people are beside them. */
function notSupported(): GraphQLError {
  return rejection('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported', askedAgain, { hint: noneKept });
}

/** Ids belong to no protocol whose clients look for a message. */
function keepsNone(): GraphQLError {
  return rejection('PERSISTED_QUERY_NOT_SUPPORTED', noneKept, askedAgain);
}

const noneKept =
  'This server keeps no documents: send the text of the operation as "query". Its operator can store documents (HEADWATER_GRAPHQL_DOCUMENTS).';

function onlyStored(): GraphQLError {
  const message =
    'Only documents that are stored on the server run here. Name one by "documentId" or by "extensions.persistedQuery.sha256Hash", without "query".';
  return rejection('PERSISTED_QUERY_ONLY', message, { status: 403 });
}

function noDocument(): GraphQLError {
  return rejection('BAD_REQUEST', 'Must provide query string.', { status: 400 });
}

function rejection(code: string, message: string, http: GraphQLHTTPExtensions, more: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http, ...more } });
}
