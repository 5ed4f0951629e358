/**
 * REST v1, the legacy API, at `/rest_services/v1/{space}/…`: its addresses, from the generated list of operations. What operations do is
 * in files of their own.
 */
import { type StandardOperation, type V1SpecialOperation, v1Operations } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRoute } from '../../http/api-middleware.js';
import { chooseMethod } from '../../http/choose-method.js';
import { writeAnswer } from '../../http/content/json-answer.js';
import { type OperationRoute, operationRoutes } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { collectionNames } from './info-answers.js';
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
  return apiMiddleware(deps, { bases: [base], spaceRoutes, timeoutMs: deps.limits.timeoutMs, renderError }, onFailure);
}

function operationRoute({ path, methods }: OperationRoute<StandardOperation | V1SpecialOperation>): SpaceRoute {
  if (!path.includes(':collection')) {
    const ofSpace = methods.flatMap(([method, name]) => (isIn(spaceOperations, name) ? [[method, name] as const] : []));
    return async (request) => {
      const { ctx } = request;
      writeAnswer(ctx, await spaceOperations[chooseMethod(ctx, ofSpace)](request));
    };
  }
  const ofEntities = methods.flatMap(([method, name]) =>
    isIn(entityOperations, name) ? [[method, name] as const] : [],
  );
  return async (request) => {
    const { ctx, params, deps } = request;
    const collection = params.collection ?? '';
    const entityType = deps.catalog.byV1Collection(collection);
    if (!entityType) throw unknownName('collection', collection, collectionNames(deps.catalog));
    const taken = ofEntities.filter(([, name]) => entityType.operations.includes(name));
    const operate = entityOperations[chooseMethod(ctx, taken)];
    writeAnswer(ctx, await operate({ ...request, entityType, id: params.id ?? '' }));
  };
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}

const noRoute: SpaceRoute = ({ params: { rest = '' } }) => {
  throw new ApiError('ERROR_UNKNOWN_TYPE', `There is nothing at /${rest}.`);
};
