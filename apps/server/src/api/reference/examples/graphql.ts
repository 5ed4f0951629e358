/** The same requests as documents of GraphQL. Pure. */
import type { EntityType, Field } from '@headwater/catalog';
import {
  graphqlName,
  isAnswered,
  isJsonObject,
  isQuery,
  type JsonObject,
  type JsonValue,
  type RootOperation,
  rootFieldName,
} from '@headwater/contract';
import type { StandardOperation } from '@headwater/openapi-types';
import type { ExampleRequest } from './example-request.js';

/** @returns undefined for an entity type that GraphQL has no such operation of */
export function graphqlExample(
  entityType: EntityType,
  operation: StandardOperation,
  ids: readonly [string, string],
  request: ExampleRequest,
): string {
  const [first, second] = ids;
  const input = (body: JsonValue | undefined) => inputLiteral(entityType, isJsonObject(body) ? body : {});
  const shown = `{ ${shownMembers(entityType).join(' ')} }`;
  const text = JSON.stringify;
  const outcome = '{ id errors { code message } }';
  const parts: Record<Exclude<RootOperation, 'restore'>, readonly [parameters: string, selection: string]> = {
    list: ['first: 3', `{\n    nodes ${shown}\n    pageInfo { hasNextPage endCursor }\n  }`],
    get: [`id: ${text(first)}`, shown],
    duplicates: ['first: 3', '{\n    items { masterId secondaryIds reasons { member value } }\n    hasNextPage\n  }'],
    create: [`input: ${input(request.body)}, dryRun: true`, shown],
    update: [`id: ${text(first)}, input: ${input(request.body)}, dryRun: true`, shown],
    upsert: [`field: "id", value: ${text(first)}, input: ${input(request.body)}, dryRun: true`, shown],
    delete: [`id: ${text(first)}, dryRun: true`, ''],
    merge: [`master: { id: ${text(first)} }, secondaryIds: [${text(second)}], dryRun: true`, shown],
    'batch-modify': [`items: [${input(Array.isArray(request.body) ? request.body[0] : {})}], dryRun: true`, outcome],
    'batch-delete': [`ids: [${text(first)}], dryRun: true`, outcome],
    'batch-restore': [`ids: [${text(first)}], dryRun: true`, outcome],
  };
  const [parameters, selection] = parts[operation];
  const field = `${rootFieldName(entityType, operation)}(${parameters}) ${selection}`.trim();
  return `${isQuery(operation) ? 'query' : 'mutation'} {\n  ${field}\n}\n`;
}

/** The id, and the text that means the record. */
function shownMembers({ fields, label }: EntityType): string[] {
  const field = fields.find(({ name }) => name === label);
  return field === undefined || label === 'id' || !isAnswered(field) ? ['id'] : ['id', graphqlName(field, label)];
}

function inputLiteral({ fields }: EntityType, body: JsonObject): string {
  const members = Object.entries(body).map(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined
      ? `${name}: ${plainLiteral(value)}`
      : `${graphqlName(field, name)}: ${valueLiteral(field, value)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function valueLiteral(field: Field, value: JsonValue): string {
  if (field.kind !== 'money' || !isJsonObject(value)) return plainLiteral(value);
  return `{ baseValue: ${plainLiteral(value.base_value ?? null)} }`;
}

function plainLiteral(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(plainLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${plainLiteral(member)}`)
    .join(', ')} }`;
}
