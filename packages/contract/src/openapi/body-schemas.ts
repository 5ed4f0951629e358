/** The schemas of records in bodies: for a create, an update, and a row inside its parent. Pure. */
import type { EntityType, Field, ReferenceField, RowsField } from '../entity-type.js';
import type { JsonObject } from '../json-value.js';
import { memberDescription } from '../member-description.js';
import { isWritable } from '../member-visibility.js';
import { defaultValue } from './default-value.js';
import { exampleBody, hasExample } from './example-record.js';
import { orNull, valueSchema } from './value-schema.js';

const revision: JsonObject = {
  type: 'integer',
  description:
    'The revision of the record as you know it; when it has changed since, nothing is written and the answer is 409.',
};

const knownId: JsonObject = {
  type: 'string',
  format: 'uuid',
  description: 'In a batch, the record to change; elsewhere the address names it, and this is ignored.',
};

export function createSchema(entity: EntityType): JsonObject {
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
        description: 'An id of your own; rejected unless `validation-level` has bit 8.',
      },
      ...newMembers(entity.fields),
      revision: { type: 'integer', description: 'Ignored: a new record has no earlier revision.' },
    },
    examples: [exampleBody(entity)],
  };
}

export function updateSchema(entity: EntityType): JsonObject {
  return {
    type: 'object',
    description: `Members to change. ${entity.description}`,
    properties: { id: knownId, ...changeableMembers(entity.fields), revision },
  };
}

/** A row written inside its parent: with the `id` of a row it keeps or changes that one, without it makes one. */
export function rowSchema(entity: EntityType): JsonObject {
  return {
    type: 'object',
    description: `A row inside its parent. ${entity.description}`,
    properties: {
      id: { type: 'string', format: 'uuid', description: 'The row to keep or change; left out, a row is made.' },
      ...newMembers(entity.fields),
    },
  };
}

/** What a body that makes a record can say of these members. */
export function newMembers(fields: readonly Field[]): Record<string, JsonObject> {
  return Object.fromEntries(fields.filter(isWritable).flatMap((member) => bodyMembers(member, true)));
}

/** What a body that changes a record can say of these members. */
export function changeableMembers(fields: readonly Field[]): Record<string, JsonObject> {
  const changeable = fields.filter((member) => isWritable(member) && !member.writeOnce);
  return Object.fromEntries(changeable.flatMap((member) => bodyMembers(member, false)));
}

function bodyMembers(member: Field, isNew: boolean): [string, JsonObject][] {
  if (member.kind !== 'reference') return [[member.name, bodyMember(member, isNew)]];
  const links = member.links.map(({ name }): [string, JsonObject] => [name, linkMember(member)]);
  return member.hasIdMember ? [[member.name, bodyMember(member, isNew)], ...links] : links;
}

/** A record sent back has its links: they must be allowed. */
function linkMember({ hasIdMember, name, description, dataSet }: ReferenceField): JsonObject {
  const instead = hasIdMember ? ` Used instead of \`${name}\` when that is left out.` : '';
  const byName = dataSet === undefined ? '' : ' Takes the name of an option as well.';
  return { $ref: '#/components/schemas/RelatedRecord', description: `${description}${instead}${byName}` };
}

function rowsMember({ target, single }: RowsField): JsonObject {
  const row = [{ $ref: `#/components/schemas/${target}Row` }, { $ref: '#/components/schemas/RowReference' }];
  return single ? { anyOf: [...row, { type: 'null' }] } : { type: 'array', items: { anyOf: row } };
}

/** With what only bodies need to know of a member. */
function bodyDescription(member: Field): string {
  if (member.kind !== 'rows' || member.item === undefined) return memberDescription(member);
  return `${member.description} An item with an \`id\` that is of no row, and without \`${member.item}\`, means a new row with that id there.`;
}

/** @param isNew the members of a new record: what is left out takes its default */
function bodyMember(member: Field, isNew: boolean): JsonObject {
  const usual = isNew ? defaultValue(member) : undefined;
  const shared = {
    description: bodyDescription(member),
    ...(usual !== undefined && { default: usual }),
    ...(hasExample(member) && { examples: member.examples ?? [] }),
  };
  switch (member.kind) {
    case 'value':
      return { ...valueSchema(member, 'body'), ...shared };
    case 'money':
      return { ...orNull({ $ref: '#/components/schemas/MoneyInput' }, member.nullable), ...shared };
    case 'rows':
      return { ...rowsMember(member), ...shared };
    case 'reference':
      return { type: member.nullable ? ['string', 'null'] : 'string', format: 'uuid', ...shared };
  }
}
