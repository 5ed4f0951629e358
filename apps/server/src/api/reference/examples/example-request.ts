/** A request of an example, as data: every language writes the same one. */
import type { EntityType, ValueField } from '@headwater/catalog';
import { exampleBody, isWritable, type JsonObject, type JsonValue } from '@headwater/contract';
import type { StandardOperation } from '@headwater/openapi-types';

export interface ExampleRequest {
  readonly method: string;
  /** Below the address of the space, filled in. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  /** A file is sent as it is. */
  readonly file?: { readonly type: string; readonly text: string };
}

/** The ids that examples name. */
export interface ExampleIds {
  /** Of records of the entity type itself, two of them. */
  readonly own: readonly [string, string];
  /** What a new record says of members that depend on the space: the ids of its references. */
  readonly values: Readonly<Record<string, string>>;
}

/** Examples write nothing: who runs one of them by chance must not lose a record. */
const dryRun = { 'dry-run': 'true' };

/** @returns the requests of the operations that the entity type has */
export function exampleRequests(
  entityType: EntityType,
  ids: ExampleIds,
): Partial<Record<StandardOperation, ExampleRequest>> {
  const path = `/entities/${entityType.collection}`;
  const [first, second] = ids.own;
  const change = exampleChange(entityType);
  const all: Record<StandardOperation, ExampleRequest> = {
    list: { method: 'GET', path, query: { first: '3' } },
    get: { method: 'GET', path: `${path}/${first}`, query: {} },
    create: { method: 'POST', path, query: dryRun, body: newRecord(entityType, ids) },
    update: { method: 'PATCH', path: `${path}/${first}`, query: dryRun, body: change },
    delete: { method: 'DELETE', path: `${path}/${first}`, query: dryRun },
    'batch-modify': { method: 'POST', path: `${path}/batch-modify`, query: dryRun, body: [{ id: first, ...change }] },
    'batch-delete': { method: 'POST', path: `${path}/batch-delete`, query: dryRun, body: [first] },
    'batch-restore': { method: 'POST', path: `${path}/batch-restore`, query: dryRun, body: [first] },
    upsert: { method: 'PUT', path: `${path}/by/id/${first}`, query: dryRun, body: change },
    merge: {
      method: 'POST',
      path: `${path}/merge`,
      query: dryRun,
      body: { master: { id: first }, secondary_ids: [second] },
    },
    duplicates: { method: 'GET', path: `${path}/duplicates`, query: { first: '3' } },
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => entityType.operations.some((one) => one === name)));
}

function newRecord(entityType: EntityType, { values }: ExampleIds): JsonObject {
  const body = exampleBody(entityType, ({ name }) => values[name] ?? 'ID');
  const isText = (name: string) => typeof body[name] === 'string';
  return { ...body, ...Object.fromEntries(Object.entries(values).filter(([name]) => isText(name))) };
}

/** @returns a text that may be changed at any time; nothing where an entity type has no such member */
function exampleChange(entityType: EntityType): JsonObject {
  const texts = entityType.fields.filter((field): field is ValueField => field.kind === 'value' && isPlainText(field));
  const field = texts.find(({ name }) => name === entityType.label) ?? texts[0];
  return field === undefined ? {} : { [field.name]: field.examples?.[0] ?? 'Changed' };
}

function isPlainText(field: ValueField): boolean {
  const isText = field.type === 'string' || field.type === 'text';
  const isFree = !field.enum && !field.aliases && !field.format && !field.unique && (field.maxLength ?? 255) > 20;
  return isText && isFree && isWritable(field) && !field.writeOnce && !field.writeOnly;
}
