/**
 * Reads the parameters of a request to GraphQL: the body of a POST as REST reads bodies, within the same bounds, the query of a GET.
 */
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { ApiError } from '../../../errors/api-error.js';
import { parseBoundedJson } from '../../../http/content/read-json-body.js';
import type { RequestContext } from './request-context.js';

export function paramsPlugin(): Plugin<object, RequestContext> {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      setRequestParser(async () => {
        try {
          if (request.method === 'GET') return readSearch(new URL(request.url, 'http://localhost').searchParams);
          return requireParams(await serverContext.readBody());
        } catch (error) {
          throw error instanceof ApiError ? toGraphql(error) : error;
        }
      });
    },
  };
}

/** What the parameters hold is checked with those of a GET; a list of operations is rejected with its own words. */
function requireParams(body: unknown): GraphQLParams | GraphQLParams[] {
  if (typeof body === 'object' && body !== null) return body;
  throw badRequest('Missing or invalid JSON data.');
}

function readSearch(search: URLSearchParams): GraphQLParams {
  const params = {
    operationName: search.get('operationName') || undefined,
    query: search.get('query') || undefined,
    variables: readJson(search, 'variables'),
    extensions: readJson(search, 'extensions'),
  };
  return params as GraphQLParams;
}

/** Its type is checked with that of all other parameters. */
function readJson(search: URLSearchParams, name: 'variables' | 'extensions'): unknown {
  const text = search.get(name);
  if (!text) return undefined;
  const value = parseBoundedJson(Buffer.from(text));
  if (value === undefined) throw badRequest(`Expected "${name}" param to be JSON.`);
  return value;
}

/** As the engine rejects other parameters. */
function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}

/** The status counts for every client: no operation was read. */
function toGraphql({ message, errorName, code, at, status }: ApiError): GraphQLError {
  const place = at === undefined ? {} : { at };
  return new GraphQLError(message, { extensions: { code: errorName, number: code, ...place, http: { status } } });
}
