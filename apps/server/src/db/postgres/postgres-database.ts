/**
 * PostgreSQL: a pool of connections, each with its prepared statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Statement } from '../../sql/binder.js';
import { getOrMake } from '../../sql/cache.js';
import { type Dialect, postgres } from '../../sql/dialects/dialect.js';
import { lockSpace } from '../../sql/tables/spaces.js';
import type { CallerGone } from '../caller-gone.js';
import type {
  Database,
  DatabaseSettings,
  ReadLimits,
  Row,
  SnapshotRead,
  StatementListener,
  Transaction,
  WriteOptions,
} from '../database.js';
import { type Deadline, endDeadline, startDeadline } from '../deadlines.js';
import { limitsLeft } from '../limits-left.js';
import { repeatOnConflict } from '../repeat-on-conflict.js';
import { RoomCheck } from '../room-check.js';
import { SharedCheck } from '../shared-check.js';
import { silentLog } from '../silent-log.js';
import { isDiskFull, isLostConnection, tookTooLong, translateError } from '../translate-error.js';
import { spaceOf, Turns } from '../turns.js';
import { WriteQueue } from '../write-queue.js';
import { parsePostgresUrl } from './postgres-hosts.js';
import {
  longestStatementMs,
  PostgresTransaction,
  reachAllMachines,
  type TransactionSettings,
} from './postgres-transaction.js';
import { checkShare, PostgresWatch } from './postgres-watch.js';
import type { NamedStatement } from './statement-message.js';
import { StatementNames } from './statement-names.js';
import { WatchedClient } from './watched-client.js';

const knexFactory = knexModule.default ?? knexModule;

/** Writers wait for each other; readers have connections of their own and never wait for them. */
const connections = { readers: 10, writers: 6 } as const;
/** Reads of one space at the same time. With half of the connections it keeps as many cores busy as a database has for it, or nearly. */
const readsOfSpace = connections.readers / 2;
/**
 * Transactions that may take long, such as batches, at the same time: those of one space, which wait for each other in the database, and
 * those of all. The other connections are for short ones, of which each space has one under way.
 */
const longWrites = { ofSpace: 2, ofAll: connections.writers / 2 } as const;
/** How long a request waits for a new connection. */
const poolTimeoutMs = 10_000;
/** Migrations take one after another, and wait for those of other processes. */
const administrators = { max: 2, connectionTimeoutMillis: 60_000 } as const;
/** Queues of spaces that are kept. */
const maxQueues = 1_000;
/** Statements after which a connection is replaced, and what it keeps prepared forgotten. */
const maxUses = 20_000;
/**
 * How reads in bulk are planned. What they go through are indexes made for them, which are small enough to be in memory: no page costs
 * much more than the next one. What they join and group is hashed in memory, where sorts would be chosen because groups of an expression
 * are taken to be as many as rows. Compiling them takes longer than it saves. Each has one core: those of a request go side by side, and
 * dividing one of them takes up to twice the work.
 */
const bulkSettings = [
  'random_page_cost = 1.1',
  "work_mem = '32MB'",
  'enable_sort = off',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
];
const snapshotSettings = ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0'];
/** Before a read is tried once more on another connection, as after a failover. */
const secondReadAfterMs = 100;

export class PostgresDatabase implements Database {
  dialect: Dialect = postgres;
  readonly knex: Knex;
  private readonly names = new StatementNames();
  /** By space. */
  private readonly queues = new LRUCache<string, WriteQueue>({ max: maxQueues });
  private readonly readers: pg.Pool;
  private readonly readTurns = new Turns(connections.readers, readsOfSpace);
  private readonly writers: pg.Pool;
  private readonly longWriteTurns = new Turns(longWrites.ofAll, longWrites.ofSpace);
  private readonly administrators: pg.Pool;
  private readonly roomCheck = new RoomCheck(this);
  private readonly sharedCheck: SharedCheck;

  private constructor(
    private readonly watch: PostgresWatch,
    private readonly settings: DatabaseSettings,
    private readonly onStatement: StatementListener | undefined,
  ) {
    this.sharedCheck = new SharedCheck(() => this.checkNow(), settings.silenceMs * checkShare);
    this.readers = openPool(watch, { max: connections.readers });
    this.writers = openPool(watch, { max: connections.writers });
    this.administrators = openPool(watch, administrators);
    this.knex = knexFactory({ client: 'pg', connectionPool: this.administrators, log: silentLog });
  }

  /**
   * @param url `postgres://user:password@host:port/database`, with several hosts if need be
   * @throws Error when it is none
   */
  static async open(
    url: string,
    settings: DatabaseSettings,
    onStatement?: StatementListener,
  ): Promise<PostgresDatabase> {
    const urls = parsePostgresUrl(url);
    if (urls === undefined) throw new Error('the URL of the database names no PostgreSQL that takes writes');
    return new PostgresDatabase(new PostgresWatch(urls, settings.silenceMs), settings, onStatement);
  }

  spread(boundUnions: ReadonlyMap<string, string>): void {
    this.dialect = { ...postgres, boundUnions, unplanned: (parameter) => parameter };
  }

  private get isSpread(): boolean {
    return this.dialect !== postgres;
  }

  async read(statement: Statement, limits: ReadLimits = {}): Promise<Row[]> {
    const since = performance.now();
    try {
      return await this.readOnce(statement, limits, since);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      await sleep(secondReadAfterMs);
      return this.readOnce(statement, limits, since);
    }
  }

  private async readOnce(statement: Statement, limits: ReadLimits, since: number): Promise<Row[]> {
    this.watch.requireAnswers();
    return this.readTurns.use(spaceOf(statement), limitsLeft(limits, since), () =>
      this.readNow(statement, limits, since),
    );
  }

  private async readNow(statement: Statement, limits: ReadLimits, since: number): Promise<Row[]> {
    // The database may have become silent while the read waited for its turn.
    this.watch.requireAnswers();
    let client: pg.PoolClient | undefined;
    let limit: StatementLimit | undefined;
    let failure: unknown;
    try {
      client = await this.readers.connect();
      limit = new StatementLimit(client, limitsLeft(limits, since), this.settings.silenceMs);
      const rows = statement.inBulk ? await this.queryInBulk(client, statement) : await this.query(client, statement);
      if (limit.tooMuch !== undefined) throw limit.tooMuch;
      return rows;
    } catch (error) {
      failure = error;
      if (limit?.tooMuch !== undefined) throw limit.tooMuch;
      throw limit?.isOver ? tookTooLong() : this.translate(error);
    } finally {
      limit?.end();
      // A connection on which something has failed is not used again, nor one whose next statement might be cancelled in place of this one.
      client?.release(limit !== undefined && (failure instanceof Error || limit.isOver));
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { space, isShort, limitMs } = options;
    return repeatOnConflict(() => {
      if (space === undefined || !isShort) return this.transactInTurn(work, options);
      return getOrMake(this.queues, space, () => this.queueOf(space)).write(work, limitMs);
    });
  }

  tryOut<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return repeatOnConflict(() => this.transactInTurn(work, options, 'undo'));
  }

  async snapshot<T>(work: (read: SnapshotRead) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    let isBroken = true;
    try {
      const connected = await this.administrators.connect();
      client = connected;
      await connected.query(this.begun('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', snapshotSettings));
      const result = await work(async ({ text, values }) => {
        const { rows } = await connected.query<Row>(text, [...values]).catch((error: unknown) => {
          throw this.translate(error);
        });
        return rows;
      });
      await connected.query('COMMIT');
      isBroken = false;
      return result;
    } finally {
      client?.release(isBroken);
    }
  }

  private transactInTurn<T>(
    work: (transaction: Transaction) => Promise<T>,
    { space, limitMs }: WriteOptions,
    end?: 'commit' | 'undo',
  ): Promise<T> {
    if (space === undefined) return this.transact(work, limitMs, end);
    const since = performance.now();
    return this.longWriteTurns.use(space, { ms: limitMs }, () =>
      this.transact(work, limitsLeft({ ms: limitMs }, since).ms, end),
    );
  }

  private async transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    limitMs?: number,
    end: 'commit' | 'undo' = 'commit',
  ): Promise<T> {
    const transaction = await this.begin();
    try {
      const result = await work({
        run: (statement) => transaction.run(statement, limitMs),
        add: (statement, take) => transaction.add(statement, take),
        sums: transaction.sums,
        log: transaction.log,
      });
      await transaction[end]();
      return result;
    } catch (error) {
      await transaction.rollBack(error);
      throw this.translate(error);
    }
  }

  /** The short writes of a space: those of this process that wait together share a transaction, and lock the row of the space once. */
  private queueOf(space: string): WriteQueue {
    const locked = { id: space, lock: lockSpace(this.dialect, space) };
    return new WriteQueue({
      begin: () => this.begin(locked),
      runBeside: (work, limitMs) => this.transactInTurn(work, { space, limitMs }),
    });
  }

  private async begin(space?: TransactionSettings['space']): Promise<PostgresTransaction> {
    this.watch.requireAnswers();
    const client = await this.writers.connect().catch((error: unknown) => {
      throw this.translate(error);
    });
    return new PostgresTransaction(client, {
      silenceMs: this.settings.silenceMs,
      named: (statement) => this.named(statement),
      onStatement: (statement) => this.onStatement?.(statement),
      translate: (error) => this.translate(error),
      isSpread: this.isSpread,
      ...(space && { space }),
    });
  }

  private translate(error: unknown): unknown {
    if (isLostConnection(error)) this.watch.doubt();
    if (isDiskFull(error)) this.roomCheck.isWanted = true;
    return translateError(error);
  }

  /** @param begin begins a transaction, with which the settings end */
  private begun(begin: string, settings: readonly string[]): string {
    const all = this.isSpread ? [reachAllMachines, ...settings] : settings;
    return [begin, ...all.map((setting) => `SET LOCAL ${setting}`)].join('; ');
  }

  private async queryInBulk(on: pg.PoolClient, statement: Statement): Promise<Row[]> {
    await on.query(this.begun('BEGIN READ ONLY', bulkSettings));
    const rows = await this.query(on, statement);
    await on.query('COMMIT');
    return rows;
  }

  private async query(on: pg.PoolClient, statement: Statement): Promise<Row[]> {
    this.onStatement?.(statement);
    if (!(on instanceof WatchedClient)) throw new Error('the pool has given a connection that is not its own');
    const [rows = []] = await on.send([this.named(statement)]);
    return rows;
  }

  private named(statement: Statement): NamedStatement {
    const { text, values, inBulk } = statement;
    // What is prepared may be planned without its values, which tell how much of everything is requested.
    const name = inBulk || !this.settings.isPrepared ? undefined : this.names.nameOf(text);
    return { text, values, name };
  }

  check(): Promise<string | undefined> {
    return this.sharedCheck.run();
  }

  private async checkNow(): Promise<string | undefined> {
    const state = await this.watch.probe();
    return state === 'ready' ? this.roomCheck.run() : `database ${state}`;
  }

  async close(): Promise<void> {
    const pools = [this.readers, this.writers, this.administrators];
    await this.watch.close(Promise.all([this.knex.destroy(), ...pools.map((pool) => pool.end())]));
  }
}

/**
 * Ends the statement of a read when it has had its time or nobody waits for it: in the database and, if that does not help, by cutting
 * its connection; when its answer is too long, by cutting it at once.
 */
class StatementLimit {
  isOver = false;
  /** Why no more bytes may come. */
  tooMuch: unknown;
  private readonly gone: CallerGone | undefined;
  private deadline: Deadline;

  /** @param patienceMs how long the database may take to end it */
  constructor(
    private readonly client: pg.PoolClient,
    { ms = longestStatementMs, gone, count }: ReadLimits,
    private readonly patienceMs: number,
  ) {
    this.gone = gone;
    this.deadline = startDeadline(ms, this.cancel);
    gone?.add(this.cancel);
    if (count !== undefined && client instanceof WatchedClient)
      client.onBytes = (bytes) => this.count(client, bytes, count);
  }

  /** What the database has written already is not waited for. */
  private count(client: WatchedClient, bytes: number, count: (bytes: number) => void): void {
    if (this.isOver) return;
    try {
      count(bytes);
    } catch (error) {
      this.tooMuch = error;
      this.isOver = true;
      client.cut();
    }
  }

  private readonly cancel = (): void => {
    const { client } = this;
    endDeadline(this.deadline);
    this.isOver = true;
    if (!(client instanceof WatchedClient)) return;
    client.cancel();
    this.deadline = startDeadline(this.patienceMs, () => client.cut());
  };

  end(): void {
    endDeadline(this.deadline);
    this.gone?.remove(this.cancel);
    if (this.client instanceof WatchedClient) this.client.onBytes = undefined;
  }
}

function openPool(watch: PostgresWatch, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: poolTimeoutMs,
    maxUses,
    application_name: 'headwater',
    ...settings,
    Client: watch.Client,
  });
  // A connection that breaks while nobody uses it is replaced at the next request.
  pool.on('error', () => {});
  return pool;
}
