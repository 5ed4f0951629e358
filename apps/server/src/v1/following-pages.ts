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
 * @param cursor of the record to begin after; null: there is nothing to read
 * @returns the pages that follow, each read when it is asked for
 */
export async function* followingPages(
  deps: ServerDeps,
  call: Call,
  list: Omit<ListRequest, 'window' | 'withTotal'>,
  cursor: string | null,
): AsyncGenerator<RecordPage> {
  let after = cursor;
  while (after !== null) {
    const window = { kind: 'cursor', first: pageSize, after } as const;
    const page = await listRecords(deps, call, { ...list, window, withTotal: false });
    yield page;
    after = page.hasNextPage ? page.endCursor : null;
  }
}
