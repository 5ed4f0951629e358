/**
 * The legacy door: REST v1 at `/rest_services/v1/{space}/…`. It checks who asks, finds the route and writes the answer;
 * what routes do stands in files of their own.
 */
import type { Catalog } from '@headwater/catalog';
import type { Context, Middleware } from 'koa';
import type { Principal } from '../../auth/principal.js';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/failure-listener.js';
import { requestOrigin } from '../../http/origin.js';
import { readJsonBody } from '../../http/read-json-body.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { depsOfSpace } from '../../metadata/space-catalog/deps-of-space.js';
import type { LegacyAnswer } from './legacy-answer.js';
import { renderError, renderUnauthorized } from './render-error.js';
import { type LegacyRoutes, routesAt } from './routes-at.js';

const base = '/rest_services/v1';
const addressForm = /^\/rest_services\/v1(?:\/([^/]*)(?:\/(.*))?)?$/;

/**
 * @returns a middleware that answers every request below `/rest_services/v1` and passes on all others
 * @throws whatever is no ApiError, for the app to log
 * @spec interface, Legacy REST v1 and Authentication
 */
export function legacyDoor(deps: ServerDeps, onFailure: FailureListener = () => {}): Middleware {
  return async (ctx, next) => {
    const address = addressForm.exec(ctx.path);
    if (address === null) {
      await next();
      return;
    }
    const [, space = '', rest = ''] = address;
    let { catalog } = deps;
    try {
      const principal = await deps.keys.authenticate(space, ctx.headers.authorization);
      const own = await depsOfSpace(deps, principal.space);
      ({ catalog } = own);
      writeAnswer(ctx, await answer(own, ctx, principal, rest));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      if (error.status >= 500) onFailure(error, ctx.state.requestId);
      writeError(ctx, catalog, error);
    }
  };
}

/** @param deps of the space @param rest the address below the space */
async function answer(deps: ServerDeps, ctx: Context, principal: Principal, rest: string): Promise<LegacyAnswer> {
  const origin = requestOrigin(ctx, deps);
  const run = routeOf(ctx, routesAt(deps, parseSegments(rest)));
  return run({
    call: { principal, origin },
    query: ctx.query,
    spaceUrl: `${origin}${base}/${principal.space}`,
    readBody: () => readJsonBody(ctx.req, deps.limits.maxBodyBytes),
  });
}

function parseSegments(rest: string): string[] {
  try {
    return rest === '' ? [] : rest.replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    throw new ApiError('ERROR_UNKNOWN_TYPE', `There is nothing at /${rest}.`);
  }
}

/** @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set */
function routeOf(ctx: Context, routes: LegacyRoutes): NonNullable<LegacyRoutes['GET']> {
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  const found = Object.entries(routes).find(([name]) => name === method);
  if (found === undefined) {
    const allowed = Object.keys(routes).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name));
    ctx.set('Allow', allowed.join(', '));
    throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here, only ${allowed.join(', ')}.`);
  }
  return found[1];
}

function writeAnswer(ctx: Context, { status, headers, body }: LegacyAnswer): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.type = 'application/json';
  // When a stream fails, the status line is out already: the connection is cut, which tells the caller that the
  // list is not whole.
  ctx.body = body;
}

function writeError(ctx: Context, catalog: Catalog, error: ApiError): void {
  const isUnauthorized = error.errorName === 'ERROR_UNAUTHORIZED';
  ctx.status = error.status;
  if (isUnauthorized) {
    ctx.set('WWW-Authenticate', 'Basic realm="restapi"');
  }
  if (error.errorName === 'ERROR_UNAVAILABLE') {
    ctx.set('Retry-After', '1');
  }
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(isUnauthorized ? renderUnauthorized(error) : renderError(catalog, error));
}
