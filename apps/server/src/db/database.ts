/**
 * What the rest of the server may ask of a database. Driver errors leave it only as ApiError.
 */
import type { Knex } from 'knex';
import type { Statement } from '../sql/binder.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import type { CallerGone } from './caller-gone.js';
import type { ChangeLog } from './change-log.js';
import type { CollectionSums } from './collection-sums.js';

export type Row = Record<string, unknown>;

/** How far a statement that reads may go. */
export interface ReadLimits {
  /** About how long it may take: the database ends it before twice that, and the read fails with `ERROR_UNAVAILABLE`. */
  readonly ms?: number | undefined;
  /** Tells when nobody waits for the answer any more; a database that can end the statement then does. */
  readonly gone?: CallerGone | undefined;
  /** Called with the bytes of its rows while they arrive. When it throws, the read ends and fails with that. */
  readonly count?: (bytes: number) => void;
}

/** How work that writes is carried out. */
export interface WriteOptions {
  /** How long each of its statements may take; one that takes longer is ended, and all of the work fails. */
  readonly limitMs?: number | undefined;
  /** The space that it is for, whose turn it takes; left out for work of the server itself. */
  readonly space?: string;
  /** It is short: it may share a transaction with other short work in its space. */
  readonly isShort?: boolean;
}

/** What a transaction knows of a space whose row it has locked. */
export interface HeldSpace {
  revision: number;
  metadataRevision: number;
}

/** One write transaction. Code inside must use it, never the database, or would wait for itself. */
export interface Transaction {
  run(statement: Statement): Promise<Row[]>;
  /**
   * Runs a statement whose rows nobody needs, ahead of what is run or added later. It may go to the database together with that, so that
   * its failure shows only then, or in the commit.
   * @param take gets its rows, at the latest before the sums of collections are written
   */
  add(statement: Statement, take?: (rows: Row[]) => void): void;
  /** What its changes add to the numbers of collections; written at its end. */
  readonly sums: CollectionSums;
  /** What it has changed, record by record; written at its end. */
  readonly log: ChangeLog;
  /**
   * Runs the last statement of a work that may share its transaction: nothing is run or added after it. It goes to the database
   * together with the first one of the next work. Absent where it would not.
   */
  runLast?(statement: Statement): Promise<Row[]>;
  /**
   * Present where nobody else changes the space meanwhile: one writes at a time, or the row of the space is locked before anything else
   * is run. Undefined as long as nothing is known of the space.
   */
  held?(space: string): Promise<HeldSpace | undefined>;
  /** Takes the next revision of a space that is known. The last one that was taken is written ahead of the commit. */
  raise?(space: string): number;
  /** Makes known what a statement has found out about a space. Absent where it is known before anything is run. */
  hold?(space: string, known: HeldSpace): void;
}

/** Runs one statement at a time. */
export type SnapshotRead = (statement: Statement) => Promise<Row[]>;

export interface Database {
  readonly dialect: Dialect;
  /** For migrations and administration only: it prepares every statement again. */
  readonly knex: Knex;
  /**
   * To be called ahead of statements over records when the tables are spread over several machines by space: from then on statements bind
   * the space wherever that keeps them on one of these, and settings of transactions reach it. Absent where tables are never spread.
   * @param boundUnions as the dialect has them then
   */
  spread?(boundUnions: ReadonlyMap<string, string>): void;
  /**
   * Reads with a statement that is prepared once per connection.
   * @throws ApiError `ERROR_PARAMETER_INVALID` for a value longer than an answer may be
   */
  read(statement: Statement, limits?: ReadLimits): Promise<Row[]>;
  /**
   * Runs `work` in one transaction and commits it. Work that failed because another transaction was in its way is run again, a
   * few times, and so is work whose connection was lost before it was to be committed: it must not keep what it learned in an
   * earlier run.
   * @throws ApiError `ERROR_OUTCOME_UNKNOWN` when the connection was lost while the work was committed
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Runs `work` in a transaction of its own, with all that `write` does up to the commit, and undoes it.
   * @returns what `work` does @throws what `write` throws, but for an outcome that is unknown
   */
  tryOut<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /**
   * Reads what was committed before the first of its statements, and nothing later, on a connection of its own. It may take hours: others
   * go on reading and writing.
   * @throws what `work` does; ApiError when the connection was lost
   */
  snapshot<T>(work: (read: SnapshotRead) => Promise<T>): Promise<T>;
  /** The texts of the statements that were read with so far; absent where nobody asks for them. */
  readonly textsRead?: ReadonlySet<string>;
  /**
   * For work between statements that takes long; absent where work has no bounded time.
   * @throws ApiError `ERROR_UNAVAILABLE` when the time is up
   */
  checkTime?(): void;
  /** Begins the time again, for work that waits for its caller or answers in parts; absent where work has no bounded time. */
  restartTime?(): void;
  /** Forgets what was read before: it has been sent on. Absent where it is not counted. */
  forgetRead?(): void;
  /**
   * Counts what another one has read, and this one answers. Absent where it is not counted.
   * @throws ApiError `ERROR_OVERLOADED` when that is more than may be held
   */
  holdRead?(bytes: number): void;
  /**
   * Asks on a connection of its own, so that it is answered also while all others are in use.
   * @returns what keeps the database from taking reads and writes, in words; undefined when nothing does
   */
  check(): Promise<string | undefined>;
  /** Ends within a few seconds, whatever is under way. */
  close(): Promise<void>;
}

/** Called with every statement that reads or writes records; for tests that count statements. */
export type StatementListener = (statement: Statement) => void;

/** When SQLite waits for the disk: FULL at each commit, NORMAL only when the log is written into the file. */
export type Synchronous = 'FULL' | 'NORMAL';

/** How the database is used that the location names. */
export interface DatabaseSettings {
  /** How long PostgreSQL may be silent while it owes an answer. */
  readonly silenceMs: number;
  /** How long a server waits for PostgreSQL when it starts. */
  readonly startMs: number;
  /** Whether statements that come often are prepared under a name; older connection poolers lose them. */
  readonly isPrepared: boolean;
  readonly synchronous: Synchronous;
}

export type DatabaseLocation = { readonly dataDir: string } | { readonly url: string };
