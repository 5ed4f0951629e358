/**
 * The client of one space: openapi-fetch with the space's address, credentials, query styles and retries, and lists that
 * can be read to their end.
 */
import type { paths as SpacePaths } from '@headwater/openapi-types';
import createFetchClient from 'openapi-fetch';
import { basicAuthorization } from './basic-authorization.js';
import { type ClientSettings, checkSettings } from './client-settings.js';
import { createRepeatingFetch } from './fetch/repeating-fetch.js';
import { serializePath } from './fetch/serialize-path.js';
import { serializeQuery } from './fetch/serialize-query.js';
import { createGraphqlMethod, type GraphqlSource } from './graphql-call.js';
import { createListReaders } from './list-readers.js';
import type { ListReaders } from './list-types.js';
import type { OperationMethods } from './operation-methods.js';
import type { WithQueryForms } from './query-forms.js';
import type { GraphqlMethod } from './typed-document.js';

/**
 * A client of one space. `GET`, `POST`, `PATCH`, `DELETE` and the rest are those of openapi-fetch: they resolve to
 * `{ data, response }` or `{ error, response }` with the bodies that the interface gives the operation, and reject with a
 * `TimeoutError` or `NetworkError` when there was no answer. `unwrap` turns the error answers into errors as well.
 */
export interface HeadwaterClient<Paths extends object = SpacePaths>
  extends OperationMethods<WithQueryForms<Paths>>,
    ListReaders<WithQueryForms<Paths>> {
  /** Runs a GraphQL document in the space. */
  readonly graphql: GraphqlMethod;
  /** The address of the space; never the credentials. */
  toString(): string;
}

/**
 * Makes a client of one space. Sends nothing yet.
 * @typeParam Paths the operations of the space; those of every space when absent. A space with custom fields and entities
 * has a document of its own, from which openapi-typescript makes this type.
 * @throws TypeError a setting is missing or out of its bounds
 */
export function createClient<Paths extends object = SpacePaths>(settings: ClientSettings): HeadwaterClient<Paths> {
  const { baseUrl, space, token, password, timeoutMs, maxAttempts, fetch } = checkSettings(settings);
  const spaceUrl = (api: string) => `${baseUrl}/api/v100/${api}/spaces/${encodeURIComponent(space)}`;
  const send = createRepeatingFetch({
    fetch,
    timeoutMs,
    maxAttempts,
    origin: new URL(baseUrl).origin,
    authorization: basicAuthorization(token, password),
  });
  const core = createFetchClient<WithQueryForms<Paths>>({
    baseUrl: spaceUrl('rest'),
    querySerializer: serializeQuery,
    pathSerializer: serializePath,
    // Called with more than the request, which means something else to `send`.
    fetch: (request) => send(request),
  });
  // The methods are openapi-fetch's own; the client's type only takes less of what they would send.
  const methods = core as OperationMethods<WithQueryForms<Paths>>;
  return {
    ...methods,
    ...createListReaders(core),
    graphql: createGraphqlMethod(core as unknown as GraphqlSource, spaceUrl('graphql'), send),
    toString: () => `HeadwaterClient(${spaceUrl('rest')})`,
  };
}
