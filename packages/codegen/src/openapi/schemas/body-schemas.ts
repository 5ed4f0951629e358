/** The schemas of records in bodies: for a create, an update, and a row inside its parent. Pure. */
import type { EntityModel, Member } from '../../entity/entity-model.js';
import { enumSentence } from '../../entity/enum-sentence.js';
import type { JsonObject } from '../../spec/json-value.js';
import { exampleBody } from './example-record.js';
import { orNull, valueSchema } from './value-schema.js';

const revision: JsonObject = {
  type: 'integer',
  description:
    'The revision of the record as you know it; when it has changed since, nothing is written and the answer is 409.',
};

export function createSchema(entity: EntityModel): JsonObject {
  const anyOf = entity.requiredAnyOf.flatMap((names) => names.map((name) => ({ required: [name] })));
  return {
    type: 'object',
    description: `A new record. ${entity.description}`,
    required: entity.required,
    ...(anyOf.length > 0 && { anyOf }),
    properties: {
      id: {
        type: 'string',
        format: 'uuid',
        description: 'An id of your own; refused unless `validation-level` has bit 8.',
      },
      ...newMembers(entity),
      revision: { type: 'integer', description: 'Ignored: a new record has no earlier revision.' },
    },
    examples: [exampleBody(entity)],
  };
}

export function updateSchema(entity: EntityModel): JsonObject {
  return {
    type: 'object',
    description: `Members to change. ${entity.description}`,
    properties: { ...changeableMembers(entity), revision },
  };
}

/** A row written inside its parent: with the `id` of a row it keeps or changes that one, without it makes one. */
export function rowSchema(entity: EntityModel): JsonObject {
  return {
    type: 'object',
    description: `A row inside its parent. ${entity.description}`,
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The row to keep or change; left out, a row is made.' },
      ...newMembers(entity),
    },
  };
}

function newMembers(entity: EntityModel): Record<string, JsonObject> {
  const writable = entity.fields.filter((member) => !member.readOnly);
  return Object.fromEntries(writable.map((member) => [member.name, bodyMember(member, true)]));
}

function changeableMembers(entity: EntityModel): Record<string, JsonObject> {
  const changeable = entity.fields.filter((member) => !member.readOnly && !member.writeOnce);
  return Object.fromEntries(changeable.map((member) => [member.name, bodyMember(member, false)]));
}

/** @param isNew the members of a new record: what is left out takes its default */
function bodyMember(member: Member, isNew: boolean): JsonObject {
  const shared = {
    description: member.description + enumSentence(member.kind === 'value' ? member : {}),
    ...(isNew && member.default?.kind === 'value' && { default: member.default.value }),
    ...(member.examples.length > 0 && { examples: member.examples }),
  };
  switch (member.kind) {
    case 'value':
      return { ...valueSchema(member, 'body'), ...shared };
    case 'money':
      return { ...orNull({ $ref: '#/components/schemas/MoneyInput' }, member.nullable), ...shared };
    case 'rows':
      return { type: 'array', items: { $ref: `#/components/schemas/${member.target}Row` }, ...shared };
    case 'reference':
      return { type: member.nullable ? ['string', 'null'] : 'string', format: 'uuid', ...shared };
  }
}
