/**
 * Sorts many items in short steps, between which other requests run. Knows neither what is sorted nor for whom.
 */

/** Items that are compared between two pauses: a few milliseconds. */
const runLength = 1_000;

/**
 * @param pause is awaited between steps; its errors are passed on
 * @returns the items in order; those that compare as equal stay as they were
 */
export async function sortWithPauses<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  pause: () => Promise<void>,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    if (from > 0) await pause();
    runs.push(items.slice(from, from + runLength).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare, pause));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  ones: readonly Item[],
  others: readonly Item[],
  compare: (one: Item, other: Item) => number,
  pause: () => Promise<void>,
): Promise<Item[]> {
  const merged: Item[] = [];
  const left = others[Symbol.iterator]();
  let next = left.next();
  for (const one of ones) {
    while (!next.done && compare(next.value, one) < 0) {
      merged.push(next.value);
      if (merged.length % runLength === 0) await pause();
      next = left.next();
    }
    merged.push(one);
    if (merged.length % runLength === 0) await pause();
  }
  for (; !next.done; next = left.next()) merged.push(next.value);
  return merged;
}
