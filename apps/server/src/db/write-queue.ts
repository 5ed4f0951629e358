/**
 * The writes of one queue, one after another. Those that wait together share a transaction: each page that several of them touch is
 * written once, and once is waited for the disk, and for others who write. No caller gets an answer before the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type QueueTransaction, SharedTransaction, type Waiting, type Work } from './shared-transaction.js';
import { isOutcomeUnknown } from './translate-error.js';

/** How many writes share a transaction, and for how long they are begun: the first of them waits for the last. */
const longestGroup = { works: 32, ms: 50 } as const;

export interface QueueSettings {
  readonly begin: () => Promise<QueueTransaction>;
  /**
   * Runs a write that failed together with others beside the queue, where several transactions may be under way: it may wait for long.
   * Left out: such writes go one by one, ahead of those that wait.
   */
  readonly runBeside?: (work: Work<unknown>, limitMs: number | undefined) => Promise<unknown>;
  /** Between two transactions, where other processes look every so often whether they may write. */
  readonly pauseMs?: number;
  /** Tells milliseconds, by which a group is bounded. */
  readonly clock?: () => number;
}

export class WriteQueue {
  private readonly waiting: Waiting[] = [];
  private working: Promise<void> | undefined;
  private readonly clock: () => number;

  constructor(private readonly settings: QueueSettings) {
    this.clock = settings.clock ?? (() => performance.now());
  }

  /**
   * Runs `work` in a transaction and commits it, perhaps with others. It may be run twice, but only what its last run did is stored.
   * @param limitMs how long each of its statements may take
   */
  write<T>(work: Work<T>, limitMs?: number): Promise<T> {
    return this.enqueue(work, limitMs, false);
  }

  /** Runs `work` in a transaction of its own and undoes it. */
  tryOut<T>(work: Work<T>, limitMs?: number): Promise<T> {
    return this.enqueue(work, limitMs, true);
  }

  private enqueue<T>(work: Work<T>, limitMs: number | undefined, isUndone: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const succeed = (value: unknown) => resolve(value as T);
      this.waiting.push({ work, limitMs, isAlone: isUndone, isUndone, succeed, fail: reject });
      this.working ??= this.workOff();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.working;
  }

  private async workOff(): Promise<void> {
    const { pauseMs } = this.settings;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.writeGroup(next);
      if (pauseMs !== undefined && this.waiting.length > 0) await sleep(pauseMs);
    }
    this.working = undefined;
  }

  /** Never rejects. */
  private async writeGroup(first: Waiting): Promise<void> {
    let transaction: QueueTransaction;
    try {
      transaction = await this.settings.begin();
    } catch (error) {
      // Nobody who waits behind it would fare better.
      for (const one of [first, ...this.waiting.splice(0)]) one.fail(error);
      return;
    }
    const group = new SharedTransaction(transaction);
    try {
      const start = this.clock();
      for (let next = [first]; next.length > 0; next = this.nextOf(group, start)) {
        if (group.looksAhead && !first.isAlone) next.push(...this.takeWaiting(longestGroup.works - group.size - 1));
        await group.run(next);
      }
      await group.end();
      if (first.isUndone) {
        await transaction.undo();
      } else {
        await transaction.commit();
      }
    } catch (error) {
      await transaction.rollBack(error);
      await group.isOver();
      this.giveUp(group, error);
      return;
    }
    group.tell();
  }

  /** @returns the next write, when it may share the transaction */
  private nextOf({ members, size }: SharedTransaction, start: number): Waiting[] {
    const isFull = size >= longestGroup.works || this.clock() - start > longestGroup.ms;
    return isFull || members[0]?.isAlone ? [] : this.takeWaiting(1);
  }

  /** @returns what waits, up to the first that goes by itself */
  private takeWaiting(most: number): Waiting[] {
    const alone = this.waiting.findIndex(({ isAlone }) => isAlone);
    return this.waiting.splice(0, Math.min(most, alone === -1 ? this.waiting.length : alone));
  }

  /** One that was alone has failed; others go again, each by itself: what they met may have been made by what is undone now. */
  private giveUp({ members }: SharedTransaction, error: unknown): void {
    const { runBeside } = this.settings;
    if (isOutcomeUnknown(error) || (members.length < 2 && !runBeside)) {
      for (const member of members) member.fail(error);
      return;
    }
    if (runBeside) {
      for (const { work, limitMs, succeed, fail } of members) runBeside(work, limitMs).then(succeed, fail);
      return;
    }
    for (const member of members) member.isAlone = true;
    this.waiting.unshift(...members);
  }
}
