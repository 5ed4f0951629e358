/**
 * A list from its first page to its last, one request a page, each sent when it is requested.
 * Must not know types of records, nor how a request is sent.
 */

import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import type { ListBody } from './list-types.js';
import { type Result, unwrap } from './unwrap.js';

/** Asks for one page. */
export type GetPage = (query: Readonly<Record<string, unknown>>) => Promise<Result<ListBody>>;

/**
 * Yields the pages of a list. Ends after the page that says no other follows, or has no cursor to go on from.
 * Records added or removed meanwhile neither shift nor repeat others: a page begins after a record, not at a number.
 * @param query parameters of the list; `after` is where to begin, and each page sends the others again
 * @throws ApiError, NetworkError, TimeoutError; UnexpectedAnswerError when a page has no `page_info` or the cursor does
 * not move, for either would end the list early or never
 */
export async function* readPages(
  getPage: GetPage,
  query: Readonly<Record<string, unknown>>,
): AsyncGenerator<ListBody, void, void> {
  let after = query.after;
  for (;;) {
    const page = await unwrap(getPage(after === undefined ? query : { ...query, after }));
    if (!page.page_info)
      throw new UnexpectedAnswerError('The answer has no "page_info", so it is not known what follows');
    yield page;
    const { end_cursor: endCursor, has_next_page: hasNextPage } = page.page_info;
    if (!hasNextPage || endCursor === null) return;
    if (endCursor === after)
      throw new UnexpectedAnswerError(`The page after cursor ${endCursor} ends with the same cursor`);
    after = endCursor;
  }
}
