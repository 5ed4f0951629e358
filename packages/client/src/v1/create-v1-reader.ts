/**
 * Typed reading of REST v1, the older interface, for programs that move to the newer one step by step. Must not know entity types.
 */
import createFetchClient from 'openapi-fetch';
import { type ClientSettings, checkSettings } from '../client-settings.js';
import { basicAuthorization } from '../create-client.js';
import { createRepeatingFetch } from '../fetch/repeating-fetch.js';
import type { V1Collections } from '../generated/v1-records.js';
import { type Result, unwrap } from '../unwrap.js';
import { toPhrases } from './to-phrases.js';
import type { V1List, V1ListOptions, V1RecordOf } from './v1-types.js';

export interface V1Reader {
  /**
   * A list of REST v1, read by `for await` to its end, 100 records at a time. Pages are counted by number: what is created or deleted
   * meanwhile shifts those that follow. Date-times are UTC and come without a zone, as the interface writes them.
   * @param collection as REST v1 calls it: `Stages`
   * @throws ApiError, NetworkError, TimeoutError, or the reason of an aborted signal; TypeError for what cannot be sent
   */
  list<
    Name extends keyof V1Collections,
    const Picked extends readonly (keyof V1Collections[Name] & string)[] | false = false,
  >(
    collection: Name,
    options?: V1ListOptions<V1Collections[Name], Picked>,
  ): V1List<V1RecordOf<V1Collections[Name], Picked>>;
}

const recordsPerPage = 100;

/**
 * Makes a reader of one space. Sends nothing yet.
 * @throws TypeError a setting is missing or out of its bounds
 */
export function createV1Reader(settings: Omit<ClientSettings, 'dateTimes'>): V1Reader {
  const { baseUrl, space, token, password, timeoutMs, maxAttempts, fetch } = checkSettings(settings);
  const send = createRepeatingFetch({
    fetch,
    timeoutMs,
    maxAttempts,
    origin: new URL(baseUrl).origin,
    authorization: basicAuthorization(token, password),
  });
  const core = createFetchClient<object>({
    baseUrl: `${baseUrl}/rest_services/v1/${encodeURIComponent(space)}`,
    fetch: (request) => send(request),
  });
  const source = core as unknown as { GET(path: string, init: object): Promise<Result<unknown[]>> };

  async function* records(
    collection: string,
    { where, sort, only, signal }: V1ListOptions<object, readonly string[] | false>,
  ): AsyncGenerator<unknown, void, void> {
    const query = {
      ...(where && { filter: toPhrases(where) }),
      ...(sort && { sort: sort.join('|') }),
      ...(only && { loadonly: ['ID', ...only].join('|') }),
    };
    for (let offset = 0; ; offset += recordsPerPage) {
      const params = { query: { ...query, limit: recordsPerPage, offset } };
      const page = await unwrap(source.GET(`/${collection}`, { params, ...(signal && { signal }) }));
      yield* page;
      if (page.length < recordsPerPage) return;
    }
  }

  const list = (collection: string, options = {}) => ({
    [Symbol.asyncIterator]: () => records(collection, options),
  });
  return { list } as unknown as V1Reader;
}
