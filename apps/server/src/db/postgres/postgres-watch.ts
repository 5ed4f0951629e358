/**
 * Watches the connections to PostgreSQL: finds out which host takes writes, whether it answers at all, and cuts off connections that
 * have gone silent. Costs the statements nothing: it looks at all connections a few times a second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ApiError } from '../../errors/api-error.js';
import { codeOf } from '../translate-error.js';
import { within } from '../within.js';
import { WatchedClient } from './watched-client.js';

/** How often silence is counted until a connection counts as silent. */
const looksUntilSilent = 8;
/** A backend that was found idle may have sent its answer a moment ago. */
const findingsUntilCut = 2;
/** How long a probe may take that others wait for, as a part of the silence that is waited for otherwise. */
export const checkShare = 1 / 4;
/** How long connections have to say goodbye when all are closed. */
const closeMs = 1_000;
const tooManyConnections = '53300';

/** Backends that compute or wait for a lock. One that waits to send has been silent because of its connection. */
const busyBackends =
  'SELECT a.pid FROM pg_stat_activity a WHERE a.pid = ANY($1) ' +
  "AND (a.state IS NULL OR a.state NOT LIKE 'idle%') AND a.wait_event IS DISTINCT FROM 'ClientWrite'";
const probe =
  "SELECT (pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on')::text AS reads_only, " +
  `pg_backend_pid() AS pid, ARRAY(${busyBackends}) AS busy`;

interface ProbeRow {
  readonly reads_only: string;
  readonly pid: number;
  readonly busy: readonly number[];
}

/** What is known of the database. `silent`: it neither answers nor rejects. */
export type DatabaseState = 'ready' | 'read-only' | 'unreachable' | 'silent';

interface Finding {
  readonly state: DatabaseState;
  /** Index of the host. */
  readonly host: number;
  /** Process ids of the asked-about backends that work; undefined where they cannot be seen, as behind a connection pooler. */
  readonly busy?: ReadonlySet<number>;
}

/** From the best to the worst. */
const states: readonly DatabaseState[] = ['ready', 'read-only', 'unreachable', 'silent'];

export class PostgresWatch {
  private readonly clients = new Set<WatchedClient>();
  private readonly hostOf = new WeakMap<WatchedClient, number>();
  private readonly timer: NodeJS.Timeout;
  private host = 0;
  private known: DatabaseState = 'ready';
  private isInDoubt = false;
  private probing: Promise<DatabaseState> | undefined;

  /**
   * @param urls one for each host
   * @param silenceMs how long a database that has something to answer may be silent
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly silenceMs: number,
  ) {
    this.timer = setInterval(() => this.look(), silenceMs / looksUntilSilent);
    this.timer.unref();
  }

  get state(): DatabaseState {
    return this.known;
  }

  /** @returns a class of connections to the host that takes writes, for pools; all of them are watched */
  get Client(): new (
    config?: pg.ClientConfig,
  ) => WatchedClient {
    const watch = this;
    return class extends WatchedClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: watch.urls[watch.host] });
        watch.add(this, watch.host);
      }
    };
  }

  private add(client: WatchedClient, host: number): void {
    this.hostOf.set(client, host);
    this.clients.add(client);
    client.once('end', () => this.clients.delete(client));
  }

  /** @throws ApiError `ERROR_UNAVAILABLE` at once while the database is silent: nobody waits for what is known already */
  requireAnswers(): void {
    if (this.known !== 'silent') return;
    throw new ApiError('ERROR_UNAVAILABLE', 'The database does not answer. Try again later.');
  }

  /** Says that a statement has met a lost connection or a database that takes no writes. */
  doubt(): void {
    this.isInDoubt = true;
  }

  /** @returns the state of the database now. One probe at a time, which all share. Never rejects */
  probe(): Promise<DatabaseState> {
    this.probing ??= this.find().finally(() => {
      this.probing = undefined;
    });
    return this.probing;
  }

  private look(): void {
    let isSomeSilent = false;
    for (const client of this.clients) {
      client.countSilence();
      if (!isSilent(client) || !client.isWaiting) continue;
      if (client.isProbe) client.cut();
      else isSomeSilent = true;
    }
    if (isSomeSilent || this.isInDoubt || this.known !== 'ready') void this.probe();
  }

  private async find(): Promise<DatabaseState> {
    this.isInDoubt = false;
    const suspects = [...this.clients].filter((client) => isSilent(client) && client.isWaiting);
    const best = await this.bestFinding(suspects.map(({ processID }) => processID ?? 0));
    this.known = best.state;
    if (best.host !== this.host && best.state === 'ready') {
      this.host = best.host;
      for (const client of this.clients) if (this.hostOf.get(client) !== best.host) client.cut();
    }
    this.judge(suspects, best);
    return best.state;
  }

  /**
   * Asks all hosts side by side.
   * @returns what was found of the present host if it takes writes, or of another one that does when the present one takes its time;
   *   otherwise the best finding
   */
  private async bestFinding(pids: readonly number[]): Promise<Finding> {
    const asked = this.urls.map((_, host) => this.ask(host, pids));
    const present = asked[this.host] as Promise<Finding>;
    const late = sleep(this.silenceMs * checkShare, undefined, { ref: false });
    const prompt = await Promise.race([present, late]);
    if (prompt?.state === 'ready') return prompt;
    return Promise.any(asked.map(requireReady)).catch(async () => {
      const found = await Promise.all(asked);
      return found.reduce(
        (best, one) => (states.indexOf(one.state) < states.indexOf(best.state) ? one : best),
        await present,
      );
    });
  }

  /** Never rejects. A connection of its own: those of the pools may all be in use, or silent. */
  private async ask(host: number, pids: readonly number[]): Promise<Finding> {
    const client = new WatchedClient({ connectionString: this.urls[host], application_name: 'headwater-probe' });
    client.isProbe = true;
    this.add(client, host);
    try {
      await client.connect();
      const { rows } = await client.query<ProbeRow>(probe, [pids]);
      const [row] = rows;
      const state = row?.reads_only === 'true' ? 'read-only' : 'ready';
      return { state, host, ...(row?.pid === client.processID && { busy: new Set(row?.busy) }) };
    } catch (error) {
      const code = codeOf(error);
      if (code === tooManyConnections) return { state: 'ready', host };
      return { state: code === 'ETIMEDOUT' ? 'silent' : 'unreachable', host };
    } finally {
      client.end().catch(() => {});
    }
  }

  /** Cuts off the suspects that will not be answered, and with them what has been silent as long without being used. */
  private judge(suspects: readonly WatchedClient[], { state, busy }: Finding): void {
    const isAway = state === 'silent' || state === 'unreachable';
    const lost = suspects.filter((client) => {
      if (!isSilent(client) || !client.isWaiting) return false;
      if (isAway) return true;
      const isFoundIdle = client.isConnected && busy !== undefined && !busy.has(client.processID ?? 0);
      client.foundIdle = isFoundIdle ? client.foundIdle + 1 : 0;
      return client.foundIdle >= findingsUntilCut;
    });
    if (lost.length === 0) return;
    for (const client of this.clients)
      if (lost.includes(client) || (isSilent(client) && !client.isWaiting)) client.cut();
  }

  /** Cuts off whatever has not been closed after a moment: a database that does not answer must not hold up the process. */
  async close(ended: Promise<unknown>): Promise<void> {
    await within(closeMs, ended);
    clearInterval(this.timer);
    for (const client of this.clients) client.cut();
  }
}

/** @throws the finding when it is another one */
async function requireReady(asked: Promise<Finding>): Promise<Finding> {
  const found = await asked;
  if (found.state !== 'ready') throw found;
  return found;
}

function isSilent({ silentFor }: WatchedClient): boolean {
  return silentFor >= looksUntilSilent;
}
