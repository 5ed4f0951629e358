/**
 * Lets long computations yield to other requests between short steps, and ends them when the time of their operation is up. Knows
 * neither what is computed nor for whom.
 */
import { setImmediate as nextTick } from 'node:timers/promises';

/** How long others may be kept waiting, as far as the steps are shorter. */
const maxMs = 10;

export class Yielder {
  private since = performance.now();

  /** @param checkTime throws when the time is up */
  constructor(private readonly checkTime: () => void) {}

  /** Is awaited before each step. @throws what `checkTime` throws */
  async pause(): Promise<void> {
    if (performance.now() - this.since < maxMs) return;
    await nextTick();
    this.checkTime();
    this.since = performance.now();
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
}
