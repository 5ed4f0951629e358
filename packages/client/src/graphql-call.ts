/**
 * `graphql` of a client: one document to the space's GraphQL address, its `data` back.
 * Must not know the type system, nor how a request is sent.
 */
import { apiErrorOf } from './errors/api-error-of.js';
import { PartialAnswerError } from './errors/api-errors.js';
import { decodeErrorBody } from './errors/error-body.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import type { RepeatingFetch } from './fetch/repeating-fetch.js';
import { retryAfterMs } from './fetch/retry-after.js';
import { isRepeatable } from './fetch/retry-delay.js';
import type { GraphqlMethod, GraphqlOptions } from './typed-document.js';
import { type Result, unwrap } from './unwrap.js';

/** What is sent, as openapi-fetch takes it. */
interface GraphqlInit {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal?: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A client as this file uses it: middleware of the caller sees these requests, too. */
export interface GraphqlSource {
  POST(path: '', init: GraphqlInit): Promise<Result<unknown>>;
}

/** A server that follows the protocol answers this media type with the status of the error, and the older one with 200. */
const accept = 'application/graphql-response+json, application/json;q=0.9';

/**
 * Makes the method.
 * @param url the space's GraphQL address
 */
export function createGraphqlMethod(source: GraphqlSource, url: string, send: RepeatingFetch): GraphqlMethod {
  const run = async (document: unknown, variables: unknown = {}, options: GraphqlOptions = {}): Promise<unknown> => {
    const query = textOf(document);
    const { operationName, idempotencyKey, signal } = options;
    const result = await source.POST('', {
      baseUrl: url,
      headers: { Accept: accept, ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }) },
      body: { query, variables, ...(operationName === undefined ? {} : { operationName }) },
      ...(signal === undefined ? {} : { signal }),
      fetch: (request) => send(request, isRepeatable(request) || !mayWrite(query)),
    });
    return dataOf(await unwrap(result), result.response);
  };
  return run as GraphqlMethod;
}

/** No operation writes without this word; that it may also be in a comment costs no more than a repetition. */
function mayWrite(document: string): boolean {
  return /\bmutation\b/.test(document);
}

/** @throws TypeError a parsed document, which only graphql-js could write down again */
function textOf(document: unknown): string {
  if (typeof document === 'string' || document instanceof String) return document.toString();
  throw new TypeError("The document must be text: give graphql-codegen's client preset `documentMode: 'string'`");
}

/** @throws PartialAnswerError, UnexpectedAnswerError, or the ApiError of an answer that holds nothing but errors */
function dataOf(body: unknown, response: Response): unknown {
  const { data, errors } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const hasData = typeof data === 'object' && data !== null;
  if (!Array.isArray(errors) || errors.length === 0) {
    if (!hasData) throw new UnexpectedAnswerError('The answer has neither "data" nor "errors"');
    return data;
  }
  if (!hasData) throw apiErrorOf(response, body);
  const decoded = decodeErrorBody(body);
  throw new PartialAnswerError({ response, body, decoded, retryAfterMs: retryAfterMs(response.headers, Date.now()) });
}
