/**
 * Who may work next where only a few work at the same time. Places are given to spaces in turn, and one space never has all of them: its
 * long statements do not keep those of the others waiting.
 */
import type { Statement } from '../sql/binder.js';
import type { ReadLimits } from './database.js';
import { type Deadline, endDeadline, startDeadline } from './deadlines.js';
import { callerHasGone } from './limits-left.js';
import { waitedTooLong } from './translate-error.js';

/** How long work waits that is given no limit of its own. */
const longestWaitMs = 60_000;

type Patience = Pick<ReadLimits, 'ms' | 'gone'>;

/** Given a place when it is called. */
type Waiter = () => void;

export class Turns {
  /** How many places each space has. */
  private readonly used = new Map<string, number>();
  /** First in, first out for each space; the space that is given a place next comes first. */
  private readonly waiting = new Map<string, Set<Waiter>>();
  private free: number;

  /**
   * @param places how many work at the same time
   * @param ofSpace how many of them one space may have; fewer than all
   */
  constructor(
    places: number,
    private readonly ofSpace = places - 1,
  ) {
    this.free = places;
  }

  /**
   * Waits for a place, and keeps it until `work` has ended.
   * @param space that the work is for
   * @param patience `ms` bounds the wait; `gone` ends it
   * @throws ApiError `ERROR_OVERLOADED` when it has waited for too long; what `work` throws
   */
  async use<T>(space: string, patience: Patience, work: () => Promise<T>): Promise<T> {
    // Whenever a place is free, nobody waits who may have it.
    if (!this.tryTake(space)) await this.wait(space, patience);
    try {
      return await work();
    } finally {
      this.giveBack(space);
    }
  }

  private giveBack(space: string): void {
    this.free += 1;
    const used = (this.used.get(space) ?? 1) - 1;
    if (used === 0) this.used.delete(space);
    else this.used.set(space, used);
    for (const [next, queue] of this.waiting) {
      if (!this.tryTake(next)) continue;
      const [first] = queue;
      // The space goes to the end of the line.
      this.waiting.delete(next);
      if (queue.size > 1) this.waiting.set(next, queue);
      first?.();
      return;
    }
  }

  private tryTake(space: string): boolean {
    const used = this.used.get(space) ?? 0;
    if (this.free === 0 || used >= this.ofSpace) return false;
    this.free -= 1;
    this.used.set(space, used + 1);
    return true;
  }

  private wait(space: string, { ms = longestWaitMs, gone }: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(space) ?? new Set();
      this.waiting.set(space, queue);
      let deadline: Deadline;
      const leave = () => {
        endDeadline(deadline);
        gone?.remove(goAway);
        queue.delete(waiter);
        if (queue.size === 0 && this.waiting.get(space) === queue) this.waiting.delete(space);
      };
      const goAway = () => {
        leave();
        reject(callerHasGone());
      };
      const waiter: Waiter = () => {
        leave();
        resolve();
      };
      deadline = startDeadline(ms, () => {
        leave();
        reject(waitedTooLong());
      });
      gone?.add(goAway);
      queue.add(waiter);
    });
  }
}

/** @returns the space that a statement is for: its first value. Those of the directory of spaces have others, and take turns by them. */
export function spaceOf({ values }: Statement): string {
  return String(values[0]);
}
