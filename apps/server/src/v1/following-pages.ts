/**
 * Reads a list of any length by key, a page at a time, so that page 10,000 costs what page 1 costs.
 */
import type { Call } from '../records/call.js';
import { listRecords } from '../records/list-records.js';
import type { RecordPage } from '../records/record-page.js';
import type { ListRequest } from '../request/list-request.js';
import type { ServerDeps } from '../server-deps.js';

/** Records read by one statement: the largest page of the core. */
export const pageSize = 100;

/**
 * @param page a page of this list, found by cursor or by offset
 * @returns the pages after it, each read when it is asked for
 */
export async function* followingPages(
  deps: ServerDeps,
  call: Call,
  list: Omit<ListRequest, 'window' | 'withTotal'>,
  page: RecordPage,
): AsyncGenerator<RecordPage> {
  let last = page;
  while (last.hasNextPage && last.endCursor !== null) {
    last = await listRecords(deps, call, {
      ...list,
      window: { kind: 'cursor', first: pageSize, after: last.endCursor },
      withTotal: false,
    });
    yield last;
  }
}
