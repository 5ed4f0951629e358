/**
 * Runs the server: opens what it is made of, listens, and closes in order.
 */
import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { type Logger, pino } from 'pino';
import type { ShownDemo } from '../api/site/overview-page.js';
import { type BackgroundWork, ServerMetrics } from '../api/site/server-metrics.js';
import type { Principal } from '../auth/principal.js';
import { searchAdvice } from '../db/migrations/search-indexes.js';
import type { Waiting } from '../db/until-ready.js';
import { within } from '../db/within.js';
import { boundConnections, type ConnectionLimits } from '../http/bounded-connections.js';
import { clientAddress } from '../http/origin.js';
import { maxHeadBytes, rejectMalformed, wellFormed } from '../http/reject-malformed.js';
import type { ServerDeps } from '../http/server-deps.js';
import { Unanswered } from '../http/unanswered.js';
import { startJobWorker } from '../jobs/job-worker.js';
import { startSearchFiller } from '../jobs/search-filler.js';
import { traceId } from '../tracing/spans.js';
import { startDeliveryWorker } from '../webhooks/delivery-worker.js';
import { createApp, createStateApp } from './app.js';
import type { Config, MetricsSettings } from './config.js';
import { type DepsConfig, openDeps } from './open-deps.js';
import { isWorker, metricsOfWorkers } from './workers/worker.js';

export type ServeConfig = DepsConfig &
  Pick<Config, 'host' | 'port' | 'logLevel' | 'corsOrigins' | 'receiveTimeoutMs'> & {
    /** Any number unless given. */
    readonly connections?: ConnectionLimits;
    /** For everybody at the service's own port, unless given. */
    readonly metrics?: MetricsSettings;
    /** The server has it; left out: it has no demo space, or says nothing of it. */
    readonly demo?: ShownDemo;
    /** True unless given. */
    readonly hasConsole?: boolean;
  };

export interface RunningServer {
  /** Scheme, host and port that it listens on. */
  readonly url: string;
  /** The same of its state and metrics, where they have a port of their own. */
  readonly stateUrl: string | undefined;
  readonly deps: ServerDeps;
  /**
   * Ends streams of changes, takes no new connections, answers what comes on those that are open and closes them with the answer, gives
   * requests under way 5 seconds to finish, ends background work and closes the database. Takes at most 8 seconds, whatever hangs.
   */
  close(): Promise<void>;
}

/** Longer than the idle time of usual proxies, so that they don't send into a closing connection. */
const keepAliveTimeoutMs = 75_000;

/** Bytes a second; an upload that is slower than this is cut off, unless a setting says otherwise. */
const slowestUpload = 100_000;

const serverOptions: ServerOptions = {
  maxHeaderSize: maxHeadBytes,
  // Ours is answered in JSON.
  requireHostHeader: false,
  /** How often connections are looked at that are too slow. */
  connectionsCheckingInterval: 1_000,
};

/** How long work in the background may go on then: it is done in short transactions. */
const maxBackgroundMs = 1_000;

/**
 * @param waiting for a database that cannot be used yet
 * @throws DatabaseAway when the database could not be used in time; the reason of `waiting.stop` when the start is stopped before
 */
export async function serve(config: ServeConfig, waiting?: Waiting): Promise<RunningServer> {
  const metrics = new ServerMetrics(isWorker() ? metricsOfWorkers() : undefined);
  const deps = await openDeps(config, () => metrics.countStatement(), undefined, waiting);
  try {
    const log = pino({ level: config.logLevel });
    const advice = await searchAdvice(deps.db);
    if (advice !== undefined) log.warn(advice);
    const server = createServer(serverOptions, createHandler(deps, config, metrics, log));
    if (config.connections) boundConnections(server, config.connections, config.isTrustedProxy);
    const stops = [stoppable(server)];
    rejectMalformed(server);
    // All count that fit into the head, as a second Host could stand behind a thousand others.
    server.maxHeadersCount = 0;
    server.keepAliveTimeout = keepAliveTimeoutMs;
    // As Node has it, a request would have to come within 5 minutes.
    const longestUploadMs = Math.max(server.requestTimeout, (config.maxUploadBytes / slowestUpload) * 1_000);
    server.requestTimeout = config.receiveTimeoutMs ?? longestUploadMs;
    server.headersTimeout = Math.min(server.headersTimeout, server.requestTimeout);
    await listen(server, config.host, config.port);
    const stateServer = await listenForState(deps, config, metrics).catch((error: unknown) => {
      server.close();
      server.closeAllConnections();
      throw error;
    });
    if (stateServer !== undefined) stops.push(stoppable(stateServer));
    const failed = (work: BackgroundWork, message: string) => (error: unknown) => {
      metrics.countFailure(work);
      log.error({ err: error }, message);
    };
    const sharing = deps.rateLimits.flushRegularly(failed('rate limits', 'sharing rate limits failed'));
    const uses = deps.keys.uses.flushRegularly(failed('uses of keys', 'noting uses of keys failed'));
    const worker = startJobWorker(deps, failed('jobs', 'a background job failed'));
    const deliverer = startDeliveryWorker(deps, failed('webhooks', 'delivering to webhooks failed'), (isDelivered) =>
      metrics.countAttempt(isDelivered),
    );
    const filler = startSearchFiller(deps, failed('search index', 'filling the search index failed'));
    return {
      url: addressOf(server),
      stateUrl: stateServer === undefined ? undefined : addressOf(stateServer),
      deps,
      close: async () => {
        // Those who follow changes would keep their connections for ever.
        deps.watch.end();
        await Promise.all(stops.map((stop) => stop()));
        // What hangs is cut off with the connections of the database.
        await within(
          maxBackgroundMs,
          Promise.all([sharing.stop(), uses.stop(), worker.stop(), deliverer.stop(), filler.stop()]),
        );
        await deps.db.close();
      },
    };
  } catch (error) {
    await deps.db.close();
    throw error;
  }
}

/** @returns the server of the state and the metrics; undefined when they have no port of their own */
async function listenForState(
  deps: ServerDeps,
  { host, metrics: settings }: ServeConfig,
  metrics: ServerMetrics,
): Promise<Server | undefined> {
  if (settings?.port === undefined) return undefined;
  const server = createServer(serverOptions, wellFormed(createStateApp(deps, metrics, settings.token).callback()));
  rejectMalformed(server);
  await listen(server, settings.host ?? host, settings.port);
  return server;
}

function createHandler(
  deps: ServerDeps,
  { corsOrigins, metrics: settings, demo, hasConsole = true }: ServeConfig,
  metrics: ServerMetrics,
  log: Logger,
) {
  const app = createApp(deps, {
    corsOrigins,
    metrics,
    ...(demo && { demo }),
    hasConsole,
    metricsToken: settings?.port === undefined ? settings?.token : false,
    onRequest: (ctx, durationMs) => {
      if (!log.isLevelEnabled('info')) return;
      const { method, status, state } = ctx;
      const principal: Principal | undefined = state.principal;
      log.info({
        method,
        path: loggedPath(ctx.path),
        status,
        durationMs: Math.round(durationMs * 100) / 100,
        requestId: state.requestId,
        traceId: traceId(),
        address: clientAddress(ctx, deps),
        ...(principal && { space: principal.space, key: principal.token }),
      });
    },
    onFailure: (error, requestId) => log.error({ err: error, requestId }, 'a request failed'),
  });
  return wellFormed(app.callback());
}

/** The key in the address of a public file opens it. */
function loggedPath(path: string): string {
  return path.replace(/^(\/public\/[^/]+\/).*/s, '$1…');
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

// Stops an HTTP server without breaking a request off: what has come is answered, on connections that end with the answer.

/**
 * How long connections that nobody uses stay open when the server stops: a client may be sending a request over one just now, and would
 * find it closed.
 */
const quietMs = 500;
/** How long requests under way may go on: less than what supervisors wait before they kill. */
const maxDrainMs = 5_000;
const sweepMs = 50;

/**
 * @param server before it gets requests
 * @returns stops the server: no new connection is taken, all answers from then on say `Connection: close`, and what is not answered
 *   after 5 seconds is broken off. Resolves when all connections are closed
 */
function stoppable(server: Server): () => Promise<void> {
  let isStopping = false;
  const announce = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  const unanswered = new Unanswered(server, (response) => {
    if (isStopping) announce(response);
  });
  return async () => {
    isStopping = true;
    for (const response of unanswered.responses) announce(response);
    let sweep: NodeJS.Timeout | undefined;
    const quiet = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    }, quietMs);
    const bound = setTimeout(() => server.closeAllConnections(), maxDrainMs);
    // Node's own would close idle connections at once.
    await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    clearTimeout(quiet);
    clearInterval(sweep);
    clearTimeout(bound);
    // Ends what Node does at intervals for open connections.
    server.close(() => {});
  };
}
