/**
 * The chain that a request to an API passes through: find the route, check who calls, load the space, run the route, and write errors in
 * the shape of the API.
 */
import type { IncomingMessage } from 'node:http';
import type { Catalog } from '@headwater/catalog';
import type { Context, Middleware, Next } from 'koa';
import type { RateMeter } from '../auth/rate-limits.js';
import { ApiError } from '../errors/api-error.js';
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { scopedStore } from '../records/scoped-store.js';
import { withinTime } from '../records/within-time.js';
import { maxBatchItems } from '../request/batch-request.js';
import type { RequestBytes } from '../request/held-bytes.js';
import { type Release, Slot } from './admission.js';
import { answerError, type FailureListener } from './answer-error.js';
import { type BodyForm, readJson, readJsonBody } from './content/read-json-body.js';
import { closeWhenTooLong } from './content/request-content.js';
import { clientAddress, requestOrigin } from './origin.js';
import { parseSkipKey } from './request-keys.js';
import { type FoundRoute, type RouteParams, Routes } from './routes.js';
import type { ServerDeps } from './server-deps.js';
import { whenClosed } from './when-closed.js';

/** A request to a space, by a caller who may enter it. */
export interface SpaceRequest {
  readonly ctx: Context;
  readonly params: RouteParams;
  /** Of the space. */
  readonly deps: ServerDeps;
  readonly call: Call;
  /** Undefined where nothing is limited. */
  readonly meter: RateMeter | undefined;
  /** Counts what the request holds. */
  readonly bytes: RequestBytes;
  /** Of the last change of the space when the request began, or later. */
  readonly revision: number;
  /** Held while the request works. */
  readonly slot: Slot;
}

/** Without credentials. @param next passes the request on to the next route that fits the address */
export type PublicRoute = (ctx: Context, params: RouteParams, next: Next) => unknown;

/** @param next as above */
export type SpaceRoute = (request: SpaceRequest, next: Next) => unknown;

export interface Api {
  /** What its addresses begin with; the middleware passes on all others. */
  readonly bases: readonly string[];
  /** By path, as `@koa/router` writes it. They come before those of spaces. */
  readonly publicRoutes?: Readonly<Record<string, PublicRoute>>;
  /** By path; an optional `:space` in it names the space. The first one that fits answers. */
  readonly spaceRoutes: Readonly<Record<string, SpaceRoute>>;
  /** Milliseconds that a request may take from when it has come whole; left out: the API bounds its work itself. */
  readonly timeoutMs?: number;
  /** @param catalog of the space; the shared one when the space is not known */
  readonly renderError: (error: ApiError, catalog: Catalog) => unknown;
}

/** @returns a middleware that answers the requests to an API and passes on those that no route fits */
export function apiMiddleware(deps: ServerDeps, api: Api, onFailure: FailureListener = () => {}): Middleware {
  const routes = new Routes<PublicRoute>();
  for (const [path, route] of Object.entries(api.publicRoutes ?? {})) routes.add(path, route);
  for (const [path, route] of Object.entries(api.spaceRoutes)) {
    routes.add(path, async (ctx, params, next) => {
      ctx.state.opened ??= await openSpace(deps, ctx, params.space ?? '', api.timeoutMs);
      await route({ ctx, params, ...(ctx.state.opened as OpenedSpace) }, next);
    });
  }
  /** @param index of the route among those that fit */
  const run = (ctx: Context, next: Next, found: readonly FoundRoute<PublicRoute>[], index = 0): unknown => {
    const route = found[index];
    ctx.state.route = route?.path;
    return route === undefined ? next() : route.action(ctx, route.params, async () => run(ctx, next, found, index + 1));
  };
  return async (ctx, next) => {
    const { path } = ctx.request;
    if (!api.bases.some((base) => path.startsWith(base))) return next();
    try {
      await run(ctx, next, routes.find(path));
    } catch (error) {
      const opened: OpenedSpace | undefined = ctx.state.opened;
      answerError(ctx, error, (shown) => api.renderError(shown, (opened?.deps ?? deps).catalog), onFailure);
    } finally {
      // An answer that is still being sent waits for its caller, who must not keep others from their work.
      (ctx.state.slot as Slot | undefined)?.end();
      // What the request holds is counted until its work has ended, also when its caller has gone, and until its answer is sent.
      const bytes: RequestBytes | undefined = ctx.state.bytes;
      if (bytes !== undefined) whenClosed(ctx.res, () => bytes.end());
      // Nor hold it in memory for ever: who takes nothing of it for so long is cut off.
      ctx.res.setTimeout(deps.limits.timeoutMs);
    }
  };
}

type OpenedSpace = Pick<SpaceRequest, 'deps' | 'call' | 'meter' | 'bytes' | 'revision' | 'slot'>;

/** @throws ApiError `ERROR_UNAUTHORIZED`, `ERROR_RATE_LIMIT`, `ERROR_OVERLOADED`, `ERROR_UNAVAILABLE` */
async function openSpace(
  deps: ServerDeps,
  ctx: Context,
  space: string,
  timeoutMs: number | undefined,
): Promise<OpenedSpace> {
  const { authorization } = ctx.req.headers;
  const known =
    deps.keys.known(space, authorization, () => clientAddress(ctx, deps)) ??
    (await deps.keys.authenticate(space, authorization, clientAddress(ctx, deps)));
  ctx.state.principal = known;
  const meter = deps.rateLimits.meterOf(known);
  if (meter !== undefined) admitByRate(ctx, meter);
  const slot = new Slot(() => deps.admission.enterAtOnce(known.space) ?? admit(deps, ctx, known.space));
  ctx.state.slot = slot;
  await slot.take();
  const { deps: ofSpace, revision } = await depsOfSpace(deps, known.space);
  const bytes = deps.heldBytes.ofRequest(known.space, deps.answerLimits.bytes);
  ctx.state.bytes = bytes;
  const principal = known.asUser ? await deps.userRights.limit(ofSpace, known, revision) : known;
  const ofKey = scopedStore(ofSpace, principal.rights);
  return {
    deps: timeoutMs === undefined ? ofKey : withinRequest(ofKey, ctx, timeoutMs, bytes),
    call: {
      principal,
      origin: requestOrigin(ctx, deps),
      requestId: String(ctx.state.requestId),
      skipKey: parseSkipKey(ctx.req),
      meter,
    },
    meter,
    bytes,
    revision,
    slot,
  };
}

/** @throws ApiError `ERROR_OVERLOADED`, at once for a caller who keeps to `Retry-After` */
async function admit({ admission }: ServerDeps, ctx: Context, space: string): Promise<Release> {
  try {
    return await admission.enter(space, (leave) => whenClosed(ctx.res, leave));
  } catch (error) {
    await admission.holdBack(ctx.req.socket, (leave) => whenClosed(ctx.res, leave));
    throw error;
  }
}

/** @throws ApiError `ERROR_RATE_LIMIT`, with the headers that say what is left */
function admitByRate(ctx: Context, meter: RateMeter): void {
  try {
    meter.require('requests');
    meter.add('requests', 1);
  } finally {
    ctx.set(meter.headers());
  }
}

/** @returns the same for one request: what it asks of the database ends in time, and when the caller has gone */
function withinRequest(deps: ServerDeps, { req, res }: Context, timeoutMs: number, bytes: RequestBytes): ServerDeps {
  const { store, dropReads } = withinTime(deps, timeoutMs, bytes);
  if (hasBody(req)) req.once('end', () => store.db.restartTime?.());
  whenClosed(res, () => {
    if (!res.writableFinished) dropReads();
  });
  return store;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** @throws what `readJsonBody` throws; ApiError `ERROR_OVERLOADED` */
export function readBody(request: SpaceRequest, form?: BodyForm): Promise<Readonly<Record<string, unknown>>> {
  const { ctx, deps, bytes } = request;
  return whenSent(request, () => readJsonBody(ctx.req, deps.limits.maxBodyBytes, bytes.hold, form));
}

/** A batch may be as many times as long as the body of one record, which no item of it may exceed. */
const batchFactor = 4;

/**
 * @param fewest items that the body must have
 * @returns the items of a batch
 * @throws ApiError as `readJson` does; `ERROR_PARAMETER_INVALID`, `ERROR_BATCH_TOO_LARGE`
 */
export async function readItems(request: SpaceRequest, fewest: 0 | 1): Promise<readonly unknown[]> {
  const { ctx, deps, bytes } = request;
  const { maxBodyBytes } = deps.limits;
  const body = await whenSent(request, () => readJson(ctx.req, maxBodyBytes * batchFactor, bytes.hold, maxBodyBytes));
  if (body === undefined) throw new ApiError('ERROR_PARAMETER_INVALID', 'Missing or invalid JSON data.');
  if (!Array.isArray(body) || body.length < fewest) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `The body must be an array of ${fewest} to ${maxBatchItems} items.`);
  }
  if (body.length > maxBatchItems) {
    const message = `The batch has ${body.length} items; at most ${maxBatchItems} are allowed. Send it in parts.`;
    throw new ApiError('ERROR_BATCH_TOO_LARGE', message);
  }
  return body;
}

/**
 * Waits for a body without a slot: callers who are slow to send keep no others from their work.
 * @throws what `read` throws; ApiError `ERROR_OVERLOADED`
 */
export async function whenSent<Value>(
  { ctx, slot }: Pick<SpaceRequest, 'ctx' | 'slot'>,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await (ctx.req.complete ? read() : slot.whileWaiting(read));
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'ERROR_BODY_TOO_LARGE') closeWhenTooLong(ctx.res);
    throw error;
  }
}

// The dependencies of the server for a request to one space: those of all, with the store of that space.

const known = new WeakMap<RecordStore, ServerDeps>();

interface DepsAt {
  readonly deps: ServerDeps;
  readonly revision: number;
}

/**
 * Asked once a request, after it is known who asks.
 * @returns deps whose catalog is that of the space, as it was at some moment after the call, and the revision that it had then
 * @throws ApiError `ERROR_UNAVAILABLE`
 */
async function depsOfSpace(deps: ServerDeps, space: string): Promise<DepsAt> {
  const { store, revision } = await deps.stores.at(space);
  let own = known.get(store);
  if (own === undefined) {
    own = { ...deps, ...store };
    known.set(store, own);
  }
  return { deps: own, revision };
}
