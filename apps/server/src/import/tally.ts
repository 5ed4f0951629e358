/**
 * Counts how often something came up; remembers a bounded number of different things.
 */
import type { Counted } from './import-events.js';

/** Different things counted; what comes up first after that is left out. */
const maxKept = 1_000;

export class Tally<T extends object> {
  readonly #counts = new Map<string, { readonly thing: T; lines: number }>();

  add(thing: T): void {
    const name = JSON.stringify(thing);
    const known = this.#counts.get(name);
    if (known !== undefined) known.lines += 1;
    else if (this.#counts.size < maxKept) this.#counts.set(name, { thing, lines: 1 });
  }

  /** @returns the things in the order in which they came up, with the number of lines of each */
  counted(): Counted<T>[] {
    return [...this.#counts.values()].map(({ thing, lines }) => ({ ...thing, lines }));
  }
}
