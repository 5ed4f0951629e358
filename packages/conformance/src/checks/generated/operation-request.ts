/**
 * A request for each standard operation that the server has to carry out, on records made for it.
 */
import type { EntityType, OperationName } from '@headwater/catalog';
import type { CheckContext } from '../../check-context.js';
import { idOf, type RecordJson } from '../../doors/record.js';
import { CheckSkipped } from '../../expectation.js';
import type { Answer } from '../../http/answer.js';
import type { HttpRequest } from '../../http/http.js';
import type { Json } from '../../http/json.js';
import { changeableField } from './writable-fields.js';

export interface OperationRequest {
  readonly method: string;
  /** Below the collection; empty for the collection itself. */
  readonly below: string;
  readonly body?: Json;
}

/** A record to read or change: a new one, or any that is there when the entity type can't be created. */
export async function someRecord(
  { rest, fixtures }: CheckContext,
  { name, operations, collection, union }: EntityType,
): Promise<RecordJson> {
  if (operations.includes('create')) return await fixtures.create(name);
  if (union?.[0] !== undefined) return await fixtures.create(union[0]);
  if (!operations.includes('list')) return await rest.only(collection);
  const [record] = (await rest.list(collection, { first: 1 })).records;
  if (record === undefined) throw new CheckSkipped(`there is no record of ${collection}, and none can be created`);
  return record;
}

/** @returns the body of an update that does no harm */
export async function harmlessChange(
  { fixtures }: CheckContext,
  entityType: EntityType,
): Promise<Record<string, Json>> {
  const field = changeableField(entityType);
  return field === undefined ? {} : { [field.name]: await fixtures.sample(entityType, field) };
}

type MakeRequest = (context: CheckContext, entityType: EntityType) => Promise<OperationRequest>;

async function madeId({ fixtures }: CheckContext, { name }: EntityType): Promise<string> {
  return idOf(await fixtures.create(name));
}

/** Requests by operation; those on a record bring a record of their own. */
const requests: Record<OperationName, MakeRequest> = {
  list: async () => ({ method: 'GET', below: '' }),
  get: async (context, entityType) => ({ method: 'GET', below: idOf(await someRecord(context, entityType)) }),
  create: async ({ fixtures }, { name }) => ({ method: 'POST', below: '', body: await fixtures.body(name) }),
  update: async (context, entityType) => ({
    method: 'PATCH',
    below: idOf(await someRecord(context, entityType)),
    body: await harmlessChange(context, entityType),
  }),
  delete: async (context, entityType) => ({ method: 'DELETE', below: await madeId(context, entityType) }),
  'batch-modify': async (context, entityType) => ({
    method: 'POST',
    below: 'batch-modify',
    body: [
      await context.fixtures.body(entityType.name),
      { id: await madeId(context, entityType), ...(await harmlessChange(context, entityType)) },
    ],
  }),
  'batch-delete': async (context, entityType) => ({
    method: 'POST',
    below: 'batch-delete',
    body: [await madeId(context, entityType)],
  }),
  'batch-restore': async (context, entityType) => {
    const id = await madeId(context, entityType);
    await context.rest.delete(entityType.collection, id);
    return { method: 'POST', below: 'batch-restore', body: [id] };
  },
  upsert: async (context, entityType) => ({
    method: 'PUT',
    below: `by/id/${await madeId(context, entityType)}`,
    body: await harmlessChange(context, entityType),
  }),
  merge: async (context, entityType) => ({
    method: 'POST',
    below: 'merge',
    body: {
      master: { id: await madeId(context, entityType) },
      secondary_ids: [await madeId(context, entityType)],
    },
  }),
  duplicates: async () => ({ method: 'GET', below: 'duplicates' }),
};

export function operationRequest(
  context: CheckContext,
  entityType: EntityType,
  operation: OperationName,
): Promise<OperationRequest> {
  return requests[operation](context, entityType);
}

/** @param more what the request has besides its body */
export function sendOperation(
  { rest }: CheckContext,
  { collection }: EntityType,
  { method, below, body }: OperationRequest,
  more: HttpRequest = {},
): Promise<Answer> {
  const request = { ...(body === undefined ? {} : { body }), ...more };
  return below === ''
    ? rest.send(method, collection, undefined, request)
    : rest.sendBelow(method, collection, below, request);
}
