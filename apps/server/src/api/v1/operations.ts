/**
 * What each operation of REST v1 does, checked against the types of the document.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import {
  type Catalog,
  type EntityType,
  errors,
  type OperationName,
  type V1Names,
  type V1Type,
} from '@headwater/catalog';
import type { V1Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { readBody, type SpaceRequest } from '../../http/api-middleware.js';
import { unlessKnown } from '../../http/content/etag.js';
import { answer, JsonText, jsonText } from '../../http/content/json-answer.js';
import type { HandlerAnswer } from '../../http/handler-types.js';
import { suggestCollection } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { actions } from '../../rights/action.js';
import { requireOperation } from '../../rights/operation-rights.js';
import { type Holder, may } from '../../rights/require-right.js';
import { readable, requireReadable } from '../../rights/scoped-catalog.js';
import { getFields } from './field-infos.js';
import type { LegacyRecord } from './legacy-fields.js';
import { listCollection, revisionHeader } from './list-collection.js';
import { isTrue, parseBits, parseIncludeDeleted, parseLoadOnly, parseSingle } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';
import { translateLoadOnly } from './query/translate-list-query.js';
import { namingRecord, requireRecordId } from './record-ids.js';
import { criteriaSearch } from './search-criteria.js';
import { deleteMany, manyFlags, setMany, validationLevels } from './write-many.js';
import { deleteSingle, postSingle, putSingle } from './write-single.js';

export const base = '/rest_services/v1';

/** The operations that entity types have; the others are of a space as a whole. */
export type EntityOperation = 'list' | 'get' | 'create' | 'update' | 'delete';
export type SpaceOperation = Exclude<keyof V1Handlers, EntityOperation>;

/** A request to an address of a collection. */
export interface TypeRequest extends SpaceRequest {
  readonly type: V1Type;
  /** The id in the address; '' where it has none. */
  readonly id: string;
}

type Handlers<Name extends keyof V1Handlers, Request> = {
  readonly [Operation in Name]: (request: Request) => Promise<HandlerAnswer<V1Handlers[Operation]>>;
};

export const spaceOperations: Handlers<SpaceOperation, SpaceRequest> = {
  listCollections: async ({ deps, call }) => answer(200, jsonText(collectionNames(deps.catalog, call.principal))),
  getEntityPublic: async ({ deps, call }) => answer(200, jsonText(entityPublic(deps.catalog, call.principal))),
  getErrorCodes: async () => answer(200, jsonText(errorCodes())),
  getTeamPipelineUrl: async (request) => answer(200, jsonText(spaceUrl(request))),
  getTeamPipelineVersion: async () => answer(200, jsonText(teamPipelineVersion())),
  getServerUtcDateTime: async () => answer(200, jsonText(serverUtcDateTime(new Date()))),
  async getFields({ ctx, deps, call, params: { entity = '' } }) {
    const { entityType } = typeOfEntity(deps.catalog, entity);
    readable(deps.catalog, 'Field');
    return getFields(deps, call, entityType, ctx.query);
  },
  async setEntities(request) {
    const { type, flag, level } = readManyQuery(request, 'setEntities', 'batch-modify');
    return setMany(request, type, flag, level);
  },
  async deleteEntities(request) {
    const { type, flag } = readManyQuery(request, 'deleteEntities', 'batch-delete');
    return deleteMany(request, type, flag);
  },
  async search(request) {
    const { ctx, deps, call, params } = request;
    const type = typeOfCollection(deps.catalog, params.name ?? '');
    requireReadable(deps.catalog, type.entityType);
    const search = criteriaSearch(ctx.querystring, await readBody(request, { emptyList: true }));
    const { status, headers, body } = await listCollection(deps, call, type, search);
    return { status, headers, body };
  },
};

export const entityOperations: Handlers<EntityOperation, TypeRequest> = {
  list(request) {
    const { ctx, deps, call, type } = request;
    return unlessKnown(request, () => listCollection(deps, call, type, ctx.querystring));
  },
  get(request) {
    const { ctx, deps, call, type, id } = request;
    return unlessKnown(request, () => getSingle(deps, call, type, id, ctx.query));
  },
  async create(request) {
    const { deps, call, type } = request;
    const collectionUrl = `${spaceUrl(request)}/${type.names.collection}`;
    return postSingle(deps, call, type, await readBody(request), collectionUrl);
  },
  async update(request) {
    const { deps, call, type, id } = request;
    return putSingle(deps, call, type, id, await readBody(request, { emptyList: true }));
  },
  delete: ({ deps, call, type, id }) => deleteSingle(deps, call, type, id),
};

/** @throws ApiError `ERROR_UNKNOWN_TYPE` with the collection that was likely meant */
export function typeOfCollection(catalog: Catalog, collection: string): V1Type {
  const type = catalog.byV1Collection(collection);
  if (type) return type;
  throw unknownName('collection', collection, collectionNames(catalog));
}

/** @throws ApiError `ERROR_UNKNOWN_TYPE` with the entity that was likely meant */
function typeOfEntity(catalog: Catalog, entity: string): V1Type {
  const type = catalog.byV1Entity(entity);
  if (type) return type;
  throw unknownName('entity', entity, Object.values(entityPublic(catalog)));
}

/** @returns that there is no such thing, and which one was probably meant */
function unknownName(what: 'collection' | 'entity', name: string, names: readonly string[]): ApiError {
  const meant = what === 'collection' ? suggestCollection(name, names) : suggestion(name, names);
  return new ApiError('ERROR_UNKNOWN_TYPE', `There is no ${what} "${name}".${meant}`);
}

/** Without a trailing slash: `https://crm.example.com/rest_services/v1/demo`. */
function spaceUrl({ call }: SpaceRequest): string {
  return `${call.origin}${base}/${call.principal.space}`;
}

// Answers a REST v1 GET of one record: the bare object.

/**
 * @param id as it is in the address
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, also for what is no id; `ERROR_PARAMETER_INVALID` for unknown names in
 *   `loadonly`
 */
async function getSingle(deps: ServerDeps, call: Call, type: V1Type, id: string, query: ParsedUrlQuery) {
  const errors = new QueryErrors();
  const only = parseLoadOnly(parseSingle(query, 'loadonly', errors), errors);
  const { entityType } = type;
  const selection = translateLoadOnly(deps.catalog, entityType, only, errors);
  const includeDeleted = parseIncludeDeleted(query, errors);
  const withRevision = isTrue(parseSingle(query, 'revision', errors));
  errors.rejectAny();

  const uuid = await requireRecordId(deps, call, type, id);
  const revision = await revisionHeader(deps, call, withRevision);
  const wanted = { entityType: entityType.name, id: uuid, selection, includeDeleted };
  const record = await namingRecord(type, id, getRecord(deps, call, wanted));
  return answer(200, new JsonText<LegacyRecord>(record.text), revision);
}

/** @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_UNKNOWN_TYPE` */
function readManyQuery({ ctx, deps, call }: SpaceRequest, name: string, needed: OperationName) {
  const errors = new QueryErrors();
  const entity = parseSingle(ctx.query, 'entityName', errors);
  if (entity === '') errors.add('entityName', 'is missing; name an entity, such as Account.');
  const flag = parseBits(ctx.query, 'flag', manyFlags, 0, errors);
  const level = parseBits(ctx.query, 'validation_level', validationLevels, 1, errors);
  errors.rejectAny();
  const type = typeOfEntity(deps.catalog, entity);
  requireOperation(call.principal, type.entityType, needed);
  if (!type.entityType.operations.includes(needed)) {
    const message = `entityName: ${name} takes no ${entity}; use what /${type.names.collection} takes.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'entityName' });
  }
  return { type, flag, level };
}

// What the info calls of REST v1 answer, save for those about fields. All of it follows from the catalog and the clock.

/** The current interface version. */
const currentVersion = 100;

/** @returns the names of all collections, in alphabetical order */
export function collectionNames(catalog: Catalog, holder?: Holder): string[] {
  return v1Names(catalog, holder).map(({ collection }) => collection);
}

/** @returns `{"Accounts": "Account", …}`; each name is once on either side */
export function entityPublic(catalog: Catalog, holder?: Holder): Record<string, string> {
  return Object.fromEntries(v1Names(catalog, holder).map(({ collection, entity }) => [collection, entity]));
}

/** In the order of collections, views among them. @param holder undefined: all; else those that it may do something with */
function v1Names({ entityTypes }: Catalog, holder?: Holder): V1Names[] {
  const isUsed = (one: EntityType) => holder === undefined || actions.some((action) => may(holder, one, action));
  const names = entityTypes.filter(isUsed).flatMap(({ v1, v1Views = [] }) => (v1 === null ? [] : [v1, ...v1Views]));
  return names.sort((left, right) => (left.collection < right.collection ? -1 : 1));
}

/** @returns `{"117": "ERROR_PARAMETER_INVALID: A parameter or the body is invalid.", …}` */
export function errorCodes(): Record<string, string> {
  return Object.fromEntries(errors.map(({ code, name, title }) => [String(code), `${name}: ${title}`]));
}

/** @returns the version of the service behind the space */
function teamPipelineVersion(): number {
  return currentVersion;
}

/** @param now the moment to tell @returns it as REST v1 writes date-times: `2024-05-01 10:20:30`, UTC */
export function serverUtcDateTime(now: Date): string {
  return now.toISOString().slice(0, 19).replace('T', ' ');
}
