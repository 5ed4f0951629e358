/**
 * REST v1, the legacy API, at `/rest_services/v1/{space}/…`: its addresses, from the generated list of operations. What operations do is
 * in files of their own.
 */
import { v1Operations } from '@headwater/openapi-types';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRoute } from '../../http/api-middleware.js';
import { chooseMethod } from '../../http/choose-method.js';
import { type OperationRoute, operationRoutes } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { collectionNames } from './info-answers.js';
import type { LegacyAnswer } from './legacy-answer.js';
import { base, entityOperations, spaceOperations, unknownName } from './operations.js';
import { renderError } from './render-error.js';

/**
 * @returns a middleware that answers every request below `/rest_services/v1` and passes on all others
 * @spec interface, Legacy REST v1 and Authentication
 */
export function v1Api(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const routes = operationRoutes(v1Operations, (name) => deps.catalog.existing(name).v1?.collection);
  const pathOf = (path: string) => base + path.replace(':space_name', ':space');
  const spaceRoutes = {
    ...Object.fromEntries(routes.map((route) => [pathOf(route.path), operationRoute(route)])),
    [`${base}{/:space}{/*rest}`]: noRoute,
  };
  return apiMiddleware(deps, { bases: [base], spaceRoutes, renderError }, onFailure);
}

function operationRoute({ methods }: OperationRoute<string>): SpaceRoute {
  const ofEntities = pick(methods, entityOperations);
  const ofSpace = pick(methods, spaceOperations);
  return async (request) => {
    const { ctx, params, deps } = request;
    if (params.collection === undefined) return writeAnswer(ctx, await chooseMethod(ctx, ofSpace)[1](request));
    const entityType = deps.catalog.byV1Collection(params.collection);
    if (!entityType) throw unknownName('collection', params.collection, collectionNames(deps.catalog));
    const taken = ofEntities.filter(([, [name]]) => entityType.operations.includes(name));
    const [, operate] = chooseMethod(ctx, taken);
    writeAnswer(ctx, await operate({ ...request, entityType, id: params.id ?? '' }));
  };
}

/** @returns the methods whose operations are in the table, each with the name of the operation and what it does */
function pick<Table extends Readonly<Record<string, unknown>>>(
  methods: OperationRoute<string>['methods'],
  table: Table,
) {
  const named = Object.entries(table) as [keyof Table & string, Table[keyof Table & string]][];
  return methods.flatMap(([method, name]) =>
    named.filter(([known]) => known === name).map((operation) => [method, operation] as const),
  );
}

const noRoute: SpaceRoute = ({ params: { rest = '' } }) => {
  throw new ApiError('ERROR_UNKNOWN_TYPE', `There is nothing at /${rest}.`);
};

function writeAnswer(ctx: Context, { status, headers, body }: LegacyAnswer): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.type = 'application/json';
  // When a stream fails, the status line is out already: the connection is cut, which tells the caller that the
  // list is not whole.
  ctx.body = body;
}
