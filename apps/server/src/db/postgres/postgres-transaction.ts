/**
 * A transaction on a connection to PostgreSQL. It begins with the message of its first statement, and whatever needs no answer of its own
 * goes along with the next statement that does.
 */
import type pg from 'pg';
import type { Statement } from '../../sql/binder.js';
import { postgres } from '../../sql/dialects/dialect.js';
import { ChangeLog } from '../change-log.js';
import { CollectionSums } from '../collection-sums.js';
import type { HeldSpace, Row } from '../database.js';
import { HeldSpaces } from '../held-spaces.js';
import type { QueueTransaction } from '../shared-transaction.js';
import { isLostConnection, outcomeUnknown, tookTooLong } from '../translate-error.js';
import type { NamedStatement } from './statement-message.js';
import { WatchedClient } from './watched-client.js';

/** Of statements that are given no limit of their own. */
export const longestStatementMs = 60_000;
/** Limits are rounded up to it: writes that share a transaction have nearly the same, which need not be set again. */
const limitStepMs = 100;

const begin: Statement = { text: 'BEGIN', values: [] };
/**
 * A process that stalls must not keep others waiting for ever. Set for each transaction: a connection pooler takes no settings with a
 * new connection, and gives those of a session to others.
 */
const patience: Statement = {
  text: [
    "SELECT set_config('lock_timeout', '10000', true)",
    "set_config('idle_in_transaction_session_timeout', '60000', true)",
    // A write finds records by their keys. What is planned while a table is nearly empty would go through all of it, and stays prepared.
    "set_config('enable_seqscan', 'off', true)",
  ].join(', '),
  values: [],
};
/**
 * A transaction that has locked the row of its space blocks all other writes there. Where it meets a lock of one that may wait for that row,
 * it fails, and its writes run again, each by itself.
 */
const hurry: Statement = { text: "SELECT set_config('lock_timeout', '100', true)", values: [] };
const limit = (ms: number): Statement => ({
  text: "SELECT set_config('statement_timeout', $1, true)",
  values: [ms],
});

/** Lets what `SET LOCAL` sets reach the machines that tables are spread over; it counts from the next setting on. */
export const reachAllMachines = "citus.propagate_set_commands = 'local'";

const setLocal = (setting: string): Statement => ({ text: `SET LOCAL ${setting}`, values: [] });
/** The same where tables are spread over several machines. Only `SET` reaches them, and takes no bound value. */
const spreadPatience = [
  reachAllMachines,
  'lock_timeout = 10000',
  'idle_in_transaction_session_timeout = 60000',
  'enable_seqscan = off',
].map(setLocal);
const spreadHurry = setLocal('lock_timeout = 100');
const spreadLimit = (ms: number) => setLocal(`statement_timeout = ${ms}`);

export interface TransactionSettings {
  readonly silenceMs: number;
  /** @returns the statement as it is sent */
  readonly named: (statement: Statement) => NamedStatement;
  /** Called with each statement that is given. */
  readonly onStatement: (statement: Statement) => void;
  /** @returns the error for what the driver threw */
  readonly translate: (error: unknown) => unknown;
  /** The space whose row is locked ahead of all else, by a statement with columns `v` and `m`. Left out: nothing is locked. */
  readonly space?: { readonly id: string; readonly lock: Statement };
  /** The tables are spread over several machines. */
  readonly isSpread?: boolean;
}

/** A statement that goes along with the next one that is run, and who waits for its rows. */
interface Waiting {
  readonly statement: Statement;
  readonly succeed?: (rows: Row[]) => void;
  readonly fail?: (error: unknown) => void;
  /** The sums of collections need its rows. */
  readonly isCounted?: true;
}

export class PostgresTransaction implements QueueTransaction {
  readonly sums = new CollectionSums();
  readonly log = new ChangeLog();
  readonly held?: (space: string) => Promise<HeldSpace | undefined>;
  readonly raise?: (space: string) => number;
  private readonly spaces = new HeldSpaces();
  private waiting: Waiting[] = [];
  private hasBegun = false;
  private limitMs = longestStatementMs;
  private setMs: number | undefined;
  /** The messages so far; rejects once one has failed. */
  private sent: Promise<void> = Promise.resolve();
  private soon: NodeJS.Immediate | undefined;

  /** @param client nobody else uses it until the transaction is committed or rolled back; then it is released */
  constructor(
    private readonly client: pg.PoolClient,
    private readonly settings: TransactionSettings,
  ) {
    if (settings.space === undefined) return;
    this.held = (space) => this.lockedSpace(space);
    this.raise = (space) => this.spaces.raise(space);
  }

  add(statement: Statement, take?: (rows: Row[]) => void): void {
    this.settings.onStatement(statement);
    this.waiting.push({ statement, ...(take && { succeed: take, isCounted: true }) });
  }

  run(statement: Statement, limitMs?: number): Promise<Row[]> {
    const rows = this.runLast(statement, limitMs);
    // What fails is reported to the one who waits for the rows.
    this.send().catch(() => {});
    return rows;
  }

  runAhead(statement: Statement, limitMs?: number): Promise<Row[]> {
    this.soon ??= setImmediate(() => {
      this.soon = undefined;
      this.send().catch(() => {});
    });
    return this.runLast(statement, limitMs);
  }

  runLast(statement: Statement, limitMs = longestStatementMs): Promise<Row[]> {
    this.limitMs = Math.min(this.limitMs, limitMs);
    this.settings.onStatement(statement);
    return new Promise((succeed, fail) => this.waiting.push({ statement, succeed, fail }));
  }

  async flush(): Promise<void> {
    if (this.waiting.some(({ isCounted }) => isCounted)) await this.send();
    for (const statement of [...this.spaces.take(postgres), ...this.sums.take(postgres), ...this.log.take(postgres)])
      this.add(statement);
    await this.send();
  }

  /** @throws ApiError `ERROR_OUTCOME_UNKNOWN` when the answer does not come: the changes may have been committed */
  async commit(): Promise<void> {
    await this.flush();
    if (this.hasBegun) {
      try {
        await this.answered(this.client.query('COMMIT'), outcomeUnknown);
      } catch (error) {
        const translated = this.settings.translate(error);
        throw isLostConnection(error) ? outcomeUnknown(error) : translated;
      }
    }
    this.client.release();
  }

  async undo(): Promise<void> {
    await this.flush();
    await this.rollBack(new Error('the transaction was undone'));
  }

  async rollBack(cause: unknown): Promise<void> {
    // Works that do not know it yet may still give statements.
    this.sent = Promise.reject(cause);
    this.send().catch(() => {});
    let isBroken = isLostConnection(cause);
    if (this.hasBegun && !isBroken) {
      await this.answered(this.client.query('ROLLBACK')).catch(() => {
        isBroken = true;
      });
    }
    // A connection that could not even roll back is not used again.
    this.client.release(isBroken);
  }

  private async lockedSpace(space: string): Promise<HeldSpace | undefined> {
    await (this.hasBegun ? this.sent : this.send(true));
    return this.spaces.get(space);
  }

  /**
   * Sends what waits, behind what was sent before: one message at a time. Who waits for rows gets them, or what has failed.
   * @param begins the transaction, also when nothing waits
   */
  private send(begins = false): Promise<void> {
    this.sent = this.sent.then(
      () => this.sendWaiting(begins),
      (error: unknown) => {
        for (const { fail } of this.waiting.splice(0)) fail?.(error);
        throw error;
      },
    );
    return this.sent;
  }

  private async sendWaiting(begins: boolean): Promise<void> {
    const waiting = this.waiting.splice(0);
    if (waiting.length === 0 && !begins) return;
    const { client, settings } = this;
    if (!(client instanceof WatchedClient)) throw new Error('the pool has given a connection that is not its own');
    const ahead = this.ahead();
    const statements = [...ahead, ...waiting.map(({ statement }) => statement)];
    try {
      const answers = await this.answered(client.send(statements.map(settings.named)));
      const { space } = settings;
      const [row] = (space && answers[ahead.indexOf(space.lock)]) ?? [];
      if (space && row) this.spaces.hold(space.id, { revision: Number(row.v), metadataRevision: Number(row.m) });
      for (const [index, { succeed }] of waiting.entries()) succeed?.(answers[ahead.length + index] ?? []);
    } catch (error) {
      const translated = settings.translate(error);
      for (const { fail } of waiting) fail?.(translated);
      throw translated;
    }
  }

  /** @returns what must be run before the next statement */
  private ahead(): Statement[] {
    const { space, isSpread = false } = this.settings;
    const ahead = this.hasBegun ? [] : [begin, ...(isSpread ? spreadPatience : [patience])];
    const ms = Math.max(Math.ceil(this.limitMs / limitStepMs), 1) * limitStepMs;
    if (this.setMs === undefined || ms < this.setMs) ahead.push(isSpread ? spreadLimit(ms) : limit(ms));
    this.setMs = Math.min(ms, this.setMs ?? ms);
    if (!this.hasBegun && space !== undefined) ahead.push(space.lock, isSpread ? spreadHurry : hurry);
    this.hasBegun = true;
    return ahead;
  }

  /**
   * Waits for an answer. The database ends a statement after its time; when no answer has come a while later, the connection hangs, as one
   * of a connection pooler's may while the pooler itself answers: it is cut off.
   * @throws what `hung` returns then
   */
  private async answered<T>(answer: Promise<T>, hung: () => Error = tookTooLong): Promise<T> {
    const { client, settings, limitMs } = this;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      if (client instanceof WatchedClient) client.cut();
    }, limitMs + settings.silenceMs);
    try {
      return await answer;
    } catch (error) {
      throw isOver ? hung() : error;
    } finally {
      clearTimeout(timer);
    }
  }
}
