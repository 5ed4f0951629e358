/**
 * Runs the server: opens what it is made of, listens, and closes in order.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { ServerMetrics } from '../api/site/server-metrics.js';
import { within } from '../db/within.js';
import { maxHeadBytes, rejectMalformed, withAddress } from '../http/reject-malformed.js';
import type { ServerDeps } from '../http/server-deps.js';
import { startJobWorker } from '../jobs/job-worker.js';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { type DepsConfig, openDeps } from './open-deps.js';

export type ServeConfig = DepsConfig & Pick<Config, 'host' | 'port' | 'logLevel' | 'corsOrigins' | 'receiveTimeoutMs'>;

export interface RunningServer {
  /** Scheme, host and port that it listens on. */
  readonly url: string;
  readonly deps: ServerDeps;
  /**
   * Takes no new connections, answers what comes on those that are open and closes them with the answer, gives requests under way 5
   * seconds to finish, ends background work and closes the database. Takes at most 8 seconds, whatever hangs.
   */
  close(): Promise<void>;
}

/** Longer than the idle time of usual proxies, so that they don't send into a closing connection. */
const keepAliveTimeoutMs = 75_000;

/** Bytes a second; an upload that is slower than this is cut off, unless a setting says otherwise. */
const slowestUpload = 100_000;

/** How often connections are looked at that are too slow. */
const connectionsCheckingInterval = 1_000;

/** How long requests under way may go on when the server stops: less than what supervisors wait before they kill it. */
const maxDrainMs = 5_000;
/** How long work in the background may go on then: it is done in short transactions. */
const maxBackgroundMs = 1_000;
/** Node closes idle connections once, when the server closes; one whose request ends later would stay for the keep-alive time. */
const idleSweepMs = 50;

/**
 * @param onWait told, in words, why the start waits for the database
 * @throws DatabaseAway when the database could not be used in time
 */
export async function serve(config: ServeConfig, onWait?: (trouble: string) => void): Promise<RunningServer> {
  const metrics = new ServerMetrics();
  const deps = await openDeps(config, () => metrics.countStatement(), undefined, onWait);
  try {
    const log = pino({ level: config.logLevel });
    const server = createServer(
      { maxHeaderSize: maxHeadBytes, connectionsCheckingInterval },
      createHandler(deps, config, metrics, log),
    );
    rejectMalformed(server);
    server.keepAliveTimeout = keepAliveTimeoutMs;
    // As Node has it, a request would have to come within 5 minutes.
    const longestUploadMs = Math.max(server.requestTimeout, (config.maxUploadBytes / slowestUpload) * 1_000);
    server.requestTimeout = config.receiveTimeoutMs ?? longestUploadMs;
    server.headersTimeout = Math.min(server.headersTimeout, server.requestTimeout);
    await listen(server, config);
    const worker = startJobWorker(deps, (error) => log.error({ err: error }, 'a background job failed'));
    return {
      url: addressOf(server),
      deps,
      close: async () => {
        await closeServer(server);
        // What hangs is cut off with the connections of the database.
        await within(maxBackgroundMs, worker.stop());
        await deps.db.close();
      },
    };
  } catch (error) {
    await deps.db.close();
    throw error;
  }
}

function createHandler(deps: ServerDeps, { corsOrigins }: ServeConfig, metrics: ServerMetrics, log: Logger) {
  const app = createApp(deps, {
    corsOrigins,
    metrics,
    onRequest: (ctx, durationMs) => {
      if (!log.isLevelEnabled('info')) return;
      const { method, path, status, state } = ctx;
      log.info({ method, path, status, durationMs: Math.round(durationMs * 100) / 100, requestId: state.requestId });
    },
    onFailure: (error, requestId) => log.error({ err: error, requestId }, 'a request failed'),
  });
  return withAddress(app.callback());
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
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

/** Ends connections as they become idle, and the others when they have had their time. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    const bound = setTimeout(() => server.closeAllConnections(), maxDrainMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(bound);
      resolve();
    });
  });
}
