/**
 * The client of one space: openapi-fetch with the space's address, credentials, query styles and retries, collections, and lists that
 * can be read to their end.
 */
import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchOptions,
  type FetchResponse,
  type Middleware,
  type ParseAs,
} from 'openapi-fetch';
import { type ChangesReaders, createChangesReaders } from './changes.js';
import { type ClientSettings, checkSettings } from './client-settings.js';
import type { Collections } from './collections/collection.js';
import { createCollections } from './collections/create-collections.js';
import { HeadwaterError } from './errors/headwater-error.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import { checkDryRun } from './fetch/dry-run.js';
import { quoteRevision } from './fetch/quote-revision.js';
import { createRepeatingFetch, type RepeatingFetch } from './fetch/repeating-fetch.js';
import { serializePath, serializeQuery } from './fetch/serialize-request.js';
import type { EntityTypes } from './generated/entity-types.js';
import { createGraphqlMethod, type GraphqlSource } from './graphql-call.js';
import type { ListBody, ListReaders } from './list-types.js';
import type { GraphqlMethod } from './typed-document.js';
import type { UntypedOperations } from './untyped-operations.js';
import { type Result, unwrap } from './unwrap.js';
import { createUpdater, type RecordUpdater, type UpdateSource } from './update-record.js';

/** What every client has, whatever is known of its space. */
export interface AnyClient extends ChangesReaders {
  /** Runs a GraphQL document in the space. */
  readonly graphql: GraphqlMethod;
  /** The address of the space; never the credentials. */
  toString(): string;
}

/**
 * A client of one space. Its collections (`client.contacts`) read and write records. `GET`, `POST`, `PATCH`, `DELETE` and the rest are
 * those of openapi-fetch: they resolve to `{ data, response }` or `{ error, response }` with the bodies that the interface gives the
 * operation, and reject with a `TimeoutError` or `NetworkError` when there was no answer. `unwrap` turns the error answers into errors
 * as well.
 * @typeParam Space what is known of the space; see `createClient`
 * @typeParam Moment date-times in records of collections: `string`, or `Date` with `dateTimes: 'date'`
 */
export type HeadwaterClient<Space extends object = EntityTypes, Moment = string> = AnyClient &
  Operations<PathsOf<Space>> &
  Collections<EntityTypesOf<Space>, Moment>;

type PathName = `/${string}`;

type PathsOf<Space> = [Exclude<keyof Space, PathName>] extends [never]
  ? Space
  : { [Path in Extract<keyof Space, PathName>]: Space[Path] };

type EntityTypesOf<Space> = [Exclude<keyof Space, PathName>] extends [never] ? EntityTypes : Space;

/** Operations by path need `paths`; without them any path is taken, and nothing is known of what it answers. */
type Operations<Paths extends object> = [keyof Paths] extends [never]
  ? UntypedOperations
  : OperationMethods<WithQueryForms<Paths>> & ListReaders<WithQueryForms<Paths>> & RecordUpdater<WithQueryForms<Paths>>;

/**
 * Makes a client of one space. Sends nothing yet.
 * @typeParam Space entity types by collection, `paths` of the operations, or both joined by `&`; the entity types of every space when
 * absent. For fields and entity types of a space `headwater-client generate` writes them; `paths` of every space are in
 * `@headwater/openapi-types`.
 * @throws TypeError a setting is missing or out of its bounds
 */
export function createClient<Space extends object = EntityTypes>(
  settings: ClientSettings & { readonly dateTimes: 'date' },
): HeadwaterClient<Space, Date>;
export function createClient<Space extends object = EntityTypes>(
  settings: ClientSettings & { readonly dateTimes?: 'iso' },
): HeadwaterClient<Space>;
export function createClient<Space extends object = EntityTypes>(
  settings: ClientSettings,
): HeadwaterClient<Space, string | Date>;
export function createClient(settings: ClientSettings): unknown {
  const { baseUrl, space, token, password, timeoutMs, maxAttempts, dateTimes, fetch, idempotencyKeys, hooks } =
    checkSettings(settings);
  const spaceUrl = (api: string) => `${baseUrl}/api/v100/${api}/spaces/${encodeURIComponent(space)}`;
  const send: RepeatingFetch = createRepeatingFetch({
    fetch,
    hooks,
    ...(idempotencyKeys && { knowsKeys: keyProbe((request) => send(request), spaceUrl('rest')) }),
    timeoutMs,
    maxAttempts,
    origin: new URL(baseUrl).origin,
    authorization: basicAuthorization(token, password),
  });
  const core = createFetchClient<object>({
    baseUrl: spaceUrl('rest'),
    querySerializer: serializeQuery,
    pathSerializer: serializePath,
    // Called with more than the request, which means something else to `send`.
    fetch: async (request) => checkDryRun(request, await send(quoteRevision(request))),
  });
  const client = {
    ...core,
    ...createListReaders(core),
    ...createUpdater(core as unknown as UpdateSource),
    ...createChangesReaders(core as unknown as Parameters<typeof createChangesReaders>[0], timeoutMs),
    graphql: createGraphqlMethod(core as unknown as GraphqlSource, spaceUrl('graphql'), send),
    toString: () => `HeadwaterClient(${spaceUrl('rest')})`,
  };
  return createCollections(client as unknown as Parameters<typeof createCollections>[0], dateTimes);
}

/**
 * Finds out, once, whether the server knows `Idempotency-Key`: those that number the revisions of a space do. A server that does not would
 * ignore the header, and a repetition would write twice.
 */
function keyProbe(send: RepeatingFetch, spaceUrl: string): (signal: AbortSignal) => Promise<boolean> {
  let known: boolean | undefined;
  return async (signal) => {
    if (known !== undefined) return known;
    const asked = send(new Request(`${spaceUrl}/entities/Clients?first=1&load-only=id`, { signal }));
    const answer = await asked.catch((error) => {
      if (error instanceof HeadwaterError) return undefined;
      throw error;
    });
    await answer?.body?.cancel();
    if (!answer?.ok) return false;
    known = answer.headers.has('Space-Revision');
    return known;
  };
}

// The `Authorization` header of HTTP Basic (RFC 7617, UTF-8).
// Uses only what every platform has; must not know where the header is sent.

/**
 * Renders token and password as the value of an `Authorization` header. Pure.
 * @param token the user name; without a colon
 * @param password any text, non-ASCII included
 */
export function basicAuthorization(token: string, password: string): string {
  const bytes = new TextEncoder().encode(`${token}:${password}`);
  // btoa() takes one character per byte and rejects all beyond U+00FF.
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/**
 * The methods of a client, by HTTP method. Types only.
 * openapi-fetch sends whatever it is given, and the server ignores parameters that it does not know: `filters` for
 * `filter` would list everything. So these methods take exactly what the operation has; results are openapi-fetch's own.
 */
interface OperationMethods<Paths extends object> {
  readonly GET: OperationMethod<Paths, 'get'>;
  readonly PUT: OperationMethod<Paths, 'put'>;
  readonly POST: OperationMethod<Paths, 'post'>;
  readonly DELETE: OperationMethod<Paths, 'delete'>;
  readonly OPTIONS: OperationMethod<Paths, 'options'>;
  readonly HEAD: OperationMethod<Paths, 'head'>;
  readonly PATCH: OperationMethod<Paths, 'patch'>;
  /** Lets functions see and change requests and answers; they are not shown the credentials. */
  use(...middleware: Middleware[]): void;
  /** Takes middleware out again. */
  eject(...middleware: Middleware[]): void;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

/**
 * Calls one operation.
 * @param path the path as the interface writes it, `{id}` included
 * @param init `params`, `body`, `signal` and what else openapi-fetch takes; left out when the operation needs none
 * @returns `{ data, response }`, or `{ error, response }` when the server answered with an error
 * @throws (the promise) TimeoutError, NetworkError, or the reason of an aborted signal
 * @throws (the promise) TypeError a parameter that cannot be sent; see `serialize-request.ts`
 */
type OperationMethod<Paths extends object, Name extends Method> = <
  Path extends ClientPathsWithMethod<Client<Paths>, Name>,
  As extends ParseAs = 'json',
>(
  path: Path,
  ...init: Init<FetchOptions<Operation<Paths[Path], Name>> & { readonly parseAs?: As }>
) => Promise<FetchResponse<Operation<Paths[Path], Name>, { parseAs: As }, 'application/json' | '*/*'>>;

type Operation<PathItem, Name extends Method> = PathItem extends { [Key in Name]: infer Found extends object }
  ? Found
  : never;

/** May be left out when nothing in it is required. */
type Init<Options> = Record<never, never> extends Options ? [init?: Options] : [init: Options];

// The forms in which query parameters can be given, beyond those that the interface writes on the wire. Types only.
// `serialize-request.ts` renders exactly these.

/** The paths of a space, with the forms that this client takes in addition. */
type WithQueryForms<Paths> = {
  [Path in keyof Paths]: { [Method in keyof Paths[Path]]: OperationWithQueryForms<Paths[Path][Method]> };
};

type OperationWithQueryForms<Operation> = {
  [Part in keyof Operation]: Part extends 'parameters' ? ParametersWithForms<Operation[Part]> : Operation[Part];
};

type ParametersWithForms<Parameters> = {
  [Place in keyof Parameters]: Place extends 'query'
    ? QueryWithForms<Parameters[Place]>
    : Place extends 'header'
      ? HeaderWithForms<Parameters[Place]>
      : Parameters[Place];
};

/** The revision of the record that is known. */
type HeaderWithForms<Header> = {
  [Name in keyof Header]: Name extends 'If-Match' ? Header[Name] | number : Header[Name];
};

type QueryWithForms<Query> = {
  [Name in keyof Query]: Name extends NameList
    ? Query[Name] | readonly string[]
    : Name extends 'filter'
      ? FilterWithDates<Query[Name]>
      : Query[Name];
};

/** Parameters that hold names separated by commas: an array of the names says the same. */
type NameList = 'expand' | 'load-only' | 'order-by';

/** Values to compare with may be a `Date`. */
type FilterWithDates<Filter> = { [Field in keyof Filter]: Filter[Field] | Date | readonly Date[] };

// `pages` and `records` of a client.
// Must not know types of records: the paths of the client give each list its own.

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
function createListReaders(client: Client<object>) {
  const source = client as unknown as ListSource;

  async function* pages(path: string, init: ListInit = {}): AsyncGenerator<ListBody, void, void> {
    const over = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, over.signal]) : over.signal;
    const getPage: GetPage = (query) => source.GET(path, { ...init, signal, params: { ...init.params, query } });
    try {
      for await (const page of readPages(getPage, init.params?.query ?? {})) {
        // A page that was there already says nothing of the signal.
        init.signal?.throwIfAborted();
        yield page;
      }
    } finally {
      // Ends the request for a page that nobody wants any more.
      over.abort();
    }
  }

  async function* records(path: string, init: ListInit = {}): AsyncGenerator<unknown, void, void> {
    const query = { first: mostRecordsPerPage, ...init.params?.query };
    for await (const page of pages(path, { ...init, params: { ...init.params, query } })) yield* page.data;
  }

  return { pages, records };
}

// A list from its first page to its last, one request a page, each sent while the page before is used.
// Must not know types of records, nor how a request is sent.

/** Asks for one page. */
export type GetPage = (query: Readonly<Record<string, unknown>>) => Promise<Result<ListBody>>;

/**
 * Yields the pages of a list. Ends after the page that says no other follows, or has no cursor to go on from.
 * Records added or removed meanwhile neither shift nor repeat others: a page begins after a record, not at a number.
 * @param query parameters of the list; `after` is where to begin, and each page sends the others again
 * @throws ApiError, NetworkError, TimeoutError; UnexpectedAnswerError when a page has no `page_info` or the cursor does
 * not move, for either would end the list early or never. What the request for a page throws comes when that page is wanted
 */
export async function* readPages(
  getPage: GetPage,
  query: Readonly<Record<string, unknown>>,
): AsyncGenerator<ListBody, void, void> {
  let after = query.after;
  let coming = unwrap(getPage(query));
  for (;;) {
    const page = await coming;
    if (!page.page_info) throw new UnexpectedAnswerError('The answer has no "page_info"');
    const { end_cursor: endCursor, has_next_page: hasNextPage } = page.page_info;
    const isLast = !hasNextPage || endCursor === null;
    const moves = endCursor !== after;
    if (!isLast && moves) {
      coming = unwrap(getPage({ ...query, after: endCursor }));
      // It is waited for below, if at all.
      coming.catch(() => {});
    }
    yield page;
    if (isLast) return;
    if (!moves) throw new UnexpectedAnswerError(`The page after cursor ${endCursor} ends with it, too`);
    after = endCursor;
  }
}
