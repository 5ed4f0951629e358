/**
 * Reads a whole list page by page, forwards or backwards, and stops when a server leads it in circles.
 */
import type { ListPage, RestApi } from '../../api/rest-api.js';
import { expectThat } from '../../expectation.js';
import type { Query } from '../../http/query.js';

/** Far above what any check lists; a list that takes more repeats itself. */
const mostPages = 200;

/** @param between runs after each page but the last. @throws ExpectationFailed when the list does not end */
export async function readForward(
  rest: RestApi,
  collection: string,
  query: Query,
  size: number,
  between: () => Promise<void> = async () => {},
): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let after: Query = {};
  while (pages.length < mostPages) {
    const page = await rest.list(collection, { ...query, ...after, first: size });
    pages.push(page);
    if (!page.hasNextPage) return pages;
    expectThat(page.endCursor !== null, 'end_cursor should not be null while has_next_page is true');
    after = { after: page.endCursor };
    await between();
  }
  expectThat(false, `a list by pages of ${size} should end, but went on for ${mostPages} pages`);
}

/** Pages from the end of the list to its start, the last page first. @throws ExpectationFailed when the list does not end */
export async function readBackward(rest: RestApi, collection: string, query: Query, size: number): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  let before: Query = {};
  while (pages.length < mostPages) {
    const page = await rest.list(collection, { ...query, ...before, last: size });
    pages.push(page);
    if (!page.hasPreviousPage) return pages;
    expectThat(page.startCursor !== null, 'start_cursor should not be null while has_previous_page is true');
    before = { before: page.startCursor };
  }
  expectThat(false, `a list read backwards by pages of ${size} should end, but went on for ${mostPages} pages`);
}
