/**
 * A connection to PostgreSQL that knows for how long nothing has come over it, and can be cut off. Judges nothing by itself.
 */
import { connect, Socket } from 'node:net';
import pg from 'pg';
import type { Row } from '../database.js';
import { type NamedStatement, type PreparedStatements, StatementMessage } from './statement-message.js';

/** What a cancelled statement is known by, as the protocol has it. */
const cancelRequestCode = 80_877_102;
const cancelPatienceMs = 5_000;
/** The system asks ten times, once a second: a host that is gone is noticed within 12 seconds, also where nobody waits for it. */
const keepAliveAfterMs = 2_000;

/** Why a connection was cut off. The code is that of a connection that timed out, so that it is handled like one. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database has not answered on this connection');
    this.name = 'SilentConnection';
  }
}

export class WatchedClient extends pg.Client {
  /** Set by the driver once it is connected. */
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  /** Whether the database owes an answer: to the connection attempt or to a statement. */
  isWaiting = true;
  isConnected = false;
  /** Whether it was made to find out about the database. */
  isProbe = false;
  /** How often in a row `countSilence` found that nothing had happened. */
  silentFor = 0;
  /** How often since then the database said that it does nothing for this connection. */
  foundIdle = 0;
  /** Called with the bytes that come. */
  onBytes: ((bytes: number) => void) | undefined;
  private readonly prepared: PreparedStatements = new Map();
  private message: StatementMessage | undefined;
  private sent = 0;
  private seen = '';

  constructor(config: pg.ClientConfig) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: keepAliveAfterMs });
    const send = this.query as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.sent++;
      this.isWaiting = true;
      return send.apply(this, given);
    }) as typeof this.query;
    this.on('drain', () => {
      this.isWaiting = false;
    });
    this.on('connect', () => {
      this.isConnected = true;
      this.isWaiting = false;
      this.connection.stream.on('data', (chunk: Buffer) => this.onBytes?.(chunk.length));
    });
    this.connection.on('parseComplete', () => this.message?.handleParseComplete());
    // Whatever is under way fails with the same error; without a listener it would end the process.
    this.on('error', () => {});
  }

  /**
   * Sends statements as one message; one at a time.
   * @returns the rows of each
   */
  send(statements: readonly NamedStatement[]): Promise<Row[][]> {
    const message = new StatementMessage(statements, this.prepared);
    this.message = message;
    this.query(message);
    return message.answers;
  }

  /**
   * Called at regular intervals. Silence is counted in calls, not read off the clock: a process that was stalled itself finds
   * what has come meanwhile before it blames the database.
   */
  countSilence(): void {
    const { stream } = this.connection;
    const happened = `${this.sent} ${stream instanceof Socket ? stream.bytesRead : 0}`;
    if (happened === this.seen) {
      this.silentFor++;
      return;
    }
    this.silentFor = 0;
    this.foundIdle = 0;
    this.seen = happened;
  }

  /** Closes the connection without a word to the database; what waits on it fails as lost. */
  cut(): void {
    this.connection.stream.destroy(new SilentConnection());
  }

  /** Asks the database to end the statement under way. Its connection must not be used for another statement afterwards. */
  cancel(): void {
    const request = Buffer.alloc(16);
    [request.length, cancelRequestCode, this.processID ?? 0, this.secretKey ?? 0].forEach((word, index) => {
      request.writeInt32BE(word, index * 4);
    });
    const { host, port } = this;
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    // The database closes the connection when it has read the request; a pooler forgets one whose sender is gone.
    socket.on('connect', () => socket.write(request)).on('error', () => {});
    socket.resume();
    socket.setTimeout(cancelPatienceMs, () => socket.destroy()).unref();
  }
}
