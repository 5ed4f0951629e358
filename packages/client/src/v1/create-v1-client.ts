/**
 * Typed calls of REST v1, the older interface, for programs that move to the newer one step by step. Must not know entity types.
 */
import createFetchClient from 'openapi-fetch';
import { type ClientSettings, checkSettings } from '../client-settings.js';
import { basicAuthorization } from '../create-client.js';
import { createRepeatingFetch } from '../fetch/repeating-fetch.js';
import { serializePath } from '../fetch/serialize-request.js';
import type { V1Bodies, V1Collections, V1EntityBodies, V1Uncompared } from '../generated/v1-records.js';
import { type Result, unwrap } from '../unwrap.js';
import { type DeleteManyRequest, deleteQuery, type SetManyRequest, setQuery } from './many-query.js';
import { toPhrases } from './to-phrases.js';
import type {
  V1DeleteOptions,
  V1GetOptions,
  V1Id,
  V1List,
  V1ListOptions,
  V1NewBody,
  V1Outcome,
  V1RecordOf,
  V1SetOptions,
  V1UpdateBody,
  V1WriteOptions,
} from './v1-types.js';

type UncomparedOf<Name> = Name extends keyof V1Uncompared ? V1Uncompared[Name] : never;

/**
 * One space by REST v1, with its names. Date-times are UTC and come without a zone, as the interface writes them.
 * All methods throw ApiError (one of its subclasses by status), TimeoutError, NetworkError, or the reason of an aborted signal; and
 * TypeError for what cannot be sent. Reads are repeated after lost answers, writes are sent once.
 */
export interface V1Client {
  /**
   * A list, read by `for await` to its end, 100 records at a time. Pages are counted by number: what is created or deleted meanwhile
   * shifts those that follow.
   * @param collection as REST v1 calls it: `Stages`
   */
  list<
    Name extends keyof V1Collections,
    const Picked extends readonly (keyof V1Collections[Name] & string)[] | false = false,
  >(
    collection: Name,
    options?: V1ListOptions<V1Collections[Name], Picked, UncomparedOf<Name>>,
  ): V1List<V1RecordOf<V1Collections[Name], Picked>>;
  /** As `list`, with the conditions in bodies of requests, where they may be longer than an address. */
  search<
    Name extends keyof V1Collections,
    const Picked extends readonly (keyof V1Collections[Name] & string)[] | false = false,
  >(
    collection: Name,
    options?: V1ListOptions<V1Collections[Name], Picked, UncomparedOf<Name>>,
  ): V1List<V1RecordOf<V1Collections[Name], Picked>>;
  /** Reads one record. Throws NotFoundError as well. */
  get<
    Name extends keyof V1Collections,
    const Picked extends readonly (keyof V1Collections[Name] & string)[] | false = false,
  >(collection: Name, id: V1Id, options?: V1GetOptions<Picked>): Promise<V1RecordOf<V1Collections[Name], Picked>>;
  /** Makes a record, and gives it as it was stored. Throws ValidationError as well. */
  create<Name extends keyof V1Bodies>(
    collection: Name,
    body: V1NewBody<V1Bodies[Name]>,
    options?: V1WriteOptions,
  ): Promise<V1Collections[Name]>;
  /**
   * Changes the fields that are given, and gives the record as it is then. With the `REVISION` that you know nothing is written when the
   * record has changed since. Throws ValidationError and ConflictError as well.
   */
  update<Name extends keyof V1Bodies>(
    collection: Name,
    id: V1Id,
    body: V1UpdateBody<V1Bodies[Name]>,
    options?: V1WriteOptions,
  ): Promise<V1Collections[Name]>;
  /** Marks a record as deleted. */
  delete(collection: keyof V1Bodies, id: V1Id, options?: V1WriteOptions): Promise<void>;
  /**
   * Creates records, and changes those whose `ID` is given: 1,000 at most, in one transaction.
   * @param entity in the singular, as REST v1 calls it: `Account`
   * @returns the id of each record, in their order; of rejected ones what `rejected` says. Without it one that is rejected undoes all, and
   * its error is thrown
   */
  setEntities<Entity extends keyof V1EntityBodies, const Rejected extends 'null' | 'error' | 'undo' = 'undo'>(
    entity: Entity,
    bodies: readonly V1UpdateBody<V1EntityBodies[Entity]>[],
    options?: V1SetOptions<Rejected>,
  ): Promise<V1Outcome<Rejected>[]>;
  /**
   * Deletes records: 1,000 at most, in one transaction.
   * @returns as `setEntities` does; with `rejected: 'ids'` the ids of those alone that could not be deleted
   */
  deleteEntities<const Rejected extends 'null' | 'error' | 'ids' | 'undo' = 'undo'>(
    entity: keyof V1EntityBodies,
    ids: readonly V1Id[],
    options?: V1DeleteOptions<Rejected>,
  ): Promise<V1Outcome<Rejected>[]>;
}

const recordsPerPage = 100;

interface Init {
  readonly params?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

type Call = (path: string, init: Init) => Promise<Result<unknown>>;

interface Signal {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a client of one space. Sends nothing yet.
 * @throws TypeError a setting is missing or out of its bounds
 */
export function createV1Client(settings: Omit<ClientSettings, 'dateTimes' | 'idempotencyKeys'>): V1Client {
  const { baseUrl, space, token, password, timeoutMs, maxAttempts, fetch, hooks } = checkSettings(settings);
  const send = createRepeatingFetch({
    fetch,
    hooks,
    timeoutMs,
    maxAttempts,
    origin: new URL(baseUrl).origin,
    authorization: basicAuthorization(token, password),
  });
  const address = `${baseUrl}/rest_services/v1/${encodeURIComponent(space)}`;
  const searches = new URL(`${address}/search/`).href;
  const core = createFetchClient<object>({
    baseUrl: address,
    pathSerializer: serializePath,
    // A search writes nothing, though it is a POST.
    fetch: (request) => send(request, request.method === 'GET' || request.url.startsWith(searches)),
  });
  const { GET, POST, PUT, DELETE } = core as unknown as Record<'GET' | 'POST' | 'PUT' | 'DELETE', Call>;
  const withSignal = ({ signal }: Signal): Init => (signal ? { signal } : {});
  const one = (collection: string) => `/${collection}/{id}`;

  type Options = V1ListOptions<object, readonly string[] | false>;

  async function* records(options: Options, ask: (criteria: object) => Promise<Result<unknown>>) {
    const criteria = criteriaOf(options);
    for (let offset = 0; ; offset += recordsPerPage) {
      const page = (await unwrap(ask({ ...criteria, limit: recordsPerPage, offset }))) as unknown[];
      yield* page;
      if (page.length < recordsPerPage) return;
    }
  }

  const reading = (ask: (collection: string, criteria: object, options: Options) => Promise<Result<unknown>>) => {
    return (collection: string, options: Options = {}) => ({
      [Symbol.asyncIterator]: () => records(options, (criteria) => ask(collection, criteria, options)),
    });
  };

  const client = {
    list: reading((collection, query, options) => GET(`/${collection}`, { params: { query }, ...withSignal(options) })),
    search: reading((collection, body, options) => POST(`/search/${collection}`, { body, ...withSignal(options) })),
    get: async (collection: string, id: V1Id, options: V1GetOptions<readonly string[] | false> = {}) =>
      unwrap(GET(one(collection), { params: { path: { id }, query: criteriaOf(options) }, ...withSignal(options) })),
    create: async (collection: string, body: object, options: Signal = {}) =>
      unwrap(POST(`/${collection}`, { body, ...withSignal(options) })),
    update: async (collection: string, id: V1Id, body: object, options: Signal = {}) =>
      unwrap(PUT(one(collection), { params: { path: { id } }, body, ...withSignal(options) })),
    delete: async (collection: string, id: V1Id, options: Signal = {}) => {
      await unwrap(DELETE(one(collection), { params: { path: { id } }, ...withSignal(options) }));
    },
    setEntities: async (entityName: string, body: readonly object[], options: SetManyRequest & Signal = {}) =>
      unwrap(
        POST('/setEntities', { params: { query: { entityName, ...setQuery(options) } }, body, ...withSignal(options) }),
      ),
    deleteEntities: async (entityName: string, body: readonly V1Id[], options: DeleteManyRequest & Signal = {}) =>
      unwrap(
        POST('/deleteEntities', {
          params: { query: { entityName, ...deleteQuery(options) } },
          body,
          ...withSignal(options),
        }),
      ),
  };
  return client as unknown as V1Client;
}

/** The parameters of the interface, which are the members of a search as well. */
function criteriaOf({
  where,
  sort,
  only,
  modifiedAfter,
  includeDeleted,
}: V1ListOptions<object, readonly string[] | false>) {
  return {
    ...(where && { filter: toPhrases(where) }),
    ...(sort && { sort: sort.join('|') }),
    ...(only && { loadonly: ['ID', ...only].join('|') }),
    ...(modifiedAfter && { after: modifiedAfter }),
    ...(includeDeleted && { 'include-deleted': true }),
  };
}
