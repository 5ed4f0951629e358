/**
 * A transaction on the connection that writes to a SQLite file.
 */
import type { Statement } from '../../sql/binder.js';
import type { Row } from '../database.js';
import type { QueueTransaction } from '../write-queue.js';

type Run = (statement: Statement, limitMs?: number) => Promise<Row[]>;

export class SqliteTransaction implements QueueTransaction {
  private readonly waiting: Statement[] = [];
  private limitMs: number | undefined;

  private constructor(private readonly runOnce: Run) {}

  /** @param run runs a statement on the connection, with which nobody else may write meanwhile */
  static async begin(run: Run): Promise<SqliteTransaction> {
    // Taking the write lock at once: a transaction that reads first and then writes may find the lock taken and can't wait.
    await run({ text: 'BEGIN IMMEDIATE', values: [] });
    return new SqliteTransaction(run);
  }

  add(statement: Statement): void {
    this.waiting.push(statement);
  }

  async run(statement: Statement, limitMs?: number): Promise<Row[]> {
    this.limitMs = limitMs;
    await this.runWaiting();
    return this.runOnce(statement, limitMs);
  }

  async commit(): Promise<void> {
    await this.runWaiting();
    await this.runOnce({ text: 'COMMIT', values: [] });
  }

  async rollBack(): Promise<void> {
    await this.runOnce({ text: 'ROLLBACK', values: [] }).catch(() => {});
  }

  private async runWaiting(): Promise<void> {
    for (const statement of this.waiting.splice(0)) await this.runOnce(statement, this.limitMs);
  }
}
