/**
 * `pages` and `records` of a client.
 * Must not know types of records: the paths of the client give each list its own.
 */
import type { Client } from 'openapi-fetch';
import type { ListBody, ListReaders } from './list-types.js';
import { readPages } from './read-pages.js';
import type { Result } from './unwrap.js';

/** What a list is read with, whatever its path. */
interface ListInit {
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> };
  readonly signal?: AbortSignal | undefined;
}

/** A client as the readers use it. */
interface ListSource {
  GET(path: string, init: ListInit): Promise<Result<ListBody>>;
}

/** Most records that a page can hold, so that a list takes the fewest requests. */
const mostRecordsPerPage = 100;

/** Makes the readers of all lists that a client can get. */
export function createListReaders<Paths extends object>(client: Client<Paths>): ListReaders<Paths> {
  // Types of queries and records hang on the path. Reading a list is the same for all of them, so they are let go here
  // and given back below.
  const source = client as unknown as ListSource;

  const pages = (path: string, init: ListInit = {}) =>
    readPages((query) => source.GET(path, { ...init, params: { ...init.params, query } }), init.params?.query ?? {});

  async function* records(path: string, init: ListInit = {}): AsyncGenerator<unknown, void, void> {
    const query = { first: mostRecordsPerPage, ...init.params?.query };
    for await (const page of pages(path, { ...init, params: { ...init.params, query } })) yield* page.data;
  }

  return { pages, records } as unknown as ListReaders<Paths>;
}
