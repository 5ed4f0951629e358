/**
 * The GraphQL door: requests of a space to the engine, a page for browsers, the schema as text.
 * Translates HTTP only; what an operation means is read elsewhere.
 */
import { typeDefs } from '@headwater/graphql-types';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { parseIdempotencyKey } from '../../http/idempotency-key.js';
import { requestOrigin } from '../../http/origin.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { depsOfSpace } from '../../metadata/space-catalog/deps-of-space.js';
import type { Call } from '../../records/call.js';
import { withinTime } from '../../records/within-time.js';
import { SpaceSchemas } from '../contract/space-schemas.js';
import type { Engine } from './engine.js';
import { graphiqlPage } from './graphiql-page.js';
import { OperationTime } from './operation-time.js';
import { renderRefusal } from './render-refusal.js';
import { sendAnswer } from './send-answer.js';
import { SpaceEngines } from './space-engines.js';

/** The space's address, and the schema's below it. */
const spaceAddress = /^\/api\/v100\/graphql\/spaces\/([^/]+)(\/schema\.graphql)?$/;

/** Told what went wrong inside, with the id under which the caller was told of it. */
export type FailureListener = (error: unknown, requestId: string) => void;

/**
 * @param onFailure told of failures that are masked in an answer, which for that reason reach nobody else
 * @returns middleware for a space's GraphQL address and the addresses of the schema; other paths are passed on
 */
export function graphqlDoor(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const engines = new SpaceEngines(deps.catalog, { ...deps.graphql, maxBodyBytes: deps.limits.maxBodyBytes });
  const schemas = new SpaceSchemas(typeDefs, deps.catalog);
  const sendPage = graphiqlPage(deps);

  async function answerSpace(ctx: Context, space: string, isSchema: boolean): Promise<void> {
    // The page needs no credentials: it holds nothing of the space, and the queries it sends are asked for them.
    if (!isSchema && wantsPage(ctx)) return sendPage(ctx);
    checkRequest(ctx, isSchema ? ['GET', 'HEAD'] : ['GET', 'POST']);
    const call = await authenticate(deps, ctx, space);
    const { space: id } = call.principal;
    const own = await depsOfSpace(deps, id);
    if (isSchema) return schemas.of(id, own.catalog).send(ctx);
    return runOperation(engines.of(id, own.catalog), ctx, own, call, onFailure);
  }

  return async (ctx, next) => {
    const [, space, schemaPath] = spaceAddress.exec(ctx.path) ?? [];
    if (space === undefined && ctx.path !== '/graphql/schema.graphql') return next();
    try {
      if (space !== undefined) await answerSpace(ctx, space, schemaPath !== undefined);
      else {
        checkRequest(ctx, ['GET', 'HEAD']);
        await schemas.shared.send(ctx);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      renderRefusal(ctx, error);
    }
  };
}

function wantsPage(ctx: Context): boolean {
  return (ctx.method === 'GET' || ctx.method === 'HEAD') && ctx.accepts('json', 'html') === 'html';
}

/** Bodies in JSON only: browsers send forms to any origin without asking first, and add the credentials they remember. */
function checkRequest(ctx: Context, methods: readonly string[]): void {
  if (!methods.includes(ctx.method)) {
    ctx.set('Allow', methods.join(', '));
    throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `This address takes ${methods.join(' and ')}, not ${ctx.method}.`);
  }
  if (ctx.method === 'POST' && !ctx.is('application/json')) {
    throw new ApiError('ERROR_MEDIA_TYPE', 'Send the operation as JSON, with Content-Type application/json.');
  }
}

async function authenticate(deps: ServerDeps, ctx: Context, space: string): Promise<Call> {
  const principal = await deps.keys.authenticate(space, ctx.get('Authorization') || undefined);
  return { principal, origin: requestOrigin(ctx, deps) };
}

async function runOperation(
  engine: Engine,
  ctx: Context,
  deps: ServerDeps,
  call: Call,
  onFailure?: FailureListener,
): Promise<void> {
  const requestId = String(ctx.state.requestId);
  const report = (error: unknown) => onFailure?.(error, requestId);
  const onReplay = () => ctx.set('Idempotency-Replayed', 'true');
  const idempotencyKey = parseIdempotencyKey(ctx.req);
  const time = new OperationTime();
  const { store, waitedMs } = withinTime(deps, deps.graphql.timeoutMs);
  const context = { deps: store, call, requestId, report, time, idempotencyKey, onReplay };
  const response = await engine.handleNodeRequestAndResponse(ctx.req, ctx.res, context);
  time.add('db', waitedMs());
  ctx.set('Server-Timing', time.header());
  await sendAnswer(ctx, response);
}
