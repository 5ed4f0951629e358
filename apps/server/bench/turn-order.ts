/**
 * The order in which contestants take turns. Pure.
 */

/**
 * Each round begins with another one, and every second one goes the other way round: what one leaves behind, such as pages still to be
 * written, is not always the same one's burden.
 */
export function turnOrder<T>(items: readonly T[], round: number): T[] {
  const first = round % items.length;
  const order = [...items.slice(first), ...items.slice(0, first)];
  return round % 2 === 0 ? order : order.toReversed();
}
