/**
 * The application as a value, without a port: the APIs behind what every request gets.
 */
import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import { graphqlApi } from '../api/graphql/graphql-api.js';
import { referenceApi } from '../api/reference/reference-api.js';
import { restApi } from '../api/rest/rest-api.js';
import type { ShownDemo } from '../api/site/overview-page.js';
import { ServerMetrics } from '../api/site/server-metrics.js';
import { metricsPage, siteApi, stateApi } from '../api/site/site-api.js';
import { v1Api } from '../api/v1/v1-api.js';
import { answerError, errorBody, type FailureListener } from '../http/answer-error.js';
import { compressAnswers } from '../http/content/content-encoding.js';
import { type AllowedOrigins, crossOrigin } from '../http/cross-origin.js';
import type { ServerDeps } from '../http/server-deps.js';
import { traceRequests } from '../http/trace-requests.js';

/** Gets each finished request; for logs. */
export type RequestListener = (ctx: Context, durationMs: number) => void;

export interface AppOptions {
  /** Origins whose web pages may call the service; none unless given. */
  readonly corsOrigins?: AllowedOrigins;
  /** What `/metrics` shows; given where the process counts something else in it. */
  readonly metrics?: ServerMetrics;
  /** Token that `/metrics` asks for; false: there is no `/metrics` here. None unless given. */
  readonly metricsToken?: string | false | undefined;
  /** A space that the first page shows to callers on the same machine. */
  readonly demo?: ShownDemo;
  /** Whether there is the console at `/console`; true unless given. */
  readonly hasConsole?: boolean;
  readonly onRequest?: RequestListener;
  readonly onFailure?: FailureListener;
}

export function createApp(deps: ServerDeps, options: AppOptions = {}): Koa {
  const app = new Koa();
  app.silent = true;
  app.on('error', reportLate(options));
  const metrics = options.metrics ?? new ServerMetrics();
  metrics.watchAdmission(deps.admission);
  metrics.watchDatabase(deps.db);
  app.use(traceRequests);
  app.use(observe(options, metrics));
  const cors = crossOrigin(options.corsOrigins ?? []);
  if (cors !== undefined) app.use(cors);
  app.use(compressAnswers());
  app.use(restApi(deps, options.onFailure));
  app.use(graphqlApi(deps, options.onFailure));
  app.use(v1Api(deps, options.onFailure));
  app.use(referenceApi(deps, options.onFailure));
  const { metricsToken } = options;
  const shown = { demo: options.demo, hasConsole: options.hasConsole ?? true };
  app.use(siteApi(deps, metricsToken === false ? undefined : metricsPage(metrics, metricsToken), shown));
  app.use(writeNoRoute);
  return app;
}

/** @returns an application that shows the state of the server and nothing else */
export function createStateApp(deps: ServerDeps, metrics: ServerMetrics, token: string | undefined): Koa {
  const app = new Koa();
  app.silent = true;
  app.use(observe({}, new ServerMetrics()));
  app.use(stateApi(deps, metricsPage(metrics, token)));
  app.use(writeNoRoute);
  return app;
}

/** A caller's own id is taken when it is harmless. */
const requestIdForm = /^[\w.:-]{1,100}$/;

function observe({ onRequest, onFailure = () => {} }: AppOptions, metrics: ServerMetrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    const { req, res } = ctx;
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, errorBody, onFailure);
    }
    const durationMs = performance.now() - start;
    metrics.countRequest(ctx, durationMs);
    onRequest?.(ctx, durationMs);
  };
}

/** Connections end without a fault of ours. */
const brokenConnection = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'HPE_INVALID_EOF_STATE',
]);

/** Reports what goes wrong when an answer is on its way already: the caller cannot get an error any more. */
function reportLate({ onFailure }: AppOptions): (error: Error, ctx?: Context) => void {
  return (error, ctx) => {
    const code = 'code' in error ? String(error.code) : '';
    if (!brokenConnection.has(code)) onFailure?.(error, String(ctx?.state.requestId ?? ''));
  };
}

/** Projection C of the interface: the address leads nowhere. */
const writeNoRoute: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({
    status: 404,
    message: `There is nothing at ${ctx.path}.`,
    errorcode: null,
    traceback: null,
  });
};
