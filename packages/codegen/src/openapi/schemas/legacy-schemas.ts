/**
 * The schemas of REST v1: a record under its old names, with the old forms of ids, booleans and amounts. Pure.
 */
import type { EntityModel, Member, ValueMember } from '../../entity/entity-model.js';
import type { JsonObject } from '../../spec/json-value.js';
import type { Spec } from '../../spec/load-spec.js';
import { enumSentence } from './value-schema.js';

type Property = readonly [string, JsonObject];

/** By component name, which is the entity's name in REST v1; hidden entity types have none. */
export function legacySchemas(spec: Spec): ReadonlyMap<string, JsonObject> {
  const byName = new Map(spec.entities.map((entity) => [entity.name, entity]));
  const schemas = new Map<string, JsonObject>();
  for (const entity of spec.entities) if (entity.v1) schemas.set(entity.v1.entity, legacySchema(entity, byName));
  return schemas;
}

function legacySchema(entity: EntityModel, byName: ReadonlyMap<string, EntityModel>): JsonObject {
  const properties = Object.fromEntries(entity.fields.flatMap((member) => legacyMembers(entity, member, byName)));
  return { type: 'object', description: entity.description, required: Object.keys(properties), properties };
}

function legacyMembers(
  entity: EntityModel,
  member: Member,
  byName: ReadonlyMap<string, EntityModel>,
): readonly Property[] {
  const { description } = member;
  if (member.kind === 'money') {
    const currency = { ...idSchema(byName.get('Currency')), description: `Currency of the amount: ${description}` };
    return [
      [member.v1Names.base_value, { type: ['number', 'null'], description: `${description} In the base currency.` }],
      [member.v1Names.value_foreign, { type: ['number', 'null'], description: `${description} In its own currency.` }],
      [member.v1Names.currency_id, currency],
    ];
  }
  if (member.v1Name === null) return [];
  if (member.kind === 'value' && member.name === 'id')
    return [[member.v1Name, { ...idSchema(entity, false), description }]];
  if (member.kind === 'value')
    return [[member.v1Name, { ...legacyValue(member), description: description + enumSentence(member) }]];
  if (member.kind === 'reference') {
    return [[member.v1Name, { ...idSchema(byName.get(member.targets[0] ?? ''), member.nullable), description }]];
  }
  const target = byName.get(member.target);
  const inline = member.v1Inline && target?.v1 ? { $ref: `#/components/schemas/${target.v1.entity}` } : undefined;
  return [[member.v1Name, { type: 'array', items: inline ?? idSchema(target, false), description }]];
}

/** Users and sales units are shown by number, all other records by a long id. */
function idSchema(entity: EntityModel | undefined, nullable = true): JsonObject {
  if (entity?.numbered) return { type: nullable ? ['integer', 'null'] : 'integer' };
  const legacyId = { $ref: '#/components/schemas/LegacyId' };
  return nullable ? { oneOf: [legacyId, { type: 'null' }] } : legacyId;
}

function legacyValue(member: ValueMember): JsonObject {
  const types: Partial<Record<ValueMember['type'], string>> = {
    integer: 'integer',
    float: 'number',
    decimal: 'number',
    boolean: 'integer',
    uuids: 'array',
  };
  if (member.type === 'json') return {};
  const type = types[member.type] ?? 'string';
  return {
    type: member.nullable ? [type, 'null'] : type,
    ...(member.type === 'boolean' && { enum: member.nullable ? [0, 1, null] : [0, 1] }),
    ...(member.type === 'uuids' && { items: { type: 'string' } }),
  };
}
