/**
 * The door of REST v100. It finds the operation, asks who calls, and turns errors into the interface's shapes; what operations do
 * stands in files of their own.
 */

import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/failure-listener.js';
import { requestOrigin } from '../../http/origin.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { depsOfSpace } from '../../metadata/space-catalog/deps-of-space.js';
import { operations } from './operations.js';
import { placeOf } from './own-places.js';
import { type Place, Places, type RestOperation } from './places.js';
import { renderError, renderNoRoute } from './render-error.js';
import { spaceContract } from './space-contract.js';

const base = '/api/v100/rest';
const spacesPath = `${base}/spaces`;
const collectionPath = `${spacesPath}/:space/entities/:collection`;

/** Below the collection; no address has more. */
const below = ['/:first', '/:second', '/:third'];

/**
 * @returns a middleware that answers every request below `/api/v100/rest` and passes on all others
 * @throws whatever is no ApiError, for the app to log
 */
export function restDoor(deps: ServerDeps, onFailure: FailureListener = () => {}): Middleware {
  const places = new Places();
  const answerContract = spaceContract(deps, spacesPath);
  const router = new Router();
  router.all(`${spacesPath}/:space/openapi.json`, (ctx) => answerContract(ctx, ctx.params.space ?? ''));
  for (let depth = 0; depth <= below.length; depth++) {
    const path = collectionPath + below.slice(0, depth).join('');
    router.all(path, (ctx) => answer(deps, places, ctx, ctx.params));
  }
  const routes = router.routes();
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${base}/`) && ctx.path !== base) {
      await next();
      return;
    }
    try {
      await routes(ctx as Parameters<typeof routes>[0], async () => writeNoRoute(ctx));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 500) onFailure(error, ctx.state.requestId);
      writeError(ctx, error);
    }
  };
}

async function answer(
  deps: ServerDeps,
  places: Places,
  ctx: Context,
  { space = '', collection = '', first, second, third }: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const principal = await deps.keys.authenticate(space, ctx.headers.authorization);
  const own = await depsOfSpace(deps, principal.space);
  const entityType = own.catalog.byCollection(collection);
  if (!entityType) {
    throw new ApiError('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${collection}`);
  }
  const segments = [first, second, third].filter((segment) => segment !== undefined);
  const place = placeOf(places, entityType, segments);
  if (!place) {
    writeNoRoute(ctx);
    return;
  }
  const operation = operationAt(ctx, place, entityType.collection);
  const call = { principal, origin: requestOrigin(ctx, deps) };
  const { params } = place;
  await operations[operation](own, { ctx, call, entityType, id: params.id ?? '', params });
}

/** @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set */
function operationAt(ctx: Context, { methods }: Place, collection: string): RestOperation {
  const operation = methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (operation) return operation;
  const allowed = [...methods.keys()].sort().join(', ');
  ctx.set('Allow', allowed);
  const message = `${ctx.method} is not allowed here; this address of ${collection} takes ${allowed}.`;
  throw new ApiError('ERROR_METHOD_NOT_ALLOWED', message);
}

function writeError(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  if (error.errorName === 'ERROR_UNAUTHORIZED') ctx.set('WWW-Authenticate', 'Basic realm="restapi"');
  if (error.errorName === 'ERROR_UNAVAILABLE') ctx.set('Retry-After', '1');
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(renderError(error));
}

function writeNoRoute(ctx: Context): void {
  ctx.status = 404;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(renderNoRoute(ctx.path));
}
