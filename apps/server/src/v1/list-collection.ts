/**
 * Answers a REST v1 collection GET. A list of any length passes through bounded memory: the first page is found by its offset,
 * what follows by key, a page at a time.
 */

import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import type { Call } from '../records/call.js';
import { listRecords } from '../records/list-records.js';
import type { RecordPage } from '../records/record-page.js';
import type { ServerDeps } from '../server-deps.js';
import { contentRange } from './content-range.js';
import { followingPages, pageSize } from './following-pages.js';
import { type LegacyAnswer, streamAnswer, textAnswer } from './legacy-answer.js';
import { Mistakes } from './mistakes.js';
import { type LegacyListQuery, parseListQuery } from './parse-list-query.js';
import { revisionHeader } from './revision-header.js';
import { type Listing, translateListQuery } from './translate-list-query.js';

/**
 * @returns a bare JSON array with `Content-Range`, and `Revision` when asked for
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every parameter, phrase or name that is wrong
 * @spec interface, Legacy REST v1: collection GET
 */
export async function listCollection(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  query: ParsedUrlQuery,
): Promise<LegacyAnswer> {
  const mistakes = new Mistakes();
  const parsed = parseListQuery(query, mistakes);
  const listing = translateListQuery(deps.catalog, entityType, parsed, mistakes);
  mistakes.refuseAny();

  const first = await firstPage(deps, call, listing, parsed);
  const total = first.total ?? 0;
  const matching = Math.max(total - parsed.offset, first.texts.length);
  const count = Math.min(matching, parsed.limit ?? matching);
  const headers = {
    'Content-Range': contentRange(parsed.offset, count, total),
    ...(parsed.withRevision ? await revisionHeader(deps, call) : {}),
  };
  return count === first.texts.length
    ? textAnswer(`[${first.texts.join(',')}]`, headers)
    : streamAnswer(pagesText(deps, call, listing, first, count), headers);
}

function firstPage(deps: ServerDeps, call: Call, listing: Listing, query: LegacyListQuery): Promise<RecordPage> {
  const limit = Math.min(query.limit ?? pageSize, pageSize);
  return listRecords(deps, call, {
    ...listing,
    window: { kind: 'offset', limit, offset: query.offset },
    withTotal: true,
  });
}

/**
 * The JSON array in pieces of a page.
 * @param count how many records `Content-Range` promised: records made meanwhile are left out
 */
async function* pagesText(
  deps: ServerDeps,
  call: Call,
  listing: Listing,
  first: RecordPage,
  count: number,
): AsyncGenerator<string> {
  yield `[${first.texts.join(',')}`;
  let left = count - first.texts.length;
  for await (const page of followingPages(deps, call, listing, first)) {
    const texts = page.texts.slice(0, left);
    yield texts.map((text) => `,${text}`).join('');
    left -= texts.length;
    if (left === 0) {
      break;
    }
  }
  yield ']';
}
