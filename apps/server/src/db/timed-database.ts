/**
 * A database for one piece of work that has a bounded time: what it asks is timed, and rejected or ended when time is up; what it reads
 * is counted. Knows neither the work nor the databases.
 */
import { setMaxListeners } from 'node:events';
import type { Knex } from 'knex';
import { ApiError } from '../errors/api-error.js';
import { bytesOf, type RequestBytes } from '../request/held-bytes.js';
import type { Statement } from '../sql/binder.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import type { Database, Row, Transaction } from './database.js';

export class TimedDatabase implements Database {
  private start = performance.now();
  private waiting = 0;
  private waitingSince = 0;
  private waited = 0;
  /** Once said, it stays said: a timer may fire a moment before the clock says so. */
  private isOver = false;
  private readonly gone = newGone();

  /** @param limitMs from now on @param bytes counts what is read */
  constructor(
    private readonly db: Database,
    private readonly limitMs: number,
    private readonly bytes?: RequestBytes,
  ) {}

  get dialect(): Dialect {
    return this.db.dialect;
  }

  get knex(): Knex {
    return this.db.knex;
  }

  /** Milliseconds in which the work has waited for the database; statements that run side by side count once. */
  get waitedMs(): number {
    return this.waited + (this.waiting === 0 ? 0 : performance.now() - this.waitingSince);
  }

  /** @throws ApiError `ERROR_UNAVAILABLE` at the latest when the time is up, even if the statement itself waits for a connection */
  read(statement: Statement): Promise<Row[]> {
    return this.timed(async () => {
      const left = this.left();
      if (this.gone.signal.aborted) throw new ApiError('ERROR_UNAVAILABLE', 'The caller has gone.');
      let timer: NodeJS.Timeout | undefined;
      const timeIsUp = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(this.rejection()), left);
      });
      try {
        const limits = { ms: left, gone: this.gone.signal, ...(this.bytes && { count: this.bytes.read }) };
        return await Promise.race([this.db.read(statement, limits), timeIsUp]);
      } finally {
        clearTimeout(timer);
      }
    });
  }

  /** What has begun to commit is not given up: its outcome would be unknown. */
  write<T>(work: (transaction: Transaction) => Promise<T>, _limitMs?: number, space?: string): Promise<T> {
    const bounded = (transaction: Transaction) =>
      work({
        ...transaction,
        run: async (statement) => {
          this.left();
          const rows = await transaction.run(statement);
          this.bytes?.readForWrite(bytesOf(rows));
          return rows;
        },
      });
    return this.timed(async () => this.db.write(bounded, this.left(), space));
  }

  checkTime(): void {
    this.left();
  }

  restartTime(): void {
    this.start = performance.now();
  }

  forgetRead(): void {
    this.bytes?.release();
  }

  /** Nobody waits for the answer any more: reads end. Writes go on, as the caller may have gone believing that they were done. */
  dropReads(): void {
    this.gone.abort();
  }

  check(): Promise<string | undefined> {
    return this.db.check();
  }

  /** The owner of the database closes it. */
  async close(): Promise<void> {}

  /** @throws ApiError when nothing is left */
  private left(): number {
    const left = this.start + this.limitMs - performance.now();
    if (this.isOver || left <= 0) throw this.rejection();
    return left;
  }

  private rejection(): ApiError {
    this.isOver = true;
    const message = `This was stopped, as it takes longer than ${this.limitMs / 1000} seconds. Ask for less at once.`;
    return new ApiError('ERROR_UNAVAILABLE', message);
  }

  private async timed<T>(ask: () => Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.waitingSince = performance.now();
    try {
      return await ask();
    } finally {
      if (--this.waiting === 0) this.waited += performance.now() - this.waitingSince;
    }
  }
}

/** Any number of reads of one request may be under way. */
function newGone(): AbortController {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  return gone;
}
