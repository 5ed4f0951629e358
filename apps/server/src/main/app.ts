/**
 * The application as a value, without a port: the doors behind what every request gets.
 */
import { randomUUID } from 'node:crypto';
import Koa, { type Context, type Middleware } from 'koa';
import { graphqlDoor } from '../api/graphql/door.js';
import { restDoor } from '../api/rest/door.js';
import { publicDoor } from '../api/rest/public-door.js';
import { renderError, renderNoRoute } from '../api/rest/render-error.js';
import { siteDoor } from '../api/site/door.js';
import { ServerMetrics } from '../api/site/server-metrics.js';
import { legacyDoor } from '../api/v1/door.js';
import { renderError as renderLegacyError } from '../api/v1/render-error.js';
import { ApiError } from '../errors/api-error.js';
import { compressAnswers } from '../http/compress-answers.js';
import { type AllowedOrigins, crossOrigin } from '../http/cross-origin.js';
import type { FailureListener } from '../http/failure-listener.js';
import type { ServerDeps } from '../http/server-deps.js';

/** Told each finished request; for logs. */
export type RequestListener = (ctx: Context, durationMs: number) => void;

export interface AppOptions {
  /** Origins whose web pages may call the service; none unless given. */
  readonly corsOrigins?: AllowedOrigins;
  /** What `/metrics` shows; given by whoever counts something of his own in it. */
  readonly metrics?: ServerMetrics;
  readonly onRequest?: RequestListener;
  /** Told what went wrong inside, with the id under which the caller was told of it. */
  readonly onFailure?: FailureListener;
}

export function createApp(deps: ServerDeps, options: AppOptions = {}): Koa {
  const app = new Koa();
  app.silent = true;
  app.on('error', reportLate(options));
  const metrics = options.metrics ?? new ServerMetrics();
  app.use(observe(deps, options, metrics));
  const cors = crossOrigin(options.corsOrigins ?? []);
  if (cors !== undefined) app.use(cors);
  app.use(compressAnswers());
  app.use(restDoor(deps, options.onFailure));
  app.use(graphqlDoor(deps, options.onFailure));
  app.use(legacyDoor(deps, options.onFailure));
  app.use(publicDoor(deps));
  app.use(siteDoor(deps, metrics));
  app.use(writeNoRoute);
  return app;
}

/** A caller's own id is taken when it is harmless. */
const requestIdForm = /^[\w.:-]{1,100}$/;

function observe(deps: ServerDeps, { onRequest, onFailure }: AppOptions, metrics: ServerMetrics): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    const given = ctx.get('X-Request-Id');
    const requestId = requestIdForm.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500;
      if (!isRefusal) onFailure?.(error, requestId);
      writeFailure(deps, ctx, error, requestId);
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

/** What goes wrong when an answer is on its way already: nobody can be told any more, but it is no secret. */
function reportLate({ onFailure }: AppOptions): (error: Error, ctx?: Context) => void {
  return (error, ctx) => {
    const code = 'code' in error ? String(error.code) : '';
    if (!brokenConnection.has(code)) onFailure?.(error, String(ctx?.state.requestId ?? ''));
  };
}

/** In the shape of the door that was asked. */
function writeFailure(deps: ServerDeps, ctx: Context, error: unknown, requestId: string): void {
  const message = `Something went wrong inside the service. It was logged as request ${requestId}.`;
  const shown = error instanceof ApiError ? error : new ApiError('ERROR_INTERNAL', message, { cause: error });
  ctx.status = shown.status;
  ctx.type = 'application/json';
  const isLegacy = ctx.path.startsWith('/rest_services/');
  ctx.body = JSON.stringify(isLegacy ? renderLegacyError(deps.catalog, shown) : renderError(shown));
}

const writeNoRoute: Middleware = (ctx) => {
  ctx.status = 404;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(renderNoRoute(ctx.path));
};
