/**
 * REST v100: its addresses, from the generated list of operations, and the public files. What operations do is in files of their own.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type StandardOperation, type V100SpecialOperation, v100Operations } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type PublicRoute, type SpaceRequest, type SpaceRoute } from '../../http/api-middleware.js';
import { isKnownTag } from '../../http/content/etag.js';
import { writeAnswer } from '../../http/content/json-answer.js';
import { chooseMethod, type OperationRoute, operationRoutes, suggestCollection } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { isCustomRecordType } from '../../plan/relations/custom-types.js';
import { findPublicLocation } from '../../records/content/content-location.js';
import { wholeStore } from '../../records/scoped-store.js';
import { documentedCatalog } from '../../rights/field-rights.js';
import { isStandardOperation, requireAddressed } from '../../rights/operation-rights.js';
import { type DocumentProfile, parseProfile, profileKey } from '../contract/document-profile.js';
import { answerContent } from './content-operations.js';
import { asksDryRun, showDryRun } from './dry-run.js';
import { operations } from './operations.js';
import { CachedQuery } from './query-reader.js';
import { renderError } from './render-error.js';
import { requireSpecial } from './special-rights.js';

const spacesPath = '/api/v100/rest/spaces';

/** @returns a middleware that answers the operations of REST v100, the documents of spaces and public files, and passes on all else */
export function restApi(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const routes = operationRoutes(v100Operations, (name, segment) => segment === deps.catalog.existing(name).collection);
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

function operationRoute({ path, entityType: only, isStandard, methods }: OperationRoute<RouteOperation>): SpaceRoute {
  const isOfCollection = path.includes('/:collection');
  return async (request, next) => {
    const { ctx, params, deps } = request;
    const entityType = isOfCollection
      ? collectionType(deps.catalog, params.collection ?? '')
      : only === undefined
        ? undefined
        : deps.catalog.existing(only);
    const taken = isStandard && entityType ? methods.filter(([, operation]) => has(entityType, operation)) : methods;
    if (taken.length === 0) return next();
    const operation = chooseMethod(ctx, taken);
    requireRights(request, operation, entityType);
    const isDefault = entityType !== undefined && isDefaultType(entityType, operation);
    const cached = new CachedQuery(isDefault ? 'get' : operation, entityType, ctx.request.querystring);
    const query = cached.reader;
    if (query.ignored.length > 0) ctx.set('Warning', ignoredWarning(query.ignored));
    const isDryRun = asksDryRun(ctx.method, operation, query);
    const call = isDryRun ? { ...request.call, isDryRun } : request.call;
    // The address and the query have the parameters of the operation: the route comes from the same document.
    const checked = { ...request, call, entityType, query } as never;
    const answer = await operations[isDefault ? 'default-type' : operation](checked);
    cached.keep();
    if (answer !== 'written') writeAnswer(ctx, answer);
    if (isDryRun) showDryRun(ctx);
  };
}

/** Ahead of the body and of the query: who may not do it need not send them. @throws ApiError `ERROR_FORBIDDEN` */
function requireRights({ call, deps }: SpaceRequest, operation: RouteOperation, entityType: EntityType | undefined) {
  const { principal } = call;
  if (!isStandardOperation(operation)) requireSpecial(principal, deps.catalog, operation, entityType);
  else if (entityType) requireAddressed(principal, deps.catalog, entityType, operation);
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

// Files that are public: anyone who has the address gets the content, without credentials.

const spaceForm = /^[a-z0-9_-]{1,63}$/;
const keyForm = /^[0-9a-f]{40}$/;

/**
 * @returns answers with the content of a public file
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, the same for what never was, what is gone and what is no longer public
 */
function publicFile(deps: ServerDeps): PublicRoute {
  return (ctx, { space = '', key = '' }, next) => {
    if (!spaceForm.test(space) || !keyForm.test(key)) return next();
    const answer = () => answerContent(deps, ctx, () => requirePublicLocation(deps, space, key), true);
    return chooseMethod(ctx, [['GET', answer]])();
  };
}

async function requirePublicLocation(deps: ServerDeps, space: string, key: string) {
  const location = await findPublicLocation(deps, space, key);
  if (location) return location;
  throw new ApiError('ERROR_RECORD_NOT_FOUND', 'There is no public file at this address.');
}

// The OpenAPI document of one space: what its own address answers, for callers who have a key of it.

/**
 * @param base path below which the spaces are
 * @returns answers a GET or HEAD with the document, whose server is the space itself
 */
function spaceContract(deps: ServerDeps, base: string): SpaceRoute {
  const load = async (profile: DocumentProfile) => {
    const { v100Document } = await import('@headwater/openapi-types/v100-document');
    const { SpaceContracts } = await import('../contract/space-contracts.js');
    return new SpaceContracts(v100Document, deps.catalog, profile);
  };
  const loaded = new Map<string, ReturnType<typeof load>>();
  const answer = async ({ ctx, call, deps }: SpaceRequest) => {
    const { space } = call.principal;
    const profile = parseProfile(ctx.query);
    const contracts = loaded.get(profileKey(profile)) ?? load(profile);
    loaded.set(profileKey(profile), contracts);
    const contract = await (await contracts).of(space, documentedCatalog(deps.catalog, wholeStore(deps).catalog));
    const server = { url: `${call.origin}${base}/${space}`, description: `The space ${space}.` };
    const tag = contract.tagOf(server);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.set('ETag', tag);
    if (isKnownTag(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/json';
    ctx.body = contract.render(server);
  };
  return (request) => chooseMethod(request.ctx, [['GET', answer]])(request);
}
