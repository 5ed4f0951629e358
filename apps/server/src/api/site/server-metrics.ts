/**
 * Counts what the server does, in the form that Prometheus reads. Every request passes here: nothing is looked up or made that
 * could have been cached.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.js';

/** Seconds. A list takes a millisecond or two; what takes longer than the last one is slow however long it takes. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics wait no longer for the database, however patient the server is with it. */
const longestCheckMs = 1_000;

type Series = ReturnType<Histogram['labels']>;

/** The metrics of one process, as they go to another one. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Where several processes serve one port: the metrics of all, whichever of them is asked. */
export interface MetricsOfAll {
  /** Has `own` called when they are asked for. */
  tell(own: () => Promise<MetricsJson>): void;
  /** @returns the text exposition of all */
  read(): Promise<string>;
}

/** A process in trouble is seen in the largest of these values; a sum or an average of all processes would hide it. */
const shownAtTheirLargest =
  /^(nodejs_(eventloop_lag|heap|external_memory)_|process_(resident_memory|virtual_memory|heap|start_time)_)/;

/** @returns the metrics of several processes: counts are added up, of memory and times of the event loop the largest shown */
export function addedUp(metrics: readonly MetricsJson[]): Registry {
  const all = metrics.map((ofProcess) =>
    ofProcess.map((metric): typeof metric =>
      shownAtTheirLargest.test(metric.name) ? { ...metric, aggregator: 'max' } : metric,
    ),
  );
  return AggregatorRegistry.aggregate(all);
}

/** @returns what stays true of processes that have ended: their counts, which never fall */
export function countsOf(metrics: MetricsJson): MetricsJson {
  return metrics.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
}

/** Work that no request waits for. */
const backgroundWork = ['jobs', 'webhooks', 'search index', 'rate limits', 'uses of keys'] as const;
export type BackgroundWork = (typeof backgroundWork)[number];

export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #durations = new Histogram({
    name: 'headwater_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the moment at which its answer begins to be sent.',
    labelNames: ['api', 'method', 'status'],
    buckets: durationBuckets,
    registers: [this.#registry],
  });
  readonly #failures = new Counter({
    name: 'headwater_background_failures_total',
    help: 'Failures of work that no request waits for; the log says what failed.',
    labelNames: ['work'],
    registers: [this.#registry],
  });
  readonly #attempts = new Counter({
    name: 'headwater_webhook_attempts_total',
    help: 'Messages sent to receivers of webhooks, by whether they took them.',
    labelNames: ['result'],
    registers: [this.#registry],
  });
  readonly #series = new Map<string, Series>();
  #statements = 0;

  /** @param all given where other processes serve the same port */
  constructor(private readonly all?: MetricsOfAll) {
    all?.tell(async () => [
      ...(await this.#registry.getMetricsAsJSON()),
      ...(await processMetrics().getMetricsAsJSON()),
    ]);
    // A series that begins with its first failure would hide it: Prometheus sees rises only.
    for (const work of backgroundWork) this.#failures.inc({ work }, 0);
    for (const result of ['delivered', 'failed']) this.#attempts.inc({ result }, 0);
    const current = () => this.#statements;
    new Counter({
      name: 'headwater_database_statements_total',
      help: 'Statements that read or write records.',
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(current());
      },
    });
  }

  /** Shows how many requests work and wait, and how many were rejected because too many wait. */
  watchAdmission(admission: { readonly active: number; readonly waiting: number; readonly rejected: number }): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'headwater_requests_active',
      help: 'Requests to spaces that the process works on.',
      registers,
      collect() {
        this.set(admission.active);
      },
    });
    new Gauge({
      name: 'headwater_requests_waiting',
      help: 'Requests to spaces that wait to be worked on.',
      registers,
      collect() {
        this.set(admission.waiting);
      },
    });
    new Counter({
      name: 'headwater_requests_rejected_total',
      help: 'Requests to spaces that were rejected because too many waited.',
      registers,
      collect() {
        this.reset();
        this.inc(admission.rejected);
      },
    });
  }

  /** Shows whether the database can be used, as `/health/ready` says it. */
  watchDatabase(db: Pick<Database, 'check'>): void {
    new Gauge({
      name: 'headwater_database_ready',
      help: 'Whether the database can be used: 1, or 0 while it is away, silent or takes no writes.',
      registers: [this.#registry],
      aggregator: 'min',
      async collect() {
        const late = sleep(longestCheckMs, 'database silent', { ref: false });
        this.set((await Promise.race([databaseTrouble(db), late])) === undefined ? 1 : 0);
      },
    });
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  countRequest({ req: { method = '' }, res, request }: Context, durationMs: number): void {
    const api = apiOf(request.path);
    const statusClass = Math.floor(res.statusCode / 100);
    const key = `${api}${method}${statusClass}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = this.#durations.labels(api, methodOf(method), `${statusClass}xx`);
      this.#series.set(key, series);
    }
    series.observe(durationMs / 1_000);
  }

  countStatement(): void {
    this.#statements += 1;
  }

  countFailure(work: BackgroundWork): void {
    this.#failures.inc({ work });
  }

  countAttempt(isDelivered: boolean): void {
    this.#attempts.inc({ result: isDelivered ? 'delivered' : 'failed' });
  }

  /** @returns the text exposition of the server and of its process, or of all processes that serve the port */
  async render(): Promise<string> {
    if (this.all) return await this.all.read();
    return `${await this.#registry.metrics()}\n${await processMetrics().metrics()}`;
  }
}

/** @returns why the database cannot be used; undefined: it can */
export function databaseTrouble(db: Pick<Database, 'check'>): Promise<string | undefined> {
  // The failures of the requests that need the database are logged; somebody asks here every few seconds.
  return db.check().catch(() => 'database unreachable');
}

/** Paths are the caller's own text: they are no label. */
function apiOf(path: string): string {
  if (path.startsWith('/api/v100/rest/')) return 'rest';
  if (path.startsWith('/api/v100/graphql/')) return 'graphql';
  if (path.startsWith('/rest_services/')) return 'v1';
  return 'site';
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodOf(method: string): string {
  return methods.has(method) ? method : 'other';
}

let registry: Registry | undefined;

/** Watching the process costs a little, so it begins when somebody first asks. */
function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
