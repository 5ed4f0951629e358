/**
 * REST v1, the legacy API, at `/rest_services/v1/{space}/…`: its addresses, from the generated list of operations. What operations do is
 * in files of their own.
 */
import type { Catalog } from '@headwater/catalog';
import { type StandardOperation, type V1SpecialOperation, v1Operations } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { type FieldLeaves, type Leaf, ValidationError } from '../../errors/validation-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRoute } from '../../http/api-middleware.js';
import { writeAnswer } from '../../http/content/json-answer.js';
import { chooseMethod, type OperationRoute, operationRoutes } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { legacyFields } from './legacy-fields.js';
import { base, collectionNames, entityOperations, spaceOperations, unknownName } from './operations.js';

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

/**
 * Renders a rejection in the shape of REST v1: `{"errorcode", "message"}`. Knows no HTTP library.
 */
export interface LegacyError {
  readonly errorcode: number;
  readonly message: string;
}

/** The members that errors of REST v100 have besides the message. */
interface CurrentError {
  readonly code: number;
  readonly name: string;
  readonly http_status: number;
  readonly success: false;
}

/**
 * @returns what the caller reads; the errors of a body are one on a line, each after the REST v1 name of its field. An error of
 *   credentials reads the same in every API: it has the members of both versions
 */
export function renderError(error: ApiError, catalog: Catalog): LegacyError | (LegacyError & CurrentError) {
  const { code, errorName, status } = error;
  const message = error instanceof ValidationError ? validationMessage(catalog, error) : error.message;
  if (errorName !== 'ERROR_UNAUTHORIZED') return { errorcode: code, message };
  return { errorcode: code, code, name: errorName, message, http_status: status, success: false };
}

function validationMessage(catalog: Catalog, { errors }: ValidationError): string {
  const names = legacyNames(catalog, errors.entityName);
  const ofField = ({ fieldName, leaves }: FieldLeaves) =>
    leaves.map((leaf) => `${names.get(fieldName) ?? fieldName}: ${legacyMessage(catalog, leaf)}`);
  return [...errors.entity.map(({ message }) => message), ...errors.fields.flatMap(ofField)].join('\n');
}

/** What else a message names is something that callers may have to write. */
function legacyMessage(catalog: Catalog, { message, named }: Leaf): string {
  if (named === undefined) return message;
  const { entityType, name } = named;
  const shown = `${legacyNames(catalog, entityType).get(name) ?? name} of ${catalog.entityType(entityType)?.v1?.entity ?? entityType}`;
  return message.replace(`${name} of ${entityType}`, () => shown);
}

/** REST v1 names by v100 name; of money, the name of its first part. */
function legacyNames(catalog: Catalog, entityName: string): ReadonlyMap<string, string> {
  const entityType = catalog.entityType(entityName);
  const fields = entityType === undefined ? [] : [...legacyFields(catalog, entityType).values()];
  return new Map(fields.reverse().map(({ field, name }) => [field.name, name]));
}
