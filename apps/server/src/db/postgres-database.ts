/**
 * PostgreSQL: a pool of connections, each with its prepared statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import type { Statement } from '../sql/binder.js';
import { postgres } from '../sql/dialects/dialect.js';
import type { Database, Row, StatementListener, Transaction } from './database.js';
import { repeatOnConflict } from './repeat-on-conflict.js';
import { silentLog } from './silent-log.js';
import { StatementNames } from './statement-names.js';
import { isUnreachable, translateError } from './translate-error.js';

const knexFactory = knexModule.default ?? knexModule;

/** Writers wait for each other; readers have connections of their own and never wait for them. */
const connections = { readers: 10, writers: 6 } as const;
const connectTimeoutMs = 5_000;
/** Statements after which a connection is replaced, and what it keeps prepared forgotten. */
const maxUses = 20_000;
/** Of statements that are given no limit of their own. */
const longestStatementMs = 60_000;
/** A process that stalls must not keep others waiting for ever. */
const timeouts = {
  statement_timeout: longestStatementMs,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;
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
  private readonly names = new StatementNames();
  /** How long statements of a connection may take, where it was told so. */
  private readonly limits = new WeakMap<pg.PoolClient, number>();

  private constructor(
    readonly knex: Knex,
    private readonly readers: pg.Pool,
    private readonly writers: pg.Pool,
    private readonly onStatement: StatementListener | undefined,
  ) {}

  /** @param url `postgres://user:password@host:port/database` */
  static async open(url: string, onStatement?: StatementListener): Promise<PostgresDatabase> {
    const knex = knexFactory({ client: 'pg', connection: url, log: silentLog, pool: { min: 0, max: 2 } });
    return new PostgresDatabase(
      knex,
      openPool(url, connections.readers),
      openPool(url, connections.writers),
      onStatement,
    );
  }

  async read(statement: Statement, limitMs?: number): Promise<Row[]> {
    try {
      return await this.readOnce(statement, limitMs);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await sleep(secondReadAfterMs);
      return this.readOnce(statement, limitMs);
    }
  }

  private async readOnce(statement: Statement, limitMs?: number): Promise<Row[]> {
    let client: pg.PoolClient | undefined;
    let failure: unknown;
    try {
      client = await this.readers.connect();
      await this.limitStatements(client, limitMs);
      return statement.inBulk ? await this.queryInBulk(client, statement) : await this.query(client, statement);
    } catch (error) {
      failure = error;
      throw translateError(error);
    } finally {
      // A connection that has failed is not used again.
      client?.release(failure instanceof Error ? failure : undefined);
    }
  }

  /** Limits are rounded up to a power of two, so that a connection seldom has to be told another one. */
  private async limitStatements(client: pg.PoolClient, limitMs: number | undefined): Promise<void> {
    const wanted = limitMs === undefined ? longestStatementMs : 2 ** Math.ceil(Math.log2(Math.max(limitMs, 1)));
    if (wanted === (this.limits.get(client) ?? longestStatementMs)) return;
    await client.query(`SET statement_timeout = ${wanted}`);
    this.limits.set(client, wanted);
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, limitMs?: number): Promise<T> {
    return repeatOnConflict(() => this.transact(work, limitMs));
  }

  private async transact<T>(work: (transaction: Transaction) => Promise<T>, limitMs?: number): Promise<T> {
    const client = await this.writers.connect();
    let failure: unknown;
    try {
      await client.query(limitMs === undefined ? 'BEGIN' : beginLimited(limitMs));
      const result = await work({
        run: async (statement) => {
          try {
            return await this.query(client, statement);
          } catch (error) {
            throw translateError(error);
          }
        },
      });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((rollbackError: unknown) => {
        failure = rollbackError;
      });
      throw error;
    } finally {
      // A connection that could not even roll back is not used again.
      client.release(failure instanceof Error ? failure : undefined);
    }
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
    // What is prepared may be planned without its values, which tell how much of everything is asked for.
    const name = inBulk ? undefined : this.names.nameOf(text);
    const query = { text, values: [...values], types };
    const result = await on.query<Row>(name === undefined ? query : { ...query, name });
    return result.rows;
  }

  async check(): Promise<void> {
    await this.read({ text: 'SELECT 1 AS one', values: [] });
  }

  async close(): Promise<void> {
    await Promise.all([this.knex.destroy(), this.readers.end(), this.writers.end()]);
  }
}

/** @returns two statements in one message */
function beginLimited(limitMs: number): string {
  return `BEGIN; SET LOCAL statement_timeout = ${Math.max(Math.ceil(limitMs), 1)}`;
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    maxUses,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'headwater',
    ...timeouts,
  });
  // A connection that breaks while nobody uses it is replaced at the next request.
  pool.on('error', () => {});
  // One that breaks between two statements of a transaction fails the next of them.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
