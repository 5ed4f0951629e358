/**
 * Long reckoning in short stretches: between them the server attends to others, and it ends when the time of its operation is up.
 * Knows neither what is reckoned nor for whom.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long others may be kept waiting, as far as the steps are shorter. */
const stretchMs = 10;

export class Pace {
  private since = performance.now();

  /** @param checkTime throws when the time is up */
  constructor(private readonly checkTime: () => void) {}

  /** Is awaited before each step. @throws what `checkTime` throws */
  async pause(): Promise<void> {
    if (performance.now() - this.since < stretchMs) return;
    await nextTurn();
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
