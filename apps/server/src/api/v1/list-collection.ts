/**
 * Answers a REST v1 collection GET. A list of any length passes through bounded memory: the first page is found by its
 * offset, what follows by key, a page at a time.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import { answer, jsonArray, jsonStream } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
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
export async function listCollection(deps: ServerDeps, call: Call, entityType: EntityType, query: ParsedUrlQuery) {
  const errors = new QueryErrors();
  const { limit, offset, ...parsed } = parseListQuery(query, errors);
  const listing = translateListQuery(deps.catalog, entityType, parsed, errors);
  errors.rejectAny();

  const revision = await revisionHeader(deps, call, parsed.withRevision);
  const window = { kind: 'offset', limit: Math.min(limit ?? pageSize, pageSize), offset } as const;
  const page = await listRecords(deps, call, { ...listing, window, withTotal: true });
  const { texts, endCursor: cursor } = page;
  const total = consistentTotal(window, texts.length, page.total ?? 0);
  const count = Math.max(0, Math.min(total - offset, limit ?? total));
  const headers = { 'Content-Range': contentRange(offset, count, total), ...revision };
  return count === texts.length || cursor === null
    ? answer(200, jsonArray<LegacyRecord>(texts), headers)
    : answer(200, jsonStream<LegacyRecord[]>(listText(deps, call, listing, { texts, cursor, count })), headers);
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
