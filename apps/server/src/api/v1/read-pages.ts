/**
 * Reads a list of any length by key, a page at a time, so that page 10,000 costs what page 1 costs.
 */

import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordPage } from '../../records/read/record-page.js';
import type { ListRequest } from '../../request/list-request.js';

/** Records read by one statement: the largest page of the core. */
export const pageSize = 100;

export type EndlessList = Omit<ListRequest, 'window' | 'withTotal'>;

/**
 * @param cursor of the record to begin after; undefined: begin with the first
 * @returns the pages from there to the end of the list, each read when it is needed, in the time of a request of its own
 */
export async function* readPages(
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
