/**
 * A transaction that several writes share. Where the database takes statements together, those that begin together look ahead: they
 * read at the same time, by one message, and then change what they have to in turn. A write whose reading the changes of those before it
 * may have made wrong is run again, so that each sees what those before it have done.
 */
import type { Statement, Touched } from '../sql/binder.js';
import type { ChangeLog } from './change-log.js';
import type { CollectionSums } from './collection-sums.js';
import type { HeldSpace, Row, Transaction } from './database.js';

/** A transaction that one write has for itself, or several share. */
export interface QueueTransaction {
  /** @param limitMs how long it may take */
  run(statement: Statement, limitMs?: number): Promise<Row[]>;
  add(statement: Statement, take?: (rows: Row[]) => void): void;
  readonly sums: CollectionSums;
  readonly log: ChangeLog;
  /** Runs a statement together with others that are given in the same turn of the event loop. Absent where each is run by itself. */
  runAhead?(statement: Statement, limitMs?: number): Promise<Row[]>;
  /** As of `Transaction`: the rows come with the next statement that is run, or with `flush`. */
  runLast?(statement: Statement, limitMs?: number): Promise<Row[]>;
  flush?(): Promise<void>;
  held?(space: string): Promise<HeldSpace | undefined>;
  raise?(space: string): number;
  hold?(space: string, known: HeldSpace): void;
  commit(): Promise<void>;
  /** Does what a commit does ahead of it, and undoes all. @throws what a statement threw */
  undo(): Promise<void>;
  /** Never rejects. Rows that are waited for do not come. @param cause what has failed */
  rollBack(cause: unknown): Promise<void>;
}

export type Work<T> = (transaction: Transaction) => Promise<T>;

/** A write that waits for its transaction. */
export interface Waiting {
  readonly work: Work<unknown>;
  readonly limitMs: number | undefined;
  /** Has failed together with others, or beside one that did, or is undone: goes by itself. */
  isAlone: boolean;
  readonly isUndone: boolean;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

const isRead = /^SELECT\b/;

export class SharedTransaction {
  readonly members: Waiting[] = [];
  private readonly changes = new Changes();
  private readonly outcomes: (() => void)[] = [];
  private readonly works: Promise<void>[] = [];

  constructor(private readonly transaction: QueueTransaction) {}

  get size(): number {
    return this.members.length;
  }

  /** Whether writes that begin together read together. */
  get looksAhead(): boolean {
    return this.transaction.runAhead !== undefined;
  }

  /**
   * Runs the works of some members, until only the rows of their last statements are missing: the next ones may begin then.
   * @throws what a work throws, unless it may fail beside the others because it has changed nothing; what a statement threw: the
   *   database may have undone the whole transaction
   */
  async run(members: readonly Waiting[]): Promise<void> {
    this.members.push(...members);
    const turns: Promise<unknown>[] = [];
    for (const member of members) turns.push(this.begin(member, turns.at(-1)));
    await Promise.all(turns);
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

  /** Tells all what became of them, once it has been committed. */
  tell(): void {
    for (const tell of this.outcomes) tell();
  }

  /**
   * @param turn comes when all before it have changed what they had to; absent: at once
   * @returns when that is true of this one as well
   */
  private begin(member: Waiting, turn: Promise<unknown> | undefined): Promise<unknown> {
    const done = new Promise<void>((resolve, reject) => {
      const part = new Part(this.transaction, member.limitMs, this.changes, turn, resolve);
      const work = this.work(member, part);
      this.works.push(work);
      work.then(resolve, reject);
    });
    return Promise.all([turn, done]);
  }

  private async work(member: Waiting, part: Part): Promise<void> {
    for (;;) {
      const [done] = await Promise.allSettled([member.work(part.transaction)]);
      if (part.readsAgain) {
        part.beginAgain();
        continue;
      }
      if (done.status === 'rejected' && (part.hasChanged || part.failure)) throw done.reason;
      if (part.failure) throw part.failure.error;
      this.outcomes.push(() => (done.status === 'rejected' ? member.fail(done.reason) : member.succeed(done.value)));
      return;
    }
  }
}

/** What one write does in the transaction. */
class Part {
  readonly transaction: Transaction;
  hasChanged = false;
  /** A statement of it has failed, or one of a write before it. */
  failure: { readonly error: unknown } | undefined;
  /** It has to be run again, as what it has read may be wrong now. */
  readsAgain = false;
  private isTurn: boolean;
  private takingTurn: Promise<void> | undefined;
  /** What it has read before its turn. */
  private readonly ahead: Touched[] = [];
  /** What has to wait for its turn, and all that is given behind it. */
  private readonly held: { readonly statement: Statement; readonly take?: (rows: Row[]) => void }[] = [];

  constructor(
    private readonly shared: QueueTransaction,
    private readonly limitMs: number | undefined,
    private readonly changes: Changes,
    private readonly turn: Promise<unknown> | undefined,
    private readonly handOver: () => void,
  ) {
    this.isTurn = shared.runAhead === undefined;
    this.transaction = {
      run: (statement) => this.run(statement),
      add: (statement, take) => this.add(statement, take),
      sums: shared.sums,
      log: shared.log,
      ...(shared.runLast && { runLast: (statement: Statement) => this.runLast(statement) }),
      ...(shared.held && {
        held: async (space: string) => {
          await this.takeTurn();
          return this.caught(shared.held?.(space) ?? Promise.resolve(undefined));
        },
      }),
      ...(shared.raise && {
        raise: (space: string) => {
          this.hasChanged = true;
          return shared.raise?.(space) ?? 0;
        },
      }),
      ...(shared.hold && { hold: (space: string, known: HeldSpace) => shared.hold?.(space, known) }),
    };
  }

  /** Its turn has come already. */
  beginAgain(): void {
    this.readsAgain = false;
    this.ahead.length = 0;
    this.held.length = 0;
  }

  private async run(statement: Statement): Promise<Row[]> {
    if (!this.isTurn && this.mayGoAhead(statement) && this.shared.runAhead) {
      return this.caught(this.shared.runAhead(statement, this.limitMs));
    }
    if (!this.isTurn) await this.takeTurn();
    this.note(statement);
    return this.caught(this.shared.run(statement, this.limitMs));
  }

  private add(statement: Statement, take?: (rows: Row[]) => void): void {
    if (!this.isTurn && !this.mayGoAhead(statement)) {
      this.held.push({ statement, ...(take && { take }) });
      return;
    }
    if (this.isTurn) this.note(statement);
    this.shared.add(statement, take);
  }

  private async runLast(statement: Statement): Promise<Row[]> {
    if (!this.isTurn) await this.takeTurn();
    const rows = this.shared.runLast?.(statement, this.limitMs) ?? Promise.resolve([]);
    this.handOver();
    return this.caught(rows);
  }

  private mayGoAhead({ text, touches }: Statement): boolean {
    if (touches === undefined || !isRead.test(text) || this.held.length > 0) return false;
    this.ahead.push(...touches);
    return true;
  }

  private takeTurn(): Promise<void> {
    if (this.isTurn) return Promise.resolve();
    this.takingTurn ??= this.waitForTurn();
    return this.takingTurn;
  }

  /** @throws Error when the work has to be run again */
  private async waitForTurn(): Promise<void> {
    if (this.turn) await this.caught(this.turn);
    this.isTurn = true;
    if (this.changes.meet(this.ahead)) {
      this.readsAgain = true;
      throw new Error('what was read has changed');
    }
    for (const { statement, take } of this.held.splice(0)) this.add(statement, take);
  }

  private note(statement: Statement): void {
    if (isRead.test(statement.text)) return;
    this.hasChanged = true;
    this.changes.add(statement);
  }

  private async caught<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/** What the writes of a transaction have changed so far. */
class Changes {
  /** A statement does not say what it changes. */
  private isAnything = false;
  /** The ids of changed records by table; undefined: any of them. */
  private readonly tables = new Map<string, Set<string> | undefined>();

  add({ touches }: Statement): void {
    if (touches === undefined) this.isAnything = true;
    for (const { table, ids } of touches ?? []) {
      const known = this.tables.has(table) ? this.tables.get(table) : new Set<string>();
      if (ids) for (const id of ids) known?.add(id.toLowerCase());
      this.tables.set(table, ids && known);
    }
  }

  /** @returns whether records that were read may be others now */
  meet(read: readonly Touched[]): boolean {
    if (read.length > 0 && this.isAnything) return true;
    return read.some(({ table, ids }) => {
      if (!this.tables.has(table)) return false;
      const changed = this.tables.get(table);
      return changed === undefined || ids === undefined || ids.some((id) => changed.has(id.toLowerCase()));
    });
  }
}
