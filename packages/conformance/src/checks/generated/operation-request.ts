/**
 * A request for each standard operation that the server has to carry out, on records made for it.
 */
import type { Catalog, EntityType, OperationName } from '@headwater/catalog';
import { idOf, type RecordJson } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import { CheckSkipped } from '../../expectation.js';
import { primaryFlags } from '../../fixtures/minimal-body.js';
import type { Answer } from '../../http/answer.js';
import type { HttpRequest } from '../../http/http.js';
import type { Json } from '../../http/json.js';
import { definitionsAreShared } from '../define.js';
import { changeableField } from './writable-fields.js';

/**
 * @returns why checks that write records of the entity type run alone; undefined when they may run beside others
 */
export function serialReason(entityType: EntityType, catalog: Catalog): string | undefined {
  if (['Field', 'Entity'].includes(entityType.name)) return definitionsAreShared;
  if (primaryFlags(entityType, catalog).length === 0) return undefined;
  return 'writes primary rows of records that checks share, of which only one row can be the primary one';
}

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

/** @returns the id of the record that a request works on */
export type TargetId = () => Promise<string>;

type MakeRequest = (context: CheckContext, entityType: EntityType, target: TargetId) => Promise<OperationRequest>;

/** Operations after which the record is as usable as before. */
const harmless: readonly OperationName[] = ['list', 'get', 'create', 'update', 'batch-modify', 'upsert', 'duplicates'];

/**
 * @returns for an operation the target of its requests: one record for all that leave it usable, else a new one for each request
 */
export function targetsOf(context: CheckContext, entityType: EntityType): (operation: OperationName) => TargetId {
  let shared: Promise<string> | undefined;
  const share: TargetId = () => {
    shared ??= someRecord(context, entityType).then(idOf);
    return shared;
  };
  const make: TargetId = async () => idOf(await context.fixtures.create(entityType.name));
  return (operation) => (harmless.includes(operation) ? share : make);
}

/** Requests by operation. */
const requests: Record<OperationName, MakeRequest> = {
  list: async () => ({ method: 'GET', below: '' }),
  get: async (_context, _entityType, target) => ({ method: 'GET', below: await target() }),
  create: async ({ fixtures }, { name }) => ({ method: 'POST', below: '', body: await fixtures.body(name) }),
  update: async (context, entityType, target) => ({
    method: 'PATCH',
    below: await target(),
    body: await harmlessChange(context, entityType),
  }),
  delete: async (_context, _entityType, target) => ({ method: 'DELETE', below: await target() }),
  'batch-modify': async (context, entityType, target) => ({
    method: 'POST',
    below: 'batch-modify',
    body: [
      await context.fixtures.body(entityType.name),
      { id: await target(), ...(await harmlessChange(context, entityType)) },
    ],
  }),
  'batch-delete': async (_context, _entityType, target) => ({
    method: 'POST',
    below: 'batch-delete',
    body: [await target()],
  }),
  'batch-restore': async (context, entityType, target) => {
    const id = await target();
    await context.rest.delete(entityType.collection, id);
    return { method: 'POST', below: 'batch-restore', body: [id] };
  },
  upsert: async (context, entityType, target) => ({
    method: 'PUT',
    below: `by/id/${await target()}`,
    body: await harmlessChange(context, entityType),
  }),
  merge: async (_context, _entityType, target) => ({
    method: 'POST',
    below: 'merge',
    body: {
      master: { id: await target() },
      secondary_ids: [await target()],
    },
  }),
  duplicates: async () => ({ method: 'GET', below: 'duplicates' }),
};

/** @param target names the record to work on; a new one unless given */
export function operationRequest(
  context: CheckContext,
  entityType: EntityType,
  operation: OperationName,
  target: TargetId = targetsOf(context, entityType)(operation),
): Promise<OperationRequest> {
  return requests[operation](context, entityType, target);
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
