/**
 * A transaction on the connection that writes to a SQLite file.
 */
import type { Statement } from '../../sql/binder.js';
import { sqlite } from '../../sql/dialects/dialect.js';
import { ChangeLog } from '../change-log.js';
import { CollectionSums } from '../collection-sums.js';
import type { HeldSpace, Row } from '../database.js';
import { HeldSpaces } from '../held-spaces.js';
import type { QueueTransaction } from '../shared-transaction.js';

type Run = (statement: Statement, limitMs?: number) => Promise<Row[]>;

export class SqliteTransaction implements QueueTransaction {
  readonly sums = new CollectionSums();
  readonly log = new ChangeLog();
  private readonly spaces = new HeldSpaces();
  private readonly waiting: { readonly statement: Statement; readonly take?: (rows: Row[]) => void }[] = [];
  private limitMs: number | undefined;

  private constructor(private readonly runOnce: Run) {}

  /** @param run runs a statement on the connection, with which nobody else may write meanwhile */
  static async begin(run: Run): Promise<SqliteTransaction> {
    // Taking the write lock at once: a transaction that reads first and then writes may find the lock taken and can't wait.
    await run({ text: 'BEGIN IMMEDIATE', values: [] });
    return new SqliteTransaction(run);
  }

  add(statement: Statement, take?: (rows: Row[]) => void): void {
    this.waiting.push({ statement, ...(take && { take }) });
  }

  async run(statement: Statement, limitMs?: number): Promise<Row[]> {
    this.limitMs = limitMs;
    await this.runWaiting();
    return this.runOnce(statement, limitMs);
  }

  async held(space: string): Promise<HeldSpace | undefined> {
    return this.spaces.get(space);
  }

  hold(space: string, known: HeldSpace): void {
    this.spaces.hold(space, known);
  }

  raise(space: string): number {
    return this.spaces.raise(space);
  }

  async commit(): Promise<void> {
    await this.finish();
    await this.runOnce({ text: 'COMMIT', values: [] });
  }

  async undo(): Promise<void> {
    await this.finish();
    await this.rollBack();
  }

  private async finish(): Promise<void> {
    await this.runWaiting();
    for (const statement of [...this.spaces.take(sqlite), ...this.sums.take(sqlite), ...this.log.take(sqlite)])
      await this.runOnce(statement, this.limitMs);
  }

  async rollBack(): Promise<void> {
    await this.runOnce({ text: 'ROLLBACK', values: [] }).catch(() => {});
  }

  private async runWaiting(): Promise<void> {
    for (const { statement, take } of this.waiting.splice(0)) {
      const rows = await this.runOnce(statement, this.limitMs);
      take?.(rows);
    }
  }
}
