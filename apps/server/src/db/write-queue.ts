/**
 * The writes of one queue, one after another. Those that wait together share a transaction: each page that several of them touch is
 * written once, and once is waited for the disk, and for others who write. No caller gets an answer before the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../sql/binder.js';
import type { CollectionSums } from './collection-sums.js';
import type { HeldSpace, Row, Transaction } from './database.js';
import { isOutcomeUnknown } from './translate-error.js';

/** How many writes share a transaction, and for how long they are begun: the first of them waits for the last. */
const longestGroup = { works: 32, ms: 50 } as const;

const isRead = /^SELECT\b/;

/** A transaction that one write has for itself, or several share. */
export interface QueueTransaction {
  /** @param limitMs how long it may take */
  run(statement: Statement, limitMs?: number): Promise<Row[]>;
  add(statement: Statement, take?: (rows: Row[]) => void): void;
  readonly sums: CollectionSums;
  /** As of `Transaction`: the rows come with the next statement that is run, or with `flush`. */
  runLast?(statement: Statement, limitMs?: number): Promise<Row[]>;
  flush?(): Promise<void>;
  held?(space: string): Promise<HeldSpace | undefined>;
  raise?(space: string): number;
  hold?(space: string, known: HeldSpace): void;
  commit(): Promise<void>;
  /** Never rejects. Rows that are waited for do not come. @param cause what has failed */
  rollBack(cause: unknown): Promise<void>;
}

export type Work<T> = (transaction: Transaction) => Promise<T>;

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

interface Waiting {
  readonly work: Work<unknown>;
  readonly limitMs: number | undefined;
  /** Has failed together with others, or beside one that did: goes by itself. */
  isAlone: boolean;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
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
    return new Promise<T>((resolve, reject) => {
      const succeed = (value: unknown) => resolve(value as T);
      this.waiting.push({ work, limitMs, isAlone: false, succeed, fail: reject });
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
    const group = new Group(transaction);
    try {
      const start = this.clock();
      for (let next: Waiting | undefined = first; next; next = this.nextOf(group, start)) await group.add(next);
      await group.end();
      await transaction.commit();
    } catch (error) {
      await transaction.rollBack(error);
      await group.isOver();
      this.giveUp(group, error);
      return;
    }
    group.tell();
  }

  /** @returns the next write, when it may share the transaction */
  private nextOf({ members }: Group, start: number): Waiting | undefined {
    const isFull = members.length === longestGroup.works || this.clock() - start > longestGroup.ms;
    if (isFull || members[0]?.isAlone || this.waiting[0]?.isAlone) return undefined;
    return this.waiting.shift();
  }

  /** One that was alone has failed; others go again, each by itself: what they met may have been made by what is undone now. */
  private giveUp({ members }: Group, error: unknown): void {
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

/** The writes of one transaction. */
class Group {
  readonly members: Waiting[] = [];
  private readonly outcomes: (() => void)[] = [];
  private readonly works: Promise<void>[] = [];

  constructor(private readonly transaction: QueueTransaction) {}

  /**
   * Runs the work of a member, until only the rows of its last statement are missing: the next one may begin then.
   * @throws what the work throws, unless it may fail beside the others because it has changed nothing; what a statement threw: the
   *   database may have undone the whole transaction
   */
  async add(member: Waiting): Promise<void> {
    this.members.push(member);
    await new Promise<void>((resolve, reject) => {
      const work = this.run(member, resolve);
      this.works.push(work);
      work.then(resolve, reject);
    });
  }

  /** Waits for the last rows. @throws the same */
  async end(): Promise<void> {
    await this.transaction.flush?.();
    await Promise.all(this.works);
  }

  /** Waits until nobody uses the transaction any more. Never rejects. */
  async isOver(): Promise<void> {
    await Promise.allSettled(this.works);
  }

  private async run(member: Waiting, handOver: () => void): Promise<void> {
    const { transaction } = this;
    let hasChanged = false;
    let failure: { readonly error: unknown } | undefined;
    const caught = async <T>(answer: Promise<T>) => {
      try {
        return await answer;
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const own: Transaction = {
      run: (statement) => {
        hasChanged ||= !isRead.test(statement.text);
        return caught(transaction.run(statement, member.limitMs));
      },
      add: (statement, take) => {
        hasChanged ||= !isRead.test(statement.text);
        transaction.add(statement, take);
      },
      sums: transaction.sums,
      ...(transaction.runLast && {
        runLast: (statement: Statement) => {
          const rows = transaction.runLast?.(statement, member.limitMs) ?? Promise.resolve([]);
          handOver();
          return caught(rows);
        },
      }),
      ...(transaction.held && { held: (space) => caught(transaction.held?.(space) ?? Promise.resolve(undefined)) }),
      ...(transaction.raise && {
        raise: (space) => {
          hasChanged = true;
          return transaction.raise?.(space) ?? 0;
        },
      }),
      ...(transaction.hold && { hold: (space, known) => transaction.hold?.(space, known) }),
    };
    try {
      const value = await member.work(own);
      this.outcomes.push(() => member.succeed(value));
    } catch (error) {
      if (hasChanged || failure) throw error;
      this.outcomes.push(() => member.fail(error));
    }
    if (failure) throw failure.error;
  }

  /** Tells all what became of them, once it has been committed. */
  tell(): void {
    for (const tell of this.outcomes) tell();
  }
}
