/**
 * The schemas of REST v1: a record under its old names, with the old forms of ids, booleans and amounts. Pure.
 */
import { isAnswered, isWritable, type JsonObject, listDescription, memberDescription } from '@headwater/contract';
import type { EntityModel, Member, MoneyMember, RowsMember, ValueMember } from '../../entity/entity-model.js';
import type { Spec } from '../../spec/load-spec.js';
import { inLegacyWords } from './legacy-words.js';

type Property = readonly [string, JsonObject];

/** By component name, which is the entity's name in REST v1, with `Body` for what is sent; hidden entity types have none. */
export function legacySchemas(spec: Spec): ReadonlyMap<string, JsonObject> {
  const byName = new Map(spec.entities.map((entity) => [entity.name, entity]));
  const schemas = new Map<string, JsonObject>();
  for (const entity of spec.entities) {
    if (!entity.v1) continue;
    const [answer, body] = [answerSchema(entity, byName), bodySchema(entity, byName)];
    for (const { entity: name } of [entity.v1, ...(entity.v1Views ?? [])]) {
      schemas.set(name, answer);
      schemas.set(`${name}Body`, body);
    }
  }
  return schemas;
}

type Entities = ReadonlyMap<string, EntityModel>;

function answerSchema(entity: EntityModel, byName: Entities): JsonObject {
  const properties = Object.fromEntries(
    entity.fields.filter(isAnswered).flatMap((member) => legacyMembers(entity, member, byName, '')),
  );
  const description = inLegacyWords(entity.description, entity, byName);
  return { type: 'object', description, required: Object.keys(properties), properties };
}

/** Nothing is required: a body with `ID` changes a record. What a new record needs is in the description. */
function bodySchema(entity: EntityModel, byName: Entities): JsonObject {
  const writable = entity.fields.filter((member) => isWritable(member) || member.name === 'id');
  const properties = Object.fromEntries(writable.flatMap((member) => legacyMembers(entity, member, byName, 'Body')));
  const required = entity.fields
    .filter((member) => entity.required.includes(member.name))
    .map((member) => `\`${member.kind === 'money' ? member.v1Names.value_foreign : member.v1Name}\``);
  const needs = required.length > 0 ? ` A new record needs ${required.join(', ')}.` : '';
  return { type: 'object', description: `${inLegacyWords(entity.description, entity, byName)}${needs}`, properties };
}

/** @param suffix `Body` where inline rows are sent */
function legacyMembers(
  entity: EntityModel,
  member: Member,
  byName: Entities,
  suffix: '' | 'Body',
): readonly Property[] {
  const isJson = member.kind === 'value' && member.type === 'json';
  const given = memberDescription(member);
  // What JSON holds goes by the same names there.
  const description = isJson ? given : inLegacyWords(given, entity, byName);
  if (member.kind === 'money') return moneyMembers({ ...member, description }, byName);
  if (member.kind === 'rows' && member.v1Lists) return listMembers(entity, member, byName);
  if (member.v1Name === null) return [];
  switch (member.kind) {
    case 'value': {
      const schema =
        member.name === 'id' ? idSchema(entity, false) : legacyValue(member, collectedFrom(entity, member, byName));
      // Nothing is stored that a filter could look for.
      const uncompared = member.derived?.kind === 'collect' ? { 'x-compared': false } : {};
      return [[member.v1Name, { ...schema, ...uncompared, description }]];
    }
    case 'reference':
      return [[member.v1Name, { ...idSchema(byName.get(member.targets[0] ?? ''), member.nullable), description }]];
    case 'rows': {
      const target = byName.get(member.target);
      const isInline = member.v1Inline && target?.v1;
      const items = isInline ? { $ref: `#/components/schemas/${target.v1.entity}${suffix}` } : idSchema(target, false);
      const rows = member.single ? { oneOf: [items, { type: 'null' }] } : { type: 'array', items };
      return [[member.v1Name, { ...rows, description }]];
    }
  }
}

/** The entity type whose ids a member collects. */
function collectedFrom({ fields }: EntityModel, { derived }: ValueMember, byName: Entities): EntityModel | undefined {
  if (derived?.kind !== 'collect') return undefined;
  const rows = fields.find(({ name }) => name === derived.rows);
  const row = rows?.kind === 'rows' ? byName.get(rows.target) : undefined;
  const reference = row?.fields.find(({ name }) => name === derived.member);
  return reference?.kind === 'reference' ? byName.get(reference.targets[0] ?? '') : undefined;
}

function moneyMembers({ description, v1Names }: MoneyMember, byName: Entities): readonly Property[] {
  const currency = { ...idSchema(byName.get('Currency')), description: `Currency of the amount: ${description}` };
  return [
    [v1Names.base_value, { type: ['number', 'null'], description: `${description} In the base currency.` }],
    [v1Names.value_foreign, { type: ['number', 'null'], description: `${description} In its own currency.` }],
    [v1Names.currency_id, currency],
  ];
}

/** What the rows point at, a list for each of their values. */
function listMembers(entity: EntityModel, { description, target, v1Lists = [] }: RowsMember, byName: Entities) {
  return v1Lists.map((list): Property => {
    const row = byName.get(target);
    const item = row?.fields.find(({ name }) => name === list.item);
    const listed = item?.kind === 'reference' ? byName.get(item.targets[0] ?? '') : undefined;
    const text = row === undefined ? description : listDescription(description, list, row);
    const described = inLegacyWords(text, entity, byName);
    return [list.name, { type: 'array', items: idSchema(listed, false), description: described }];
  });
}

/** Users and sales units are shown by number, all other records by a long id. */
function idSchema(entity: EntityModel | undefined, nullable = true): JsonObject {
  if (entity?.numbered) return { type: nullable ? ['integer', 'null'] : 'integer' };
  const legacyId = { $ref: '#/components/schemas/LegacyId' };
  return nullable ? { oneOf: [legacyId, { type: 'null' }] } : legacyId;
}

function legacyValue(member: ValueMember, collected: EntityModel | undefined): JsonObject {
  const types: Partial<Record<ValueMember['type'], string>> = {
    integer: 'integer',
    float: 'number',
    decimal: 'number',
    boolean: 'integer',
    uuids: 'array',
    strings: 'array',
  };
  if (member.type === 'json') return {};
  if (member.type === 'uuid') return idSchema(undefined, member.nullable);
  const type = types[member.type] ?? 'string';
  return {
    type: member.nullable ? [type, 'null'] : type,
    ...(member.type === 'boolean' && { enum: member.nullable ? [0, 1, null] : [0, 1] }),
    ...((member.type === 'uuids' || member.type === 'strings') && {
      items: collected ? idSchema(collected, false) : { type: 'string' },
    }),
  };
}
