/**
 * The door of REST v100. It finds the operation, asks who calls, and turns errors into the interface's shapes; what operations do
 * stands in files of their own.
 */

import type { EntityType } from '@headwater/catalog';
import { v100Operations } from '@headwater/openapi-types';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../errors/api-error.js';
import type { FailureListener } from '../http/failure-listener.js';
import { requestOrigin } from '../http/origin.js';
import type { ServerDeps } from '../server-deps.js';
import { type KnownOperation, operations } from './operations.js';
import { renderError, renderNoRoute } from './render-error.js';
import { spaceContract } from './space-contract.js';
import { type SpecialRoute, specialOperations, specialRoutes } from './special-operations.js';

const base = '/api/v100/rest';
const spacesPath = `${base}/spaces`;
const collectionPath = `${spacesPath}/:space/entities/:collection`;

/** Operations by method, of a collection and of one of its records. */
interface Methods {
  readonly collection: ReadonlyMap<string, KnownOperation>;
  readonly record: ReadonlyMap<string, KnownOperation>;
}

/**
 * @returns a middleware that answers every request below `/api/v100/rest` and passes on all others
 * @throws whatever is no ApiError, for the app to log
 */
export function restDoor(deps: ServerDeps, onFailure: FailureListener = () => {}): Middleware {
  const methods = methodsByEntityType();
  const answerContract = spaceContract(deps, spacesPath);
  const router = new Router();
  router.all(`${spacesPath}/:space/openapi.json`, (ctx) => answerContract(ctx, ctx.params.space ?? ''));
  for (const route of specialRoutes()) {
    router.all(`${spacesPath}/:space${route.path}`, (ctx, next) => answerSpecial(deps, route, ctx, ctx.params, next));
  }
  router.all(collectionPath, (ctx) => answer(deps, methods, ctx, ctx.params, 'collection'));
  router.all(`${collectionPath}/:id`, (ctx) => answer(deps, methods, ctx, ctx.params, 'record'));
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

function methodsByEntityType(): ReadonlyMap<string, Methods> {
  const found = new Map<string, { collection: Map<string, KnownOperation>; record: Map<string, KnownOperation> }>();
  for (const { method, path, entityType, operation } of v100Operations) {
    if (!entityType || !operation || !isKnown(operation)) continue;
    const methods = found.get(entityType) ?? { collection: new Map(), record: new Map() };
    found.set(entityType, methods);
    methods[path.endsWith('/{id}') ? 'record' : 'collection'].set(method.toUpperCase(), operation);
  }
  return found;
}

function isKnown(operation: string): operation is KnownOperation {
  return Object.hasOwn(operations, operation);
}

async function answer(
  deps: ServerDeps,
  methods: ReadonlyMap<string, Methods>,
  ctx: Context,
  params: Readonly<Record<string, string | undefined>>,
  place: keyof Methods,
): Promise<void> {
  const { space = '', collection = '', id = '' } = params;
  const principal = await deps.keys.authenticate(space, ctx.headers.authorization);
  const entityType = deps.catalog.byCollection(collection);
  if (!entityType) {
    throw new ApiError('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${collection}`);
  }
  const operation = operationOf(ctx, entityType, methods.get(entityType.name)?.[place] ?? new Map());
  const call = { principal, origin: requestOrigin(ctx, deps) };
  await operations[operation](deps, { ctx, call, entityType, id });
}

async function answerSpecial(
  deps: ServerDeps,
  { entityType, operations, mayBeRecord }: SpecialRoute,
  ctx: Context,
  { space = '', id = '' }: Readonly<Record<string, string | undefined>>,
  next: () => Promise<unknown>,
): Promise<void> {
  const name = operations.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (!name && mayBeRecord) {
    await next();
    return;
  }
  const principal = await deps.keys.authenticate(space, ctx.headers.authorization);
  if (!name) throw notAllowed(ctx, [...operations.keys()], 'this address takes');
  const call = { principal, origin: requestOrigin(ctx, deps) };
  await specialOperations[name](deps, { ctx, call, entityType: deps.catalog.existing(entityType), id });
}

function operationOf(
  ctx: Context,
  entityType: EntityType,
  methods: ReadonlyMap<string, KnownOperation>,
): KnownOperation {
  const operation = methods.get(ctx.method === 'HEAD' ? 'GET' : ctx.method);
  if (operation) return operation;
  throw notAllowed(ctx, [...methods.keys()], `${entityType.collection} take`);
}

/** @param takes who takes the methods, in words */
function notAllowed(ctx: Context, methods: readonly string[], takes: string): ApiError {
  const allowed = methods.toSorted().join(', ');
  ctx.set('Allow', allowed);
  const message = `${ctx.method} is not allowed here; ${takes} ${allowed || 'nothing'}.`;
  return new ApiError('ERROR_METHOD_NOT_ALLOWED', message);
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
