/** All component schemas of REST v100 that come of one entity type: its record in answers, in bodies, and its key. Pure. */
import type { EntityType, Field } from '../entity-type.js';
import type { JsonObject } from '../json-value.js';
import { isAnswered } from '../member-visibility.js';
import { answerSchema } from './answer-schema.js';
import { createSchema, rowSchema, updateSchema } from './body-schemas.js';
import type { CollectionOf } from './example-record.js';

/**
 * @param collectionOf for the addresses in examples
 * @returns schemas by component name; a document takes those that it refers to
 */
export function entitySchemas(entity: EntityType, collectionOf: CollectionOf): Readonly<Record<string, JsonObject>> {
  return {
    [entity.name]: answerSchema(entity, collectionOf),
    [`${entity.name}Create`]: createSchema(entity),
    [`${entity.name}Update`]: updateSchema(entity),
    [`${entity.name}Row`]: rowSchema(entity),
    [`${entity.name}Key`]: keySchema(entity),
  };
}

/** The members by which one record is found; a document has it where an operation asks for one. */
function keySchema(entity: EntityType): JsonObject {
  return {
    type: 'string',
    description: 'A member whose value no two records of the collection share.',
    enum: ['id', ...keyMembers(entity.fields)],
  };
}

/** Names of the members whose values are unique. */
export function keyMembers(fields: readonly Field[]): string[] {
  return fields
    .filter((member) => member.kind === 'value' && member.unique && isAnswered(member))
    .map((member) => member.name);
}
