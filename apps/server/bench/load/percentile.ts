/**
 * Percentiles of measured values. Pure.
 */

/**
 * @param sorted ascending, not empty
 * @param percent 0 to 100
 * @returns the smallest value that at least so many percent of the values do not exceed
 */
export function percentile(sorted: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new RangeError(`no percentile ${percent} of ${sorted.length} values`);
  return value;
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** @param values not empty. @returns the middle value, the mean of the middle two when their number is even */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  return (percentile(sorted, 50) + percentile(sorted, 50 + 100 / sorted.length / 2)) / 2;
}
