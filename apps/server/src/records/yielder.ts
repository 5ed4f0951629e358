/**
 * Lets long computations yield to other requests between short steps, and ends them when the time of their operation is up. Knows
 * neither what is computed nor for whom.
 */
import { setImmediate as nextTick } from 'node:timers/promises';

/** How long others may be kept waiting, as far as the steps are shorter. */
const maxMs = 10;

export class Yielder {
  private since = performance.now();
  private lastInTurn = Promise.resolve();

  /** @param checkTime throws when the time is up; left out: there is no bound */
  constructor(private readonly checkTime: () => void = () => {}) {}

  /** Is awaited before each step. @throws what `checkTime` throws */
  async pause(): Promise<void> {
    if (performance.now() - this.since < maxMs) return;
    await nextTick();
    this.checkTime();
    this.since = performance.now();
  }

  /** Is awaited before each of several steps that are begun at the same time: they run one after another. @throws what `checkTime` throws */
  inTurn(): Promise<void> {
    this.lastInTurn = this.lastInTurn.then(() => this.pause());
    return this.lastInTurn;
  }

  /** @returns what the step makes of each item; each is short @throws what `checkTime` and the step throw */
  async each<Item, Result>(items: readonly Item[], step: (item: Item) => Result): Promise<Result[]> {
    const results: Result[] = [];
    for (const item of items) {
      await this.pause();
      results.push(step(item));
    }
    return results;
  }

  /** The same, each made when it is asked for, for each who asks. */
  eachWhenAsked<Item, Result>(items: readonly Item[], step: (item: Item) => Result): AsyncIterable<Result> {
    return { [Symbol.asyncIterator]: () => this.made(items, step) };
  }

  private async *made<Item, Result>(
    items: readonly Item[],
    step: (item: Item) => Result,
  ): AsyncGenerator<Result, void> {
    for (const item of items) {
      await this.pause();
      yield step(item);
    }
  }
}

// Sorts many items in short steps, between which other requests run. Knows neither what is sorted nor for whom.

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
