/**
 * REST v100: its addresses, from the generated list of operations, and the public files. What operations do is in files of their own.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type StandardOperation, type V100SpecialOperation, v100Operations } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRoute } from '../../http/api-middleware.js';
import { chooseMethod } from '../../http/choose-method.js';
import { writeAnswer } from '../../http/content/json-answer.js';
import { type OperationRoute, operationRoutes } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { suggestCollection } from '../../http/suggest-collection.js';
import { isCustomRecordType } from '../../plan/relations/custom-types.js';
import { CachedQuery } from './cached-queries.js';
import { operations } from './operations.js';
import { publicFile } from './public-file.js';
import { renderError } from './render-error.js';
import { spaceContract } from './space-contract.js';

const spacesPath = '/api/v100/rest/spaces';

/** @returns a middleware that answers the operations of REST v100, the documents of spaces and public files, and passes on all else */
export function restApi(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const routes = operationRoutes(v100Operations, (name) => deps.catalog.existing(name).collection);
  const api = {
    bases: [`${spacesPath}/`, '/public/'],
    publicRoutes: { '/public/:space/:key{/:name}': publicFile(deps) },
    spaceRoutes: {
      [`${spacesPath}/:space/openapi.json`]: spaceContract(deps, spacesPath),
      ...Object.fromEntries(routes.map((route) => [`${spacesPath}/:space${route.path}`, operationRoute(route)])),
    },
    timeoutMs: deps.limits.timeoutMs,
    renderError,
  };
  return apiMiddleware(deps, api, onFailure);
}

type RouteOperation = StandardOperation | V100SpecialOperation;

function operationRoute({ entityType: only, methods }: OperationRoute<RouteOperation>): SpaceRoute {
  return async (request, next) => {
    const { ctx, params, deps } = request;
    const entityType =
      only === undefined ? collectionType(deps.catalog, params.collection ?? '') : deps.catalog.existing(only);
    const taken = only === undefined ? methods.filter(([, operation]) => has(entityType, operation)) : methods;
    if (taken.length === 0) return next();
    const operation = chooseMethod(ctx, taken);
    const isDefault = isDefaultType(entityType, operation);
    const cached = new CachedQuery(isDefault ? 'get' : operation, entityType, ctx.request.querystring);
    const query = cached.reader;
    if (query.ignored.length > 0) ctx.set('Warning', ignoredWarning(query.ignored));
    // The address and the query have the parameters of the operation: the route comes from the same document.
    const checked = { ...request, entityType, query } as never;
    const answer = await operations[isDefault ? 'default-type' : operation](checked);
    cached.keep();
    if (answer !== 'written') writeAnswer(ctx, answer);
  };
}

/** @throws ApiError `ERROR_UNKNOWN_TYPE` */
function collectionType(catalog: Catalog, collection: string): EntityType {
  const entityType = catalog.byCollection(collection);
  if (entityType) return entityType;
  const meant = suggestCollection(
    collection,
    catalog.entityTypes.map((one) => one.collection),
  );
  throw new ApiError('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${collection}${meant && `.${meant}`}`);
}

function has({ operations }: EntityType, operation: RouteOperation): boolean {
  return operations.some((one) => one === operation);
}

/** The collection of the record types of a custom entity answers one of them, its default type. */
function isDefaultType(entityType: EntityType, operation: RouteOperation): boolean {
  return operation === 'list' && isCustomRecordType(entityType);
}

/** Names of parameters that a warning shows at most. */
const maxWarned = 10;

/** @returns a header value: the names are the caller's text, and only ASCII fits into a header */
function ignoredWarning(names: readonly string[]): string {
  const shown = names.slice(0, maxWarned).map((name) => encodeURIComponent([...name].slice(0, 50).join('')));
  return `299 - "Unknown query parameters were ignored: ${shown.join(', ')}${names.length > maxWarned ? ', ...' : ''}"`;
}
