/**
 * What each operation of REST v1 does, checked against the types of the document.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import { type Catalog, type EntityType, errors } from '@headwater/catalog';
import type { V1Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { readBody, type SpaceRequest } from '../../http/api-middleware.js';
import { unlessKnown } from '../../http/content/etag.js';
import { answer, JsonText, jsonText } from '../../http/content/json-answer.js';
import type { HandlerAnswer } from '../../http/handler-types.js';
import { type EntityRequest, suggestCollection } from '../../http/operation-routes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { getFields } from './field-infos.js';
import type { LegacyRecord } from './legacy-fields.js';
import { listCollection, revisionHeader } from './list-collection.js';
import { parseLoadOnly, parseSingle } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';
import { translateLoadOnly } from './query/translate-list-query.js';
import { deleteSingle, postSingle, putSingle, requireRecordId } from './write-single.js';

export const base = '/rest_services/v1';

/** The operations that entity types have; the others are of a space as a whole. */
export type EntityOperation = 'list' | 'get' | 'create' | 'update' | 'delete';
export type SpaceOperation = Exclude<keyof V1Handlers, EntityOperation>;

type Handlers<Name extends keyof V1Handlers, Request> = {
  readonly [Operation in Name]: (request: Request) => Promise<HandlerAnswer<V1Handlers[Operation]>>;
};

export const spaceOperations: Handlers<SpaceOperation, SpaceRequest> = {
  listCollections: async ({ deps }) => answer(200, jsonText(collectionNames(deps.catalog))),
  getEntityPublic: async ({ deps }) => answer(200, jsonText(entityPublic(deps.catalog))),
  getErrorCodes: async () => answer(200, jsonText(errorCodes())),
  getTeamPipelineUrl: async (request) => answer(200, jsonText(spaceUrl(request))),
  getTeamPipelineVersion: async () => answer(200, jsonText(teamPipelineVersion())),
  getServerUtcDateTime: async () => answer(200, jsonText(serverUtcDateTime(new Date()))),
  async getFields({ ctx, deps, call, params: { entity = '' } }) {
    const entityType = deps.catalog.byV1Entity(entity);
    if (entityType) return getFields(deps, call, entityType, ctx.query);
    throw unknownName('entity', entity, Object.values(entityPublic(deps.catalog)));
  },
};

export const entityOperations: Handlers<EntityOperation, EntityRequest> = {
  list(request) {
    const { ctx, deps, call, entityType } = request;
    return unlessKnown(request, () => listCollection(deps, call, entityType, ctx.querystring));
  },
  get(request) {
    const { ctx, deps, call, entityType, id } = request;
    return unlessKnown(request, () => getSingle(deps, call, entityType, id, ctx.query));
  },
  async create(request) {
    const { deps, call, entityType } = request;
    const collectionUrl = `${spaceUrl(request)}/${entityType.v1?.collection}`;
    return postSingle(deps, call, entityType, await readBody(request), collectionUrl);
  },
  async update(request) {
    const { deps, call, entityType, id } = request;
    return putSingle(deps, call, entityType, id, await readBody(request, { emptyList: true }));
  },
  delete: ({ deps, call, entityType, id }) => deleteSingle(deps, call, entityType, id),
};

/** @returns that there is no such thing, and which one was probably meant */
export function unknownName(what: 'collection' | 'entity', name: string, names: readonly string[]): ApiError {
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
async function getSingle(deps: ServerDeps, call: Call, entityType: EntityType, id: string, query: ParsedUrlQuery) {
  const errors = new QueryErrors();
  const only = parseLoadOnly(parseSingle(query, 'loadonly', errors), errors);
  const selection = translateLoadOnly(deps.catalog, entityType, only, errors);
  const withRevision = parseSingle(query, 'revision', errors) === 'true';
  errors.rejectAny();

  const uuid = await requireRecordId(deps, call, entityType, id);
  const revision = await revisionHeader(deps, call, withRevision);
  const record = await getRecord(deps, call, {
    entityType: entityType.name,
    id: uuid,
    selection,
    includeDeleted: false,
  });
  return answer(200, new JsonText<LegacyRecord>(record.text), revision);
}

// What the info calls of REST v1 answer, save for those about fields. All of it follows from the catalog and the clock.

/** The current interface version. */
const currentVersion = 100;

/** @returns the names of all collections, in alphabetical order */
export function collectionNames(catalog: Catalog): string[] {
  return catalog.entityTypes.flatMap(({ v1 }) => v1?.collection ?? []).sort();
}

/** @returns `{"Accounts": "Account", …}`; each name is once on either side */
export function entityPublic(catalog: Catalog): Record<string, string> {
  const entries = catalog.entityTypes.flatMap(({ v1 }) => (v1 === null ? [] : [[v1.collection, v1.entity] as const]));
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
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
