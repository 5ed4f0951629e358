/**
 * The `Content-Range` of a REST v1 list, which clients of it cannot do without. Pure.
 */

/**
 * @param first zero-based place of the first record answered in the whole result
 * @param count how many records the answer holds
 * @param total how many records match
 * @returns `items 40-65/66`; the last place lies one below the first when there is no record: `items 0--1/0`
 * @spec interface, Legacy REST v1: range responses
 */
export function contentRange(first: number, count: number, total: number): string {
  return `items ${first}-${first + count - 1}/${total}`;
}
