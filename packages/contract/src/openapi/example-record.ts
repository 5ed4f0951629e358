/** Example records put together from the examples of members, so that each document shows whole bodies. Pure. */
import type { EntityType, Field, MoneyField, ReferenceField } from '../entity-type.js';
import { asJsonObject, type JsonObject, type JsonValue } from '../json-value.js';
import { isAnswered, isWritable } from '../member-visibility.js';
import { defaultValue } from './default-value.js';

const base = 'https://crm.example.com/api/v100/rest/spaces/demo/entities';
const exampleUuid = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20';

/** The path segment of an entity type, for addresses. */
export type CollectionOf = (entityTypeName: string) => string;

/** A record as answers show it. */
export function exampleAnswer(entity: EntityType, collectionOf: CollectionOf): JsonObject {
  return Object.fromEntries(
    entity.fields.filter(isAnswered).flatMap((member) => answerExamples(entity, member, collectionOf)),
  );
}

/**
 * A body that creates such a record: what it must have and nothing else.
 * @param idOf gives the id of the record that a reference points at
 */
export function exampleBody(entity: EntityType, idOf: IdOfReference = exampleId): JsonObject {
  const needed = neededMembers(entity);
  const shown = entity.fields.filter((member) => isWritable(member) && needed.has(member.name));
  return Object.fromEntries(shown.map((member, index) => [member.name, givenValue(entity, member, idOf, index)]));
}

/** @returns the names of the members without which a create is rejected */
export function neededMembers({ required, requiredAnyOf, exampleMembers = [] }: NeededNames): ReadonlySet<string> {
  return new Set([...required, ...requiredAnyOf.flatMap((names) => names.slice(0, 1)), ...exampleMembers]);
}

type NeededNames = Pick<EntityType, 'required' | 'requiredAnyOf' | 'exampleMembers'>;

/** @param index of the reference in its body: two references of a record may have to lead to different records */
export type IdOfReference = (member: ReferenceField, index: number) => string;

const exampleId: IdOfReference = (_, index) => `${exampleUuid.slice(0, -1)}${index % 10}`;

/** What a body says of a member that the record must have. */
function givenValue(entity: EntityType, member: Field, idOf: IdOfReference, index: number): JsonValue {
  if (member.kind === 'reference') {
    const id = idOf(member, index);
    return member.hasIdMember ? id : { id };
  }
  const example = member.examples?.[0];
  // Without a currency an amount is in the base currency, which every space has.
  if (member.kind === 'money') return { base_value: asJsonObject(example).base_value ?? 1000 };
  if (example !== undefined) return example;
  return defaultValue(member) ?? sampleOf(member) ?? exampleOf(entity, member);
}

/** What an answer shows of one member. */
export function answerExamples(entity: EntityType, member: Field, collectionOf: CollectionOf): [string, JsonValue][] {
  if (member.kind !== 'reference') return [[member.name, exampleOf(entity, member)]];
  const links = member.links.map(({ name, target }): [string, JsonValue] => [
    name,
    isSet(member) ? `${base}/${collectionOf(target)}/${exampleUuid}` : null,
  ]);
  return member.hasIdMember ? [[member.name, exampleOf(entity, member)], ...links] : links;
}

/** Relations that a record always has are shown set, the others unset. */
function isSet(member: ReferenceField): boolean {
  return !member.nullable || member.default !== undefined;
}

function exampleOf(entity: EntityType, member: Field): JsonValue {
  const example = member.examples?.[0];
  if (example !== undefined) return example;
  const usual = defaultValue(member);
  if (usual !== undefined) return member.kind === 'money' ? exampleAmount(member) : usual;
  if (member.derived?.kind === 'constant') return member.derived.value;
  if (member.derived?.kind === 'join') return joinedExample(entity, member.derived.fields);
  if (member.kind === 'rows') return member.single ? null : [];
  if (member.kind === 'reference') return isSet(member) ? exampleUuid : null;
  return member.nullable ? null : sampleOf(member);
}

/** Its default, in the base currency: there both values are the same. */
function exampleAmount(member: MoneyField): JsonObject {
  const value = member.default?.kind === 'value' ? Number(member.default.value) : 0;
  return { base_value: value, currency_id: exampleUuid, value_foreign: value };
}

function joinedExample(entity: EntityType, fields: readonly string[]): JsonValue {
  const members = fields.map((name) => entity.fields.find((member) => member.name === name));
  const texts = members.map((member) => member?.examples?.[0]).filter((text) => typeof text === 'string');
  return texts.length > 0 ? texts.join(' ') : null;
}

/** Something of the right type for a member that has neither example nor null. */
function sampleOf(member: Field): JsonValue {
  if (member.kind === 'money') return exampleAmount(member);
  if (member.kind !== 'value') return null;
  const [first] = member.enum ?? [];
  if (first) return first.value;
  const samples: Partial<Record<typeof member.type, JsonValue>> = {
    integer: 1,
    float: 1,
    decimal: 1,
    boolean: false,
    date: '2026-03-09',
    datetime: '2026-03-09T14:05:31.204817',
    uuid: exampleUuid,
    uuids: [],
    strings: [],
  };
  return samples[member.type] ?? 'text';
}

/** Members that a space has defined itself have none. */
export function hasExample({ examples = [] }: Field): boolean {
  return examples.length > 0;
}
