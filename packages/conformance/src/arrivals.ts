/**
 * What comes in by itself, in the order in which it comes, and waiting for it. Knows no transport.
 */
import { EventEmitter, once } from 'node:events';
import { ExpectationFailed } from './expectation.js';

/** How long to wait for what a server sends by itself. */
export interface Patience {
  readonly timeoutMs: number;
  /** Once aborted, nobody waits any longer. */
  readonly stop: AbortSignal;
}

export class Arrivals<Item> {
  readonly items: Item[] = [];
  private readonly events = new EventEmitter();

  constructor(private readonly patience: Patience) {}

  add(item: Item): void {
    this.items.push(item);
    this.events.emit('item');
  }

  /**
   * Waits until what has come is enough.
   * @param what is waited for, as the beginning of a sentence
   * @param timeoutMs for what takes longer than usual
   * @returns all that has come
   * @throws ExpectationFailed when it does not come in time; the reason of `stop`
   */
  async until(
    isEnough: (items: readonly Item[]) => boolean,
    what: string,
    timeoutMs = this.patience.timeoutMs,
  ): Promise<readonly Item[]> {
    const { stop } = this.patience;
    const timeout = AbortSignal.timeout(timeoutMs);
    while (!isEnough(this.items)) {
      try {
        await once(this.events, 'item', { signal: AbortSignal.any([stop, timeout]) });
      } catch {
        stop.throwIfAborted();
        throw new ExpectationFailed(`${what} should come within ${timeoutMs} ms; ${this.items.length} came`);
      }
    }
    return this.items;
  }
}
