/**
 * Which part of the whole a REST v1 list shows: the header `Content-Range`, which clients of it cannot do without, and a total that agrees
 * with the page. The two are read side by side, and a record made or deleted in between must not make the header contradict the body.
 * Pure.
 */

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
