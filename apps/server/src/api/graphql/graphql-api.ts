/**
 * GraphQL over HTTP: requests of a space to the engine, a page for browsers, the schema as text. What an operation means is read
 * elsewhere, by modules that are loaded when the first one comes.
 */
import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { askToRetry, errorBody, type FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type PublicRoute, type SpaceRequest, whenSent } from '../../http/api-middleware.js';
import { digestOf, isKnownTag, keyOf } from '../../http/content/etag.js';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { readJson } from '../../http/content/read-json-body.js';
import { openFeed, type ShownPage, type ShowPage } from '../../http/follow-changes.js';
import { once } from '../../http/once.js';
import { chooseMethod } from '../../http/operation-routes.js';
import { parseIdempotencyKey } from '../../http/request-keys.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { wholeStore } from '../../records/scoped-store.js';
import { withinTime } from '../../records/within-time.js';
import { documentedCatalog } from '../../rights/field-rights.js';
import type { SpaceEngines } from './engine/engine.js';
import { graphiqlPage } from './engine/graphiql-page.js';
import { OperationTime } from './engine/request-context.js';
import type { Follow } from './special-field.js';

/** The address of a space, and of its schema below it. */
const spacePath = '/api/v100/graphql/spaces/:space';

/**
 * @param onFailure gets failures that are masked in an answer, too
 * @returns a middleware for the GraphQL address of a space and the addresses of the schema; other paths are passed on
 */
export function graphqlApi(deps: ServerDeps, onFailure: FailureListener = () => {}): Middleware {
  const loadEngines = once(async () => {
    // Each import is evaluated without a pause; others go on between them.
    await import('graphql');
    await import('./schema/schema-index.js');
    const { SpaceEngines } = await import('./engine/engine.js');
    return SpaceEngines.load(deps.catalog, deps.graphql);
  });
  const loadSdl = once(async () => {
    const { typeDefs } = await import('@headwater/graphql-types/sdl');
    return { typeDefs, content: prepareSdl(typeDefs) };
  });
  const loadSchemas = once(async () => {
    const { typeDefs, content } = await loadSdl();
    const { SpaceSchemas } = await import('../contract/space-schemas.js');
    return new SpaceSchemas(typeDefs, content, deps.catalog, prepareSdl);
  });
  const sendPage = graphiqlPage(deps);

  // The page needs no credentials: it has nothing of the space, and the queries it sends need them.
  const answerPage: PublicRoute = (ctx, _params, next) => (wantsPage(ctx) ? sendPage(ctx) : next());
  const answerShared = async (ctx: Context) => (await loadSdl()).content.send(ctx);
  const answerSchema = async ({ ctx, call, deps }: SpaceRequest) =>
    (await loadSchemas()).of(call.principal.space, documentedCatalog(deps.catalog, wholeStore(deps).catalog)).send(ctx);
  const answerOperation = (request: SpaceRequest) => runOperation(loadEngines, request, onFailure);

  const api = {
    bases: ['/api/v100/graphql/', '/graphql/'],
    publicRoutes: {
      '/graphql/schema.graphql': (ctx: Context) => chooseMethod(ctx, [['GET', answerShared]])(ctx),
      [spacePath]: answerPage,
    },
    spaceRoutes: {
      [spacePath]: (request: SpaceRequest) =>
        chooseMethod(
          request.ctx,
          [
            ['GET', answerOperation],
            ['POST', answerOperation],
          ],
          { head: false },
        )(request),
      [`${spacePath}/schema.graphql`]: (request: SpaceRequest) =>
        chooseMethod(request.ctx, [['GET', answerSchema]])(request),
    },
    // Errors before GraphQL begins, of credentials and methods, have the shape that clients of the interface know.
    renderError: errorBody,
  };
  return apiMiddleware(deps, api, onFailure);
}

function prepareSdl(text: string): PreparedContent {
  return new PreparedContent(text, { type: 'text/plain; charset=utf-8', cached: 'always-ask' });
}

function wantsPage(ctx: Context): boolean {
  return (ctx.method === 'GET' || ctx.method === 'HEAD') && ctx.accepts('json', 'html') === 'html';
}

/** Bodies in JSON only: browsers send forms to any origin without a preflight, and add the credentials they remember. */
function requireJson(ctx: Context): void {
  if (ctx.method !== 'POST' || ctx.is('application/json')) return;
  throw new ApiError('ERROR_MEDIA_TYPE', 'Send the operation as JSON, with Content-Type application/json.');
}

async function runOperation(
  loadEngines: () => Promise<SpaceEngines>,
  { ctx, deps, call, meter, bytes, slot, revision }: SpaceRequest,
  onFailure: FailureListener,
): Promise<void> {
  requireJson(ctx);
  meter?.require('cost');
  const engines = await loadEngines();
  // The first operation of a space builds its engine, before its time begins.
  const engine = await engines.of(call.principal.space, documentedCatalog(deps.catalog, wholeStore(deps).catalog));
  const start = performance.now();
  const requestId = String(ctx.state.requestId);
  const report = (error: unknown) => onFailure(error, requestId);
  const onReplay = () => ctx.set('Idempotency-Replayed', 'true');
  const idempotencyKey = parseIdempotencyKey(ctx.req);
  const time = new OperationTime();
  const repeat = ctx.method === 'GET' ? await repeatOf({ ctx, deps, call, revision }) : undefined;
  if (repeat?.known !== undefined) return sendKnown(ctx, repeat.known);
  const { store, waitedMs } = withinTime(deps, deps.graphql.timeoutMs, bytes);
  const readBody = () => whenSent({ ctx, slot }, () => readJson(ctx.req, deps.limits.maxBodyBytes, bytes.hold));
  let readsRecords = false;
  const onlyReadsRecords = () => {
    readsRecords = true;
  };
  const follow: Follow = (following, show) =>
    openFeed({ ctx, deps: store, call, slot, revision }, following, metered(meter, show));
  const acceptsEvents = ctx.accepts('text/event-stream') !== false;
  const context = {
    ...{ deps: store, onlyReadsRecords, call, readBody, requestId, report, time, idempotencyKey, onReplay },
    ...{ revision, follow, acceptsEvents },
  };
  ctx.set('Space-Revision', String(revision));
  const response = await engine.handleNodeRequestAndResponse(ctx.req, ctx.res, context);
  time.add('db', waitedMs());
  meter?.add('cost', performance.now() - start);
  ctx.set('Server-Timing', time.header());
  if (response.status === 503) askToRetry(ctx);
  if (isStream(response)) return sendStream(ctx, response);
  const tag = await sendAnswer(ctx, response);
  if (tag === undefined || repeat === undefined || !readsRecords) return;
  const texts = store.db.textsRead ?? [];
  deps.knownAnswers.add(repeat.key, { catalog: deps.catalog, texts, revisions: repeat.revisions }, () => tag);
}

/** What the first page takes is part of the request. @returns the same, whose later pages count like operations */
function metered<Page extends ShownPage>(meter: SpaceRequest['meter'], show: ShowPage<Page>): ShowPage<Page> {
  if (meter === undefined) return show;
  let isFirst = true;
  return async (page) => {
    if (isFirst) {
      isFirst = false;
      return show(page);
    }
    meter.require('cost');
    const start = performance.now();
    try {
      return await show(page);
    } finally {
      meter.add('cost', performance.now() - start);
    }
  };
}

/** @returns what is known of an earlier answer to the same request; `known` is its tag, when the caller has it */
async function repeatOf({ ctx, deps, call, revision }: Pick<SpaceRequest, 'ctx' | 'deps' | 'call' | 'revision'>) {
  const sent = ctx.get('If-None-Match');
  if (sent === '') return undefined;
  const revisions = await deps.knownAnswers.revisions(call.principal.space, revision);
  const key = keyOf({ ctx, deps, call });
  const tag = deps.knownAnswers.tagOf(key, revisions);
  return { key, revisions, known: tag !== undefined && isKnownTag(sent, tag) ? tag : undefined };
}

// Sends what the engine has answered, with what caches may do with it.

/**
 * An answer to GET may be cached by the caller, who then only asks whether it has changed; those to POST are cached by nobody.
 * @param response of the engine
 * @returns the tag of the answer; undefined for one that is not cached
 */
async function sendAnswer(ctx: Context, response: Response): Promise<string | undefined> {
  const body = await response.text();
  ctx.status = response.status;
  for (const [name, value] of response.headers) if (name !== 'accept') ctx.set(name, value);
  ctx.vary('Accept');
  if (ctx.method !== 'GET' || ctx.status !== 200) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
    return undefined;
  }
  const tag = `"${digestOf(body)}"`;
  if (isKnownTag(ctx.get('If-None-Match'), tag)) sendKnown(ctx, tag);
  else {
    setTag(ctx, tag);
    ctx.body = body;
  }
  return tag;
}

function isStream({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') === true;
}

/** Sends events as they come. What the caller has not taken is not read. */
function sendStream(ctx: Context, { status, body }: Response): void {
  ctx.status = status;
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache, no-transform');
  // A proxy that gathers the answer would keep events back.
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = Readable.from(chunksOf(body as unknown as AsyncIterable<Uint8Array>), { objectMode: false });
}

/** The engine's own stream must not be ended before it has begun, as when the caller has gone by then: it fails. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield* body;
}

/** Answers that the caller has the answer already. */
function sendKnown(ctx: Context, tag: string): void {
  ctx.vary('Accept');
  setTag(ctx, tag);
  ctx.status = 304;
}

function setTag(ctx: Context, tag: string): void {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Authorization');
  ctx.set('ETag', tag);
}
