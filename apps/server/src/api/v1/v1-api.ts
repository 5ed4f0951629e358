/**
 * REST v1, the legacy API, at `/rest_services/v1/{space}/…`: its addresses, from the generated list of operations. What operations do is
 * in files of their own.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type StandardOperation, type V1SpecialOperation, v1Operations } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRoute } from '../../http/api-middleware.js';
import { writeAnswer } from '../../http/content/json-answer.js';
import { chooseMethod, type OperationRoute, operationRoutes } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { requireAny, requireOperation } from '../../rights/operation-rights.js';
import type { Holder } from '../../rights/require-right.js';
import { base, type EntityOperation, entityOperations, spaceOperations, typeOfCollection } from './operations.js';
import { renderError } from './render-error.js';

/**
 * @returns a middleware that answers every request below `/rest_services/v1` and passes on all others
 * @spec interface, Legacy REST v1 and Authentication
 */
export function v1Api(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const routes = operationRoutes(v1Operations, isCollection(deps.catalog));
  const pathOf = (path: string) => base + path.replace(':space_name', ':space');
  const spaceRoutes = {
    ...Object.fromEntries(routes.map((route) => [pathOf(route.path), operationRoute(route)])),
    [`${base}{/:space}{/*rest}`]: noRoute,
  };
  return apiMiddleware(deps, { bases: [base], spaceRoutes, timeoutMs: deps.limits.timeoutMs, renderError }, onFailure);
}

/** @returns whether a segment of an address is a collection of the entity type, or one of its views */
function isCollection(catalog: Catalog) {
  return (name: string, segment: string) => catalog.byV1Collection(segment)?.entityType.name === name;
}

function operationRoute({ methods, isStandard }: OperationRoute<StandardOperation | V1SpecialOperation>): SpaceRoute {
  if (!isStandard) {
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
    const type = typeOfCollection(deps.catalog, collection);
    const taken = ofEntities.filter(([, name]) => type.entityType.operations.includes(name));
    const operation = chooseMethod(ctx, taken);
    requireEntityOperation(request.call.principal, type.entityType, operation);
    const operate = entityOperations[operation];
    writeAnswer(ctx, await operate({ ...request, type, id: params.id ?? '' }));
  };
}

/** A body that names a record changes it where others are made: what it needs is asked when it has come. @throws ApiError `ERROR_FORBIDDEN` */
function requireEntityOperation(holder: Holder, entityType: EntityType, operation: EntityOperation): void {
  if (operation === 'create') requireAny(holder, entityType, ['create', 'update']);
  else requireOperation(holder, entityType, operation);
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}

const noRoute: SpaceRoute = ({ params: { rest = '' } }) => {
  throw new ApiError('ERROR_UNKNOWN_TYPE', `There is nothing at /${rest}.`);
};
