/**
 * What each operation of REST v1 does, checked against the types of the document.
 */
import type { V1Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { readBody, type SpaceRequest } from '../../http/api-middleware.js';
import { answer, jsonText } from '../../http/content/json-answer.js';
import { unlessKnown } from '../../http/content/unless-known.js';
import type { HandlerAnswer } from '../../http/handler-types.js';
import type { EntityRequest } from '../../http/operation-routes.js';
import { suggestCollection } from '../../http/suggest-collection.js';
import { getFields } from './get-fields.js';
import { getSingle } from './get-single.js';
import { collectionNames, entityPublic, errorCodes, serverUtcDateTime, teamPipelineVersion } from './info-answers.js';
import { listCollection } from './list-collection.js';
import { deleteSingle, postSingle, putSingle } from './write-single.js';

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
