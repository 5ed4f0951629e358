/**
 * What can be asked at an address of REST v1, by method. Knows no HTTP library.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { getFields } from './get-fields.js';
import { getSingle } from './get-single.js';
import { collectionNames, entityPublic, errorCodes, serverUtcDateTime, teamPipelineVersion } from './info-answers.js';
import { type LegacyAnswer, valueAnswer } from './legacy-answer.js';
import { listCollection } from './list-collection.js';
import { deleteSingle, postSingle, putSingle } from './write-single.js';

/** A request whose caller and route are known. */
export interface LegacyRequest {
  readonly call: Call;
  readonly query: ParsedUrlQuery;
  /** Address of the space, without a trailing slash: `https://crm.example.com/rest_services/v1/demo`. */
  readonly spaceUrl: string;
  /** @throws ApiError when the body is too long or no JSON object */
  readonly readBody: () => Promise<Readonly<Record<string, unknown>>>;
}

export type LegacyMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type LegacyRoutes = Partial<Record<LegacyMethod, (request: LegacyRequest) => Promise<LegacyAnswer>>>;

/**
 * @param segments what follows the space in the address, decoded; none for the space itself
 * @throws ApiError `ERROR_UNKNOWN_TYPE` when there is nothing at the address, naming the collection that was
 *   probably meant
 * @spec interface, Legacy REST v1
 */
export function routesAt(deps: ServerDeps, segments: readonly string[]): LegacyRoutes {
  const [first, second, ...others] = segments;
  if (others.length > 0) {
    throw new ApiError('ERROR_UNKNOWN_TYPE', `There is nothing at /${segments.join('/')}.`);
  }
  if (first === undefined) {
    return infoRoute(() => collectionNames(deps.catalog));
  }
  if (first === 'getFields' && second !== undefined) {
    const entityType = deps.catalog.byV1Entity(second) ?? refuseEntity(deps, second);
    return { GET: ({ call, query }) => getFields(deps, call, entityType, query) };
  }
  const info = second === undefined ? infoCalls.get(first) : undefined;
  if (info !== undefined) {
    return infoRoute((request) => info(deps, request));
  }
  const entityType = deps.catalog.byV1Collection(first) ?? refuseCollection(deps, first);
  return second === undefined ? collectionRoutes(deps, entityType) : recordRoutes(deps, entityType, second);
}

type InfoCall = (deps: ServerDeps, request: LegacyRequest) => unknown;

const infoCalls: ReadonlyMap<string, InfoCall> = new Map<string, InfoCall>([
  ['entityPublic', (deps) => entityPublic(deps.catalog)],
  ['errorCodes', () => errorCodes()],
  ['teamPipelineUrl', (_deps, request) => request.spaceUrl],
  ['teamPipelineVersion', () => teamPipelineVersion()],
  ['serverAPIUtcDateTime', () => serverUtcDateTime(new Date())],
]);

function infoRoute(answer: (request: LegacyRequest) => unknown): LegacyRoutes {
  return { GET: async (request) => valueAnswer(answer(request)) };
}

function collectionRoutes(deps: ServerDeps, entityType: EntityType): LegacyRoutes {
  const { operations } = entityType;
  const post = async ({ call, spaceUrl, readBody }: LegacyRequest) =>
    postSingle(deps, call, entityType, await readBody(), `${spaceUrl}/${entityType.v1?.collection}`);
  return {
    ...(operations.includes('list') && { GET: ({ call, query }) => listCollection(deps, call, entityType, query) }),
    ...(operations.includes('create') && { POST: post }),
  };
}

function recordRoutes(deps: ServerDeps, entityType: EntityType, id: string): LegacyRoutes {
  const { operations } = entityType;
  return {
    ...(operations.includes('get') && { GET: ({ call, query }) => getSingle(deps, call, entityType, id, query) }),
    ...(operations.includes('update') && {
      PUT: async ({ call, readBody }) => putSingle(deps, call, entityType, id, await readBody()),
    }),
    ...(operations.includes('delete') && { DELETE: ({ call }) => deleteSingle(deps, call, entityType, id) }),
  };
}

function refuseCollection(deps: ServerDeps, name: string): never {
  throw unknown('collection', name, collectionNames(deps.catalog));
}

function refuseEntity(deps: ServerDeps, name: string): never {
  throw unknown('entity', name, Object.values(entityPublic(deps.catalog)));
}

function unknown(what: 'collection' | 'entity', name: string, names: readonly string[]): ApiError {
  return new ApiError('ERROR_UNKNOWN_TYPE', `There is no ${what} "${name}".${suggestion(name, names)}`);
}
