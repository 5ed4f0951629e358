/**
 * The write operations of REST v100 and REST v1.
 */
import type { EntityType } from '@headwater/catalog';
import { v1Operations, v100Operations } from '@headwater/openapi-types';
import { clearableFields } from '../every-type/writable-type.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import type { Json, TestRecord } from '../test-space.js';
import { fieldOf, type NamedRequests, plainValue } from './named-requests.js';

/** They send messages or read, and write no record. */
const withoutRecords = ['pingWebhook', 'redeliverWebhook', 'search'];

export const restOperations: readonly string[] = [
  ...v100Operations
    .filter(({ method, operationId }) => method !== 'get' && !withoutRecords.includes(operationId))
    .map(({ operationId }) => `v100.${operationId}`),
  ...v1Operations
    .filter(({ method, operationId }) => method !== 'get' && !withoutRecords.includes(operationId))
    .map(({ operationId }) => `v1.${operationId}`),
];

/** Each write that REST v100 has of an entity type. */
export async function writeOverRest(requests: NamedRequests, entityType: EntityType): Promise<void> {
  const { space, maker } = requests;
  const ofType = v100Operations.filter((one) => one.entityType === entityType.name);
  const write = async (operation: string, method: string, path: string, body?: unknown) => {
    const operationId = ofType.find((one) => one.operation === operation)?.operationId;
    if (operationId === undefined) return undefined;
    const url = `${space.entities}/${entityType.collection}${path}`;
    const isOnce = method === 'POST';
    return (await requests.send({ operation: `v100.${operationId}`, method, url, body, isOnce })).body.data;
  };
  const { id } = (await write('create', 'POST', '', await requests.bodyOf(entityType, 'first'))) as TestRecord;
  await write('update', 'PATCH', `/${id}`, await requests.changeOf(entityType, 'second'));
  await write('upsert', 'PUT', `/by/id/${id}`, await requests.changeOf(entityType, 'first'));
  await write(
    'update',
    'PATCH',
    `/${id}`,
    Object.fromEntries(clearableFields(entityType).map(({ name }) => [name, null])),
  );
  const items = [(await maker.required(entityType)).body, { id, ...(await requests.changeOf(entityType, 'second')) }];
  const made = (await write('batch-modify', 'POST', '/batch-modify', items)) as readonly TestRecord[] | undefined;
  const other = made?.[0]?.id ?? (await maker.create(entityType)).id;
  await write('batch-delete', 'POST', '/batch-delete', [other]);
  await write('delete', 'DELETE', `/${id}`);
  await write('batch-restore', 'POST', '/batch-restore', [id]);
  if (!entityType.merge) return;
  const secondary = await maker.create(entityType);
  await write('merge', 'POST', '/merge', { master: { id }, secondary_ids: [secondary.id] });
}

/** Those that only some entity types have. */
export async function writeSpeciallyOverRest(requests: NamedRequests): Promise<void> {
  const { space } = requests;
  const post = (operationId: string, path: string, body?: unknown) =>
    requests.send({ operation: `v100.${operationId}`, method: 'POST', url: `${space.entities}/${path}`, body });
  await post('uploadCloudObject', 'CloudObjects/upload?filename=a.txt', 'some text');
  const { id } = await newLead(space, { is_archived: true });
  await post('reactivateLead', `Leads/${id}/reactivate`);
  await post('qualifyLead', `Leads/${id}/qualify`, { closing_date: '2026-09-30', value: { base_value: 500 } });
  await space.update('Opportunities', id, { is_archived: true });
  await post('reactivateOpportunity', `Opportunities/${id}/reactivate`);
  await post('sendOpportunityBack', `Opportunities/${id}/back-to-lead`);
  const keys = `${space.entities}/../keys`;
  const made = { operation: 'v100.createKey', method: 'POST', url: keys, body: { scopes: ['Tags:read'] } };
  const { token } = (await requests.send(made)).body.data as { token: string };
  await requests.send({ operation: 'v100.rotateKey', method: 'POST', url: `${keys}/${token}/rotate`, body: {} });
  await requests.send({ operation: 'v100.deleteKey', method: 'DELETE', url: `${keys}/${token}` });
  const { revision } = await space.newContact();
  await post('revertChanges', `../changes/${revision}/revert`);
}

/** Each write that REST v1 has of an entity type, and of each of its views. */
export async function writeOverLegacy(requests: NamedRequests, entityType: EntityType): Promise<void> {
  const { v1, v1Views = [] } = entityType;
  if (v1 === null) return;
  await writeIn(requests, entityType, v1.collection, []);
  for (const { collection } of v1Views) await writeIn(requests, entityType, collection, ['DATA_SET_ID']);
}

/** @param fixed members that all records of the collection have in common */
async function writeIn(
  requests: NamedRequests,
  entityType: EntityType,
  collection: string,
  fixed: readonly string[],
): Promise<void> {
  const base = `${legacyBase(requests)}/${collection}`;
  const write = async (operation: string, method: string, path: string, given?: Json) => {
    const found = v1Operations.find((one) => one.path.split('/')[2] === collection && one.operation === operation);
    const body = given && Object.fromEntries(Object.entries(given).filter(([name]) => !fixed.includes(name)));
    return found && requests.send({ operation: `v1.${found.operationId}`, method, url: `${base}${path}`, body });
  };
  const made = await write('create', 'POST', '', legacyBody(entityType, await requests.bodyOf(entityType, 'first')));
  const address = made?.headers.get('location');
  if (!address) return;
  const path = address.slice(address.lastIndexOf('/'));
  await write('update', 'PUT', path, legacyBody(entityType, await requests.changeOf(entityType, 'second')));
  await write('delete', 'DELETE', path);
}

function legacyBase({ space }: NamedRequests): string {
  return `${space.origin}/rest_services/v1/${space.id}`;
}

/** Its writes of many records. */
export async function writeManyOverLegacy(requests: NamedRequests): Promise<void> {
  const post = (operationId: string, body: unknown) =>
    requests.send({
      operation: `v1.${operationId}`,
      method: 'POST',
      url: `${legacyBase(requests)}/${operationId}?entityName=Account&flag=2`,
      body,
    });
  const { id, owner_id } = await requests.space.newAccount();
  const items = [
    { ID: id, CITY: 'Ulm' },
    { ORGANIZATION: 'New', OWNER_ID: owner_id },
    { ID: '00000000-0000-0000-0000-00000000dead', ORGANIZATION: 'Inserted', OWNER_ID: owner_id },
  ];
  const { body } = await post('setEntities', items);
  await post('deleteEntities', body);
}

function legacyBody(entityType: EntityType, body: Json): Json {
  const members = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const field = fieldOf(entityType, name);
    if (field.kind !== 'money') return field.v1Name === null ? [] : [[field.v1Name, plainValue(field, value)]];
    return [[field.v1Names.base_value, (value as Json).base_value]];
  });
  return Object.fromEntries(members);
}
