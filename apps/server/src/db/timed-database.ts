/**
 * A database for one piece of work that has a bounded time: what it asks is timed, and rejected or ended when time is up; what it reads
 * is counted. Knows neither the work nor the databases.
 */
import type { Knex } from 'knex';
import { ApiError } from '../errors/api-error.js';
import { bytesOf, type RequestBytes } from '../request/held-bytes.js';
import type { Statement } from '../sql/binder.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { asPart, type SpanSettings } from '../tracing/spans.js';
import { readInTime } from './bounded-reads.js';
import { CallerGone } from './caller-gone.js';
import type { Database, Row, SnapshotRead, Transaction, WriteOptions } from './database.js';
import { callerHasGone } from './limits-left.js';

/** How many reads of one piece of work run at the same time: of sixty lists that a request asks for, the others wait. */
const readsAtOnce = 4;

/** Characters of a statement that its span shows. */
const longestShown = 2_000;

export class TimedDatabase implements Database {
  private start = performance.now();
  private waiting = 0;
  private waitingSince = 0;
  private waited = 0;
  /** Once said, it stays said: a timer may fire a moment before the clock says so. */
  private isOver = false;
  private readonly gone = new CallerGone();
  private reading = 0;
  /** Reads that wait for others of the same work; each goes on when one of them has ended. */
  private readonly queue: (() => void)[] = [];
  readonly textsRead = new Set<string>();

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
  async read(statement: Statement): Promise<Row[]> {
    this.textsRead.add(statement.text);
    this.beginWaiting();
    if (this.reading < readsAtOnce) this.reading++;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      const left = this.left();
      if (this.gone.isAborted) throw callerHasGone();
      return await asPart(
        'read',
        () => this.spanOf(statement.text),
        () => readInTime(this.db, statement, this.limits(left), () => this.rejection()),
      );
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.reading--;
      else next();
      this.endWaiting();
    }
  }

  private limits(ms: number) {
    return this.bytes ? { ms, gone: this.gone, count: this.bytes.read } : { ms, gone: this.gone };
  }

  /** What has begun to commit is not given up: its outcome would be unknown. */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.transact(work, (bounded, limitMs) => this.db.write(bounded, { ...options, limitMs }));
  }

  tryOut<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.transact(work, (bounded, limitMs) => this.db.tryOut(bounded, { ...options, limitMs }));
  }

  private async transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    run: (bounded: (transaction: Transaction) => Promise<T>, limitMs: number) => Promise<T>,
  ): Promise<T> {
    const bound = (run: Transaction['run']) => async (statement: Statement) => {
      this.left();
      const rows = await run(statement);
      this.bytes?.readForWrite(bytesOf(rows));
      return rows;
    };
    const bounded = (transaction: Transaction) => {
      const { run, runLast } = transaction;
      return work({ ...transaction, run: bound(run), ...(runLast && { runLast: bound(runLast) }) });
    };
    this.beginWaiting();
    try {
      return await asPart(
        'transaction',
        () => this.spanOf(),
        () => run(bounded, this.left()),
      );
    } finally {
      this.endWaiting();
    }
  }

  snapshot<T>(work: (read: SnapshotRead) => Promise<T>): Promise<T> {
    return this.db.snapshot(work);
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

  holdRead(bytes: number): void {
    this.bytes?.hold(bytes);
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

  /** @param text of the statement; its values are left out */
  private spanOf(text?: string): SpanSettings {
    const system = this.db.dialect.name === 'sqlite' ? 'sqlite' : 'postgresql';
    const query = text === undefined ? {} : { 'db.query.text': text.slice(0, longestShown) };
    return { kind: 'CLIENT', attributes: { 'db.system.name': system, ...query } };
  }

  private beginWaiting(): void {
    if (this.waiting++ === 0) this.waitingSince = performance.now();
  }

  private endWaiting(): void {
    if (--this.waiting === 0) this.waited += performance.now() - this.waitingSince;
  }
}
