/**
 * Answers a REST v1 collection GET. A list of any length passes through bounded memory: the first page is found by its
 * offset, what follows by key, a page at a time.
 */
import { parse } from 'node:querystring';
import type { Catalog, EntityType } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import { answer, jsonArray, jsonStream } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { OffsetWindow } from '../../request/list-arguments.js';
import type { ListRequest } from '../../request/list-request.js';
import type { LegacyRecord } from './legacy-id.js';
import { consistentTotal, contentRange } from './query/list-range.js';
import { parseListQuery } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';
import { type Listing, translateListQuery } from './query/translate-list-query.js';
import { pageSize, readPages } from './read-pages.js';
import { revisionHeader } from './revision-header.js';

/**
 * @returns a bare JSON array with `Content-Range`, and `Revision` when requested
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every parameter, phrase or name that is wrong
 * @spec interface, Legacy REST v1: collection GET
 */
export async function listCollection(deps: ServerDeps, call: Call, entityType: EntityType, search: string) {
  const { request, limit, withRevision } = readQuery(deps.catalog, entityType, search);
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
function readQuery(catalog: Catalog, entityType: EntityType, search: string): ReadQuery {
  let kept = cachedQueries.get(catalog);
  if (kept === undefined) {
    kept = new LRUCache({ max: maxQueries });
    cachedQueries.set(catalog, kept);
  }
  const key = `${entityType.name} ${search}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const errors = new QueryErrors();
  const { limit, offset, withRevision, ...parsed } = parseListQuery(parse(search), errors);
  const listing = translateListQuery(catalog, entityType, parsed, errors);
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
