/**
 * The collections of a client: what is asked of them becomes calls of the interface. Must not know entity types: a collection is the
 * path of its name, whatever the space has.
 */
import type { ReadChangePages } from '../changes.js';
import type { ListBody } from '../list-types.js';
import { type Result, unwrap } from '../unwrap.js';
import type { UpdateOptions } from '../update-record.js';
import { type ChangeWatch, createChangeWatch } from './change-watch.js';
import type { RecordList, RecordPage } from './collection.js';
import { type DateTimes, relationsOf, withZones } from './date-times.js';
import { type LiveRequest, liveList } from './live-list.js';
import { type ReadRequest, toQuery } from './to-query.js';

interface Init {
  readonly params?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The client as collections use it. */
interface Operations {
  GET(path: string, init: Init): Promise<Result<{ data: unknown }>>;
  POST(path: string, init: Init): Promise<Result<{ data: unknown }>>;
  PATCH(path: string, init: Init): Promise<Result<{ data: unknown }>>;
  DELETE(path: string, init: Init): Promise<Result<{ data: unknown }>>;
  pages(path: string, init: Init): AsyncGenerator<ListBody, void, void>;
  readonly changePages: ReadChangePages;
  update(path: string, id: string, change: Change, options: UpdateOptions): Promise<unknown>;
}

type Change = (record: unknown) => unknown;

interface Signal {
  readonly signal?: AbortSignal;
}

const mostRecordsPerPage = 100;

/**
 * @param client stays as it is
 * @returns the client, with a collection under every other name that begins with a small letter
 */
export function createCollections<Client extends Operations>(client: Client, dateTimes: DateTimes): Client {
  const collections = new Map<string, object>();
  const watch = createChangeWatch(client.changePages);
  return new Proxy(client, {
    get(target, name, receiver) {
      if (typeof name !== 'string' || name in target || !/^[a-z]\w*$/.test(name))
        return Reflect.get(target, name, receiver);
      const known = collections.get(name) ?? createCollection(target, name, dateTimes, watch);
      collections.set(name, known);
      return known;
    },
  });
}

function createCollection(client: Operations, name: string, dateTimes: DateTimes, watch: ChangeWatch): object {
  const collection = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const path = `/entities/${collection}`;
  const onePath = `${path}/{id}`;

  async function* pages({ signal, ...request }: ReadRequest & Signal): AsyncGenerator<RecordPage<unknown>, void, void> {
    const query = toQuery({ ...request, first: request.first ?? mostRecordsPerPage });
    const relations = relationsOf(request);
    for await (const page of client.pages(path, { params: { query }, ...(signal && { signal }) })) {
      for (const record of page.data) withZones(record, dateTimes, relations);
      yield page as RecordPage<unknown>;
    }
  }

  // By one request: pages would ask for what follows.
  const first = async ({ signal, ...request }: ReadRequest & Signal): Promise<unknown> => {
    const query = toQuery({ ...request, first: 1 });
    const { data } = await unwrap(client.GET(path, { params: { query }, ...(signal && { signal }) }));
    const [record] = data as readonly unknown[];
    withZones(record, dateTimes, relationsOf(request));
    return record;
  };

  const list = (request: ReadRequest & Signal = {}): RecordList<unknown> => ({
    pages: () => pages(request),
    first: () => first(request),
    async *[Symbol.asyncIterator]() {
      for await (const page of pages(request)) yield* page.data;
    },
  });

  const live = (request: LiveRequest = {}): AsyncIterable<readonly unknown[]> => ({
    [Symbol.asyncIterator]: () => {
      const relations = relationsOf(request);
      const getPage = (query: object, signal: AbortSignal) =>
        client.GET(path, { params: { query }, signal }) as Promise<Result<ListBody>>;
      return liveList({ watch, getPage, finish: (record) => withZones(record, dateTimes, relations) }, request);
    },
  });

  /** @returns the record of an answer */
  const recordOf = async (answer: Promise<Result<{ data: unknown }>>, request: ReadRequest = {}): Promise<unknown> => {
    const { data } = await unwrap(answer);
    withZones(data, dateTimes, relationsOf(request));
    return data;
  };

  const get = async (id: string, { signal, ...request }: ReadRequest & Signal = {}) =>
    recordOf(
      client.GET(onePath, { params: { path: { id }, query: toQuery(request) }, ...(signal && { signal }) }),
      request,
    );

  const create = async (
    body: unknown,
    { idempotencyKey, signal }: Signal & { readonly idempotencyKey?: string } = {},
  ) =>
    recordOf(
      client.POST(path, { params: { header: { 'Idempotency-Key': idempotencyKey } }, body, ...(signal && { signal }) }),
    );

  const changeInit = (id: string, { ifMatch, signal }: Signal & { readonly ifMatch?: number }): Init => ({
    params: { path: { id }, header: { 'If-Match': ifMatch } },
    ...(signal && { signal }),
  });

  const update = async (id: string, given: unknown, options: Signal & { readonly ifMatch?: number } = {}) => {
    if (typeof given !== 'function')
      return recordOf(client.PATCH(onePath, { ...changeInit(id, options), body: given }));
    const change = (record: unknown): unknown => {
      withZones(record, dateTimes, new Map());
      return (given as Change)(record);
    };
    const updated = await client.update(onePath, id, change, options);
    withZones(updated, dateTimes, new Map());
    return updated;
  };

  const remove = async (id: string, options: Signal & { readonly ifMatch?: number } = {}): Promise<void> => {
    await unwrap(client.DELETE(onePath, changeInit(id, options)));
  };

  return { list, live, get, create, update, delete: remove };
}
