/**
 * One connection to a SQLite file, with its prepared statements. The driver runs each call on a thread of its own, so the main
 * thread only waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import sqlite3 from 'sqlite3';
import type { Statement } from '../../sql/binder.js';
import { getOrMake, weighedCache } from '../../sql/cache.js';
import type { CallerGone } from '../caller-gone.js';
import type { Row } from '../database.js';
import { type Deadline, endDeadline, startDeadline } from '../deadlines.js';
import { serverStops } from '../translate-error.js';

/** Characters of all statements that stay prepared; a prepared statement takes about ten times its text. */
const maxPreparedCharacters = 1_000_000;

/** Between one attempt to end a statement that has had its time and the next: it may have been waiting behind others. */
const interruptAgainMs = 20;
/** How often it is looked whether nothing runs any more. */
const lookAgainMs = 20;

/** A statement on its way to be prepared, or prepared. */
interface Prepared {
  readonly statement: sqlite3.Statement;
  isReady: boolean;
  /** Called when it cannot be prepared: the driver then forgets who waits for its rows. */
  readonly waiting: ((error: Error) => void)[];
}

export class SqliteConnection {
  private readonly prepared = weighedCache<Prepared>(
    maxPreparedCharacters,
    (_, text) => text.length,
    ({ statement }) => this.finalizeWhenIdle(statement),
  );
  /** To be finalized as soon as nothing runs: the main thread would wait, with all else, until what runs has ended. */
  private readonly unused: sqlite3.Statement[] = [];
  /** Calls under way. */
  pending = 0;
  private isEnding = false;

  private constructor(private readonly handle: sqlite3.Database) {}

  /**
   * @param pragmas run in order once the file is open
   * @param maxValueBytes of a value; a statement that meets a longer one fails with the code `SQLITE_TOOBIG`
   */
  static async open(file: string, pragmas: readonly string[], maxValueBytes?: number): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    if (maxValueBytes !== undefined) handle.configure('limit', sqlite3.LIMIT_LENGTH, maxValueBytes);
    const connection = new SqliteConnection(handle);
    await connection.execute(pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n'));
    return connection;
  }

  /** Runs statements that bind nothing and answer nothing. */
  execute(script: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.exec(script, (error) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * @param limitMs after this time the statement is ended, however far it is
   * @param gone ends it when nobody waits for it any more
   * @throws an error with the code `SQLITE_INTERRUPT` then; ApiError `ERROR_UNAVAILABLE` when the connection is closed
   */
  run(statement: Statement, limitMs?: number, gone?: CallerGone): Promise<Row[]> {
    return this.within(limitMs, gone, () => this.runOnce(statement));
  }

  /**
   * The same for rows that may be long: each is read when the one before it has been counted.
   * @param onRow called with each; throws when there are to be no more
   */
  runByRows(
    { text, values }: Statement,
    onRow: (row: Row) => void,
    limitMs?: number,
    gone?: CallerGone,
  ): Promise<Row[]> {
    return this.within(limitMs, gone, async () => {
      // A statement of its own: another read of the same text must not go on where this one is.
      const statement = await this.open(text);
      try {
        const rows: Row[] = [];
        for (let row = await next(statement, values); row; row = await next(statement)) {
          onRow(row);
          rows.push(row);
        }
        return rows;
      } finally {
        this.unused.push(statement);
      }
    });
  }

  private open(text: string): Promise<sqlite3.Statement> {
    return new Promise((resolve, reject) => {
      const statement = this.handle.prepare(text, (error: Error | null) =>
        error ? reject(error) : resolve(statement),
      );
    });
  }

  private async within(
    limitMs: number | undefined,
    gone: CallerGone | undefined,
    runOnce: () => Promise<Row[]>,
  ): Promise<Row[]> {
    if (this.isEnding) throw serverStops();
    this.pending++;
    const limit = limitMs === undefined ? undefined : this.limit(limitMs);
    if (limit !== undefined) gone?.add(limit.end);
    try {
      for (;;) {
        try {
          return await runOnce();
        } catch (error) {
          if (!isInterrupt(error) || limit?.isOver === true) throw error;
          if (this.isEnding) throw serverStops(error);
          // One whose time is not up was hit in place of another one: the database ends whatever runs.
        }
      }
    } finally {
      if (limit !== undefined) {
        endDeadline(limit.deadline);
        gone?.remove(limit.end);
      }
      if (--this.pending === 0) this.finalizeUnused();
    }
  }

  private limit(ms: number): { isOver: boolean; deadline: Deadline; readonly end: () => void } {
    const end = () => {
      endDeadline(limit.deadline);
      limit.isOver = true;
      this.handle.interrupt();
      limit.deadline = startDeadline(interruptAgainMs, end);
    };
    const limit = { isOver: false, deadline: startDeadline(ms, end), end };
    return limit;
  }

  private runOnce({ text, values }: Statement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const prepared = getOrMake(this.prepared, text, () => this.prepare(text));
      if (!prepared.isReady) prepared.waiting.push(reject);
      prepared.statement.all<Row>(boundValues(values), (error: Error | null, rows: Row[]) =>
        error ? reject(error) : resolve(rows),
      );
    });
  }

  private prepare(text: string): Prepared {
    const statement = this.handle.prepare(text, (error: Error | null) => {
      prepared.isReady = true;
      // Another process may be making the tables: the next one who asks has it prepared again.
      if (error) this.prepared.delete(text);
      for (const reject of prepared.waiting) if (error) reject(error);
      prepared.waiting.length = 0;
    });
    const prepared: Prepared = { statement, isReady: false, waiting: [] };
    return prepared;
  }

  private finalizeWhenIdle(statement: sqlite3.Statement): void {
    this.unused.push(statement);
    if (this.pending === 0) this.finalizeUnused();
  }

  private finalizeUnused(): void {
    for (const statement of this.unused.splice(0)) statement.finalize();
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.pending > 0) await sleep(lookAgainMs);
  }

  /** Ends what runs. That fails with `ERROR_UNAVAILABLE`, as does all that comes later. Resolves when nothing runs any more. */
  async end(): Promise<void> {
    this.isEnding = true;
    while (this.pending > 0) {
      this.handle.interrupt();
      await sleep(interruptAgainMs);
    }
  }

  /** Ends what runs, and closes the connection. A transaction that is not committed is undone. */
  async close(): Promise<void> {
    await this.end();
    for (const { statement } of this.prepared.values()) statement.finalize();
    await new Promise<void>((resolve, reject) => {
      this.handle.close((error) => (error ? reject(error) : resolve()));
    });
  }
}

/** Of a statement that writes a whole record. */
const manyValues = 20;

/**
 * What is not bound is null, and the driver takes longer to bind a null than a text: of many values only the others are given, by their
 * positions. The first is the space: where nothing is bound the driver would leave what was bound before.
 */
function boundValues(values: readonly unknown[]): unknown {
  if (values.length < manyValues || values[0] === null) return values;
  const bound: Record<number, unknown> = {};
  for (let index = 0; index < values.length; index++) if (values[index] !== null) bound[index + 1] = values[index];
  return bound;
}

/** @param values given for the first row only */
function next(statement: sqlite3.Statement, values?: readonly unknown[]): Promise<Row | undefined> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, row?: Row) => (error ? reject(error) : resolve(row));
    if (values === undefined) statement.get<Row>(done);
    else statement.get<Row>(values as unknown[], done);
  });
}

function isInterrupt(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_INTERRUPT';
}
