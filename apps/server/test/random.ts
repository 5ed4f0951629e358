/**
 * Random choices that come out the same for the same seed, on every machine.
 */
export class Random {
  #state: number;

  /** @param seed any whole number */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns a number from 0 to just below 1 (mulberry32) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** @returns a whole number, both bounds included */
  integer(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.next() * (maximum - minimum + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @param items at least one */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  /** @param weighted at least one item with a weight above 0 */
  pickWeighted<T>(weighted: readonly (readonly [item: T, weight: number])[]): T {
    const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [item, weight] of weighted) {
      left -= weight;
      if (left < 0) return item;
    }
    throw new Error('there is nothing to choose from');
  }

  /** @returns a number around the median, most within a third and three times of it */
  logNormal(median: number, spread = 0.6): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return median * Math.exp(spread * normal);
  }
}
