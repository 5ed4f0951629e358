/**
 * SQLite: one connection that writes, some that only read. Readers never wait for the writer (WAL).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import knexModule, { type Knex } from 'knex';
import { bytesOf } from '../../request/held-bytes.js';
import type { Statement } from '../../sql/binder.js';
import { addedValuesStatements } from '../../sql/custom-values/added-values.js';
import { sqlite } from '../../sql/dialects/dialect.js';
import type {
  Database,
  ReadLimits,
  Row,
  SnapshotRead,
  StatementListener,
  Synchronous,
  Transaction,
  WriteOptions,
} from '../database.js';
import { limitsLeft } from '../limits-left.js';
import { repeatOnConflict } from '../repeat-on-conflict.js';
import { RoomCheck } from '../room-check.js';
import { SharedCheck } from '../shared-check.js';
import { silentLog } from '../silent-log.js';
import { isDiskFull, translateError } from '../translate-error.js';
import { spaceOf } from '../turns.js';
import { within } from '../within.js';
import { WriteQueue } from '../write-queue.js';
import { isTooLong, LongReader } from './long-reader.js';
import { Readers } from './readers.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteTransaction } from './sqlite-transaction.js';

const knexFactory = knexModule.default ?? knexModule;

/**
 * More readers than cores gain nothing. Each connection that works keeps one of the threads of the process: at most these, the one that
 * writes, the one for long rows, the probe of readiness and administration, while files and names of hosts need others. The program has
 * as many as `bin/headwater.cjs` says.
 */
const readerCount = 3;

/**
 * Rows of a page, and some. A reader hands over all rows of a statement at once: with values of this part of an answer at most, those of
 * a page are no longer than an answer.
 */
const rowsOfPage = 128;

/** Between two transactions: other processes that write to the file look every so often whether they may. */
const pauseMs = 1;

/** How long statements under way, and writes that wait, have to end by themselves when the database is closed. */
const closeMs = 1_000;

/** How long readiness waits for an answer. */
const checkMs = 1_000;

/** Of a value, by the database itself. */
const mostValueBytes = 1_000_000_000;

/** Begins or ends a transaction. */
const isBoundary = /^(?:BEGIN|COMMIT|ROLLBACK)\b/;

const common = ['busy_timeout = 5000', 'foreign_keys = ON', 'temp_store = MEMORY'];
/** Pages in the log before they are written into the file: of those that are changed again and again only the last is. */
const walSize = 'wal_autocheckpoint = 4000';
/** Kibibytes of pages that each connection keeps, and bytes of the file that it maps. */
const memory = ['cache_size = -65536', 'mmap_size = 268435456'];

/** @returns the path of the file in a data folder */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'headwater.sqlite');
}

export class SqliteDatabase implements Database {
  readonly dialect = sqlite;
  private readonly writes: WriteQueue;
  private readonly roomCheck = new RoomCheck(this);
  private readonly sharedCheck = new SharedCheck(() => this.checkNow(), checkMs);

  private constructor(
    private readonly file: string,
    readonly knex: Knex,
    private readonly writer: SqliteConnection,
    private readonly readers: Readers,
    private readonly probe: SqliteConnection,
    private readonly longReader: LongReader,
    private readonly connections: readonly SqliteConnection[],
    private readonly onStatement: StatementListener | undefined,
  ) {
    this.writes = new WriteQueue({
      begin: () => SqliteTransaction.begin((statement, limitMs) => this.runInWrite(statement, limitMs)),
      pauseMs,
    });
  }

  /**
   * @param dataDir folder of the database file; made when it is not there
   * @param maxAnswerBytes of what one statement reads
   */
  static async open(
    dataDir: string,
    synchronous: Synchronous,
    onStatement?: StatementListener,
    maxAnswerBytes = mostValueBytes,
  ): Promise<SqliteDatabase> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = databaseFile(dataDir);
    const writer = await SqliteConnection.open(file, [
      'journal_mode = WAL',
      walSize,
      `synchronous = ${synchronous}`,
      ...common,
      ...memory,
    ]);
    await writer.execute(
      addedValuesStatements(sqlite)
        .map((statement) => `${statement};`)
        .join('\n'),
    );
    const maxValueBytes = Math.ceil(maxAnswerBytes / rowsOfPage);
    const readers = await Promise.all(
      Array.from({ length: readerCount }, () =>
        SqliteConnection.open(file, [...common, ...memory, 'query_only = ON'], maxValueBytes),
      ),
    );
    const long = await SqliteConnection.open(file, [...common, 'query_only = ON'], maxAnswerBytes);
    const probe = await SqliteConnection.open(file, [...common, 'query_only = ON']);
    return new SqliteDatabase(
      file,
      administration(file, synchronous),
      writer,
      new Readers(readers),
      probe,
      new LongReader(long, maxAnswerBytes, maxValueBytes),
      [writer, ...readers, long, probe],
      onStatement,
    );
  }

  async read(statement: Statement, limits: ReadLimits = {}): Promise<Row[]> {
    this.onStatement?.(statement);
    const since = performance.now();
    try {
      return await this.readers.use(spaceOf(statement), limits, (reader) =>
        this.readNow(reader, statement, limitsLeft(limits, since)),
      );
    } catch (error) {
      throw translateError(error);
    }
  }

  private async readNow(reader: SqliteConnection, statement: Statement, limits: ReadLimits): Promise<Row[]> {
    if (this.longReader.expects(statement)) return this.longReader.read(statement, limits);
    let rows: Row[];
    try {
      rows = await reader.run(statement, limits.ms, limits.gone);
    } catch (error) {
      if (isTooLong(error)) return this.longReader.read(statement, limits);
      throw error;
    }
    limits.count?.(bytesOf(rows));
    return rows;
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, { limitMs }: WriteOptions = {}): Promise<T> {
    return this.repeated(() => this.writes.write(work, limitMs));
  }

  tryOut<T>(work: (transaction: Transaction) => Promise<T>, { limitMs }: WriteOptions = {}): Promise<T> {
    return this.repeated(() => this.writes.tryOut(work, limitMs));
  }

  /** The log of changes cannot be written into the file meanwhile, and grows. */
  async snapshot<T>(work: (read: SnapshotRead) => Promise<T>): Promise<T> {
    const connection = await SqliteConnection.open(this.file, [...common, 'query_only = ON']);
    try {
      await connection.run({ text: 'BEGIN', values: [] });
      return await work((statement) =>
        connection.run(statement).catch((error: unknown) => {
          throw translateError(error);
        }),
      );
    } finally {
      await connection.close();
    }
  }

  private repeated<T>(transact: () => Promise<T>): Promise<T> {
    return repeatOnConflict(async () => {
      try {
        return await transact();
      } catch (error) {
        if (isDiskFull(error)) this.roomCheck.isWanted = true;
        throw error;
      }
    });
  }

  private async runInWrite(statement: Statement, limitMs?: number): Promise<Row[]> {
    if (!isBoundary.test(statement.text)) this.onStatement?.(statement);
    try {
      return await this.writer.run(statement, limitMs);
    } catch (error) {
      throw translateError(error);
    }
  }

  check(): Promise<string | undefined> {
    return this.sharedCheck.run();
  }

  private async checkNow(): Promise<string | undefined> {
    await this.probe.run({ text: 'SELECT 1', values: [] }).catch((error: unknown) => {
      throw translateError(error);
    });
    return this.roomCheck.run();
  }

  async close(): Promise<void> {
    await within(closeMs, Promise.all([this.writes.idle(), ...this.connections.map((one) => one.idle())]));
    // What waits for a connection fails when it is given one, and so does a transaction when it is to be committed.
    await Promise.all(this.connections.map((one) => one.end()));
    // One after another: of several that close at the same time, one may leave a lock behind until the process ends.
    for (const connection of [this.readers, this.probe, this.longReader]) await connection.close();
    await this.knex.destroy();
    // The last to close writes the log into the file, and only a writer can.
    await this.writer.close();
  }
}

function administration(file: string, synchronous: Synchronous): Knex {
  return knexFactory({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    log: silentLog,
    pool: {
      min: 0,
      max: 1,
      afterCreate: (
        connection: { exec: (script: string, done: (error: unknown) => void) => void },
        done: (error: unknown) => void,
      ) =>
        connection.exec(
          [`synchronous = ${synchronous}`, ...common].map((pragma) => `PRAGMA ${pragma};`).join('\n'),
          done,
        ),
    },
  });
}
