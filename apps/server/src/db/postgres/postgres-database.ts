/**
 * PostgreSQL: a pool of connections, each with its prepared statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import type { Statement } from '../../sql/binder.js';
import { postgres } from '../../sql/dialects/dialect.js';
import type { Database, DatabaseSettings, ReadLimits, Row, StatementListener, Transaction } from '../database.js';
import { repeatOnConflict } from '../repeat-on-conflict.js';
import { RoomCheck } from '../room-check.js';
import { silentLog } from '../silent-log.js';
import { isDiskFull, isLostConnection, outcomeUnknown, tookTooLong, translateError } from '../translate-error.js';
import { parsePostgresUrl } from './postgres-hosts.js';
import { PostgresWatch } from './postgres-watch.js';
import { StatementNames } from './statement-names.js';
import { WatchedClient } from './watched-client.js';

const knexFactory = knexModule.default ?? knexModule;

/** Writers wait for each other; readers have connections of their own and never wait for them. */
const connections = { readers: 10, writers: 6 } as const;
/** How long a request waits for a connection. */
const poolTimeoutMs = 10_000;
/** Migrations take one after another, and wait for those of other processes. */
const administrators = { max: 2, connectionTimeoutMillis: 60_000 } as const;
/** Statements after which a connection is replaced, and what it keeps prepared forgotten. */
const maxUses = 20_000;
/** Of statements that are given no limit of their own. */
const longestStatementMs = 60_000;
/**
 * A process that stalls must not keep others waiting for ever. Set for each transaction: a connection pooler takes no settings with a
 * new connection, and gives those of a session to others.
 */
const beginWrite = (limitMs: number) =>
  `BEGIN; SET LOCAL statement_timeout = ${limitMs}; SET LOCAL lock_timeout = 10000; ` +
  'SET LOCAL idle_in_transaction_session_timeout = 60000';
/**
 * How reads in bulk are planned. What they go through are indexes made for them, which are small enough to be in memory: no page costs
 * much more than the next one. What they join and group is hashed in memory, where sorts would be chosen because groups of an expression
 * are taken to be as many as rows. Compiling them takes longer than it saves. Each has one core: those of a request go side by side, and
 * dividing one of them takes up to twice the work.
 */
const beginInBulk = `BEGIN READ ONLY; ${[
  'random_page_cost = 1.1',
  "work_mem = '32MB'",
  'enable_sort = off',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ')}`;
/** Before a read is tried once more on another connection, as after a failover. */
const secondReadAfterMs = 100;

/** Values stay as the database writes them, but for counts and booleans: records are finished texts already. */
const types = {
  getTypeParser: (oid: number) => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.INT4) return Number;
    if (oid === pg.types.builtins.BOOL) return (value: string) => value === 't';
    return (value: string) => value;
  },
};

export class PostgresDatabase implements Database {
  readonly dialect = postgres;
  readonly knex: Knex;
  private readonly names = new StatementNames();
  private readonly readers: pg.Pool;
  private readonly writers: pg.Pool;
  private readonly administrators: pg.Pool;
  private readonly roomCheck = new RoomCheck(this);

  private constructor(
    private readonly watch: PostgresWatch,
    private readonly settings: DatabaseSettings,
    private readonly onStatement: StatementListener | undefined,
  ) {
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

  async read(statement: Statement, limits: ReadLimits = {}): Promise<Row[]> {
    try {
      return await this.readOnce(statement, limits);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      await sleep(secondReadAfterMs);
      return this.readOnce(statement, limits);
    }
  }

  private async readOnce(statement: Statement, limits: ReadLimits): Promise<Row[]> {
    this.watch.requireAnswers();
    let client: pg.PoolClient | undefined;
    let limit: StatementLimit | undefined;
    let failure: unknown;
    try {
      client = await this.readers.connect();
      limit = new StatementLimit(client, limits, this.settings.silenceMs);
      const rows = statement.inBulk ? await this.queryInBulk(client, statement) : await this.query(client, statement);
      if (limit.tooMuch !== undefined) throw limit.tooMuch;
      return rows;
    } catch (error) {
      failure = error;
      if (limit?.tooMuch !== undefined) throw limit.tooMuch;
      throw limit?.isOver ? tookTooLong() : this.translate(error);
    } finally {
      limit?.end();
      // A connection that has failed is not used again, nor one whose next statement might be cancelled in place of this one.
      client?.release(failure instanceof Error || limit?.isOver === true);
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, limitMs?: number): Promise<T> {
    return repeatOnConflict(() => this.transact(work, limitMs));
  }

  private async transact<T>(
    work: (transaction: Transaction) => Promise<T>,
    limitMs: number = longestStatementMs,
  ): Promise<T> {
    this.watch.requireAnswers();
    const client = await this.writers.connect().catch((error: unknown) => {
      throw this.translate(error);
    });
    let failure: unknown;
    try {
      await this.answered(client, limitMs, client.query(beginWrite(Math.max(Math.ceil(limitMs), 1))));
      const result = await work({
        run: async (statement) => {
          try {
            return await this.answered(client, limitMs, this.query(client, statement));
          } catch (error) {
            throw this.translate(error);
          }
        },
      });
      await this.commit(client, limitMs);
      return result;
    } catch (error) {
      failure = await this.rollBack(client, limitMs, error);
      throw this.translate(error);
    } finally {
      // A connection that could not even roll back is not used again.
      client.release(failure instanceof Error);
    }
  }

  /**
   * Waits for an answer within a transaction. The database ends a statement after its time; when no answer has come a while later, the
   * connection hangs, as one of a connection pooler's may while the pooler itself answers: it is cut off.
   * @throws what `hung` returns then
   */
  private async answered<T>(
    client: pg.PoolClient,
    limitMs: number,
    answer: Promise<T>,
    hung: () => Error = tookTooLong,
  ): Promise<T> {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      if (client instanceof WatchedClient) client.cut();
    }, limitMs + this.settings.silenceMs);
    try {
      return await answer;
    } catch (error) {
      throw isOver ? hung() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws ApiError `ERROR_OUTCOME_UNKNOWN` when the answer does not come: the changes may have been committed */
  private async commit(client: pg.PoolClient, limitMs: number): Promise<void> {
    try {
      await this.answered(client, limitMs, client.query('COMMIT'), outcomeUnknown);
    } catch (error) {
      this.translate(error);
      throw isLostConnection(error) ? outcomeUnknown(error) : error;
    }
  }

  /** @returns why the connection must not be used again; undefined when it may */
  private async rollBack(client: pg.PoolClient, limitMs: number, cause: unknown): Promise<unknown> {
    if (isLostConnection(cause)) return cause;
    return this.answered(client, limitMs, client.query('ROLLBACK')).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  private translate(error: unknown): unknown {
    if (isLostConnection(error)) this.watch.doubt();
    if (isDiskFull(error)) this.roomCheck.isWanted = true;
    return translateError(error);
  }

  /** The settings end with the transaction. */
  private async queryInBulk(on: pg.PoolClient, statement: Statement): Promise<Row[]> {
    await on.query(beginInBulk);
    const rows = await this.query(on, statement);
    await on.query('COMMIT');
    return rows;
  }

  private async query(on: pg.PoolClient, statement: Statement): Promise<Row[]> {
    this.onStatement?.(statement);
    const { text, values, inBulk } = statement;
    // What is prepared may be planned without its values, which tell how much of everything is requested.
    const name = inBulk || !this.settings.isPrepared ? undefined : this.names.nameOf(text);
    const query = { text, values: [...values], types };
    const result = await on.query<Row>(name === undefined ? query : { ...query, name });
    return result.rows;
  }

  async check(): Promise<string | undefined> {
    const state = await this.watch.check();
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
  private readonly gone: AbortSignal | undefined;
  private timer: NodeJS.Timeout;

  /** @param patienceMs how long the database may take to end it */
  constructor(
    private readonly client: pg.PoolClient,
    { ms = longestStatementMs, gone, count }: ReadLimits,
    private readonly patienceMs: number,
  ) {
    this.gone = gone;
    this.timer = setTimeout(this.cancel, ms);
    gone?.addEventListener('abort', this.cancel, { once: true });
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
    clearTimeout(this.timer);
    this.isOver = true;
    if (!(client instanceof WatchedClient)) return;
    client.cancel();
    this.timer = setTimeout(() => client.cut(), this.patienceMs);
  };

  end(): void {
    clearTimeout(this.timer);
    this.gone?.removeEventListener('abort', this.cancel);
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
