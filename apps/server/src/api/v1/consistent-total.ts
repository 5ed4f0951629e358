/**
 * Makes the count of a list agree with its page. The two are read side by side, and a record made or deleted in
 * between must not make `Content-Range` contradict the body. Pure.
 */

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
