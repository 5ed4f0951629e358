/**
 * Answers a REST v1 collection GET. A list of any length passes through bounded memory: the first page is found by its
 * offset, what follows by key, a page at a time.
 */
import { parse } from 'node:querystring';
import type { Catalog, V1Type } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import { answer, jsonArray, jsonStream } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordPage } from '../../records/read/record-page.js';
import { spaceRevision } from '../../records/read/space-revision.js';
import type { OffsetWindow } from '../../request/list-arguments.js';
import type { ListRequest } from '../../request/list-request.js';
import type { LegacyRecord } from './legacy-fields.js';
import { parseListQuery } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';
import { type Listing, translateListQuery } from './query/translate-list-query.js';

/**
 * @returns a bare JSON array with `Content-Range`, and `Revision` when requested
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every parameter, phrase or name that is wrong
 * @spec interface, Legacy REST v1: collection GET
 */
export async function listCollection(deps: ServerDeps, call: Call, type: V1Type, search: string) {
  const { request, limit, withRevision } = readQuery(deps.catalog, type, search);
  const revision = await revisionHeader(deps, call, withRevision);
  const page = await listRecords(deps, call, request);
  const { texts, endCursor: cursor } = page;
  const { window, withTotal, isCached, ...listing } = request;
  const { offset } = window;
  const total = consistentTotal(window, texts.length, page.total ?? 0);
  const count = Math.max(0, Math.min(total - offset, limit ?? total));
  const headers = { 'Content-Range': contentRange(offset, count, total), ...revision };
  return count === texts.length || cursor === null
    ? answer(200, jsonArray<LegacyRecord>(texts), headers)
    : answer(200, jsonStream<LegacyRecord[]>(listText(deps, call, listing, { texts, cursor, count })), headers);
}

/** What a query asks for: programs send the same ones again and again. */
interface ReadQuery {
  /** Of the first page. */
  readonly request: Listing &
    Pick<ListRequest, 'withTotal' | 'isCached'> & { readonly window: OffsetWindow & { readonly limit: number } };
  /** Records at most; null: all. */
  readonly limit: number | null;
  readonly withRevision: boolean;
}

/** What is read of queries depends on the fields of the space. */
const cachedQueries = new WeakMap<Catalog, LRUCache<string, ReadQuery>>();
const maxQueries = 300;
const maxCharacters = 2_000;

/** @throws ApiError `ERROR_PARAMETER_INVALID` */
function readQuery(catalog: Catalog, type: V1Type, search: string): ReadQuery {
  let kept = cachedQueries.get(catalog);
  if (kept === undefined) {
    kept = new LRUCache({ max: maxQueries });
    cachedQueries.set(catalog, kept);
  }
  const key = `${type.names.collection} ${search}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const errors = new QueryErrors();
  const { limit, offset, withRevision, ...parsed } = parseListQuery(parse(search), errors);
  const listing = translateListQuery(catalog, type, parsed, errors);
  errors.rejectAny();
  const window = { kind: 'offset', limit: Math.min(limit ?? pageSize, pageSize), offset } as const;
  const isCached = key.length <= maxCharacters;
  const read = { request: { ...listing, window, withTotal: true, isCached }, limit, withRevision };
  if (isCached) kept.set(key, read);
  return read;
}

interface Beginning {
  readonly texts: readonly string[];
  /** Of the last of `texts`. */
  readonly cursor: string;
  /** How many records `Content-Range` promises in all: those made meanwhile are left out. */
  readonly count: number;
}

/** The JSON array in pieces of a page. */
async function* listText(
  deps: ServerDeps,
  call: Call,
  listing: Listing,
  { texts, cursor, count }: Beginning,
): AsyncGenerator<string> {
  yield `[${texts.join(',')}`;
  let left = count - texts.length;
  for await (const page of readPages(deps, call, listing, cursor)) {
    const wanted = page.texts.slice(0, left);
    yield wanted.map((text) => `,${text}`).join('');
    deps.db.forgetRead?.();
    left -= wanted.length;
    if (left === 0) {
      break;
    }
  }
  yield ']';
}

// Which part of the whole a REST v1 list shows: the header `Content-Range`, which clients of it cannot do without, and a total that agrees
// with the page. The two are read side by side, and a record made or deleted in between must not make the header contradict the body.
// Pure.

/**
 * @param first zero-based position of the first record answered in the whole result
 * @param count how many records the answer holds
 * @param total how many records match
 * @returns `items 40-65/66`; the last position lies one below the first when there is no record: `items 0--1/0`
 * @spec interface, Legacy REST v1: range responses
 */
export function contentRange(first: number, count: number, total: number): string {
  return `items ${first}-${first + count - 1}/${total}`;
}

/**
 * @param window what was requested
 * @param found records of the page
 * @param counted all matches
 * @returns a total that fits the page: what a page that is not full shows to be the end is the end
 */
export function consistentTotal(
  window: { readonly limit: number; readonly offset: number },
  found: number,
  counted: number,
): number {
  const end = window.offset + found;
  if (found < window.limit) {
    return found === 0 ? Math.min(counted, window.offset) : end;
  }
  return found === 0 ? counted : Math.max(counted, end);
}

// The `Revision` header of REST v1: how far the history of the space has come.

/**
 * Must be awaited before the records are read: a change made in between is then seen twice by a caller who asks for
 * what has changed since, and not missed.
 * @param wanted false gives no header and waits on nothing
 */
export async function revisionHeader(deps: ServerDeps, call: Call, wanted: boolean): Promise<Record<string, string>> {
  if (!wanted) {
    return {};
  }
  return { Revision: String(await spaceRevision(deps, call.principal.space)) };
}

// Reads a list of any length by key, a page at a time, so that page 10,000 costs what page 1 costs.

/** Records read by one statement: the largest page of the core. */
const pageSize = 100;

export type EndlessList = Omit<ListRequest, 'window' | 'withTotal'>;

/**
 * @param cursor of the record to begin after; undefined: begin with the first
 * @returns the pages from there to the end of the list, each read when it is needed, in the time of a request of its own
 */
async function* readPages(
  deps: ServerDeps,
  call: Call,
  list: EndlessList,
  cursor: string | undefined,
): AsyncGenerator<RecordPage> {
  let after: string | null | undefined = cursor;
  while (after !== null) {
    const window = { kind: 'cursor', first: pageSize, ...(after !== undefined && { after }) } as const;
    deps.db.restartTime?.();
    const page: RecordPage = await listRecords(deps, call, { ...list, window, withTotal: false });
    yield page;
    after = page.hasNextPage ? page.endCursor : null;
  }
}

/** @returns the texts of all records, for lists that are short by nature, such as the fields of an entity type */
export async function readAll(deps: ServerDeps, call: Call, list: EndlessList): Promise<string[]> {
  const texts: string[] = [];
  for await (const page of readPages(deps, call, list, undefined)) {
    texts.push(...page.texts);
  }
  return texts;
}
