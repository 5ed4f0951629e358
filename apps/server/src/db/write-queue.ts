/**
 * The writes of one connection, one after another. Those that wait together share a transaction: each page that several of them touch is
 * written once, and once is waited for the disk. Nobody is reported anything before the transaction is committed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../sql/binder.js';
import type { Row, Transaction } from './database.js';
import type { SqliteConnection } from './sqlite/sqlite-connection.js';

/** How many writes share a transaction, and for how long they are begun: the first of them waits for the last. */
const longestGroup = { works: 32, ms: 50 } as const;

/** Between two groups: other processes that write to the file look every so often whether they may. */
const pauseMs = 1;

const isRead = /^SELECT\b/;

type Run = (statement: Statement, limitMs?: number) => Promise<Row[]>;

interface Waiting {
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly limitMs: number | undefined;
  /** Has failed together with others, or beside one that did: goes by itself. */
  isAlone: boolean;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

export class WriteQueue {
  private readonly waiting: Waiting[] = [];
  private working: Promise<void> | undefined;

  /**
   * @param connection nobody else may write with it
   * @param run runs a statement of a write on it
   * @param clock tells milliseconds, by which a group is bounded
   */
  constructor(
    private readonly connection: Pick<SqliteConnection, 'run'>,
    private readonly run: Run,
    private readonly clock = () => performance.now(),
  ) {}

  /**
   * Runs `work` in a transaction and commits it, perhaps with others. It may be run twice, but only what its last run did is stored.
   * @param limitMs how long each of its statements may take
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, limitMs?: number): Promise<T> {
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
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.writeGroup(next);
      if (this.waiting.length > 0) await sleep(pauseMs);
    }
    this.working = undefined;
  }

  /** Never rejects. */
  private async writeGroup(first: Waiting): Promise<void> {
    const group = new Group(this.run);
    try {
      // Taking the write lock at once: a transaction that reads first and then writes may find the lock taken and can't wait.
      await this.connection.run({ text: 'BEGIN IMMEDIATE', values: [] });
      const start = this.clock();
      for (let next: Waiting | undefined = first; next; next = this.nextOf(group, start)) await group.add(next);
      await this.connection.run({ text: 'COMMIT', values: [] });
    } catch (error) {
      await this.connection.run({ text: 'ROLLBACK', values: [] }).catch(() => {});
      this.giveUp(group, first, error);
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

  /** One that was alone has failed; others go again, one by one: what they met may have been made by what is undone now. */
  private giveUp({ members }: Group, first: Waiting, error: unknown): void {
    if (members.length < 2) {
      first.fail(error);
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

  constructor(private readonly run: Run) {}

  /**
   * @throws what the work throws, unless it may fail beside the others because it has changed nothing; what a statement threw: the
   *   database may have undone the whole transaction
   */
  async add(member: Waiting): Promise<void> {
    this.members.push(member);
    let hasChanged = false;
    let failure: { readonly error: unknown } | undefined;
    const run = async (statement: Statement) => {
      hasChanged ||= !isRead.test(statement.text);
      try {
        return await this.run(statement, member.limitMs);
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    try {
      const value = await member.work({ run });
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
