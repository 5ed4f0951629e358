/** All schemas of REST v100 that are worked out from the spec's data: records, bodies, rows and the list of operators. Pure. */
import type { EntityModel } from '../../entity/entity-model.js';
import { isAnswered } from '../../entity/member-visibility.js';
import type { JsonObject } from '../../spec/json-value.js';
import type { Spec } from '../../spec/load-spec.js';
import { answerSchema } from './answer-schema.js';
import { createSchema, rowSchema, updateSchema } from './body-schemas.js';

/** By component name; a document takes those that it refers to. */
export function recordSchemas(spec: Spec): ReadonlyMap<string, JsonObject> {
  const collections = new Map(spec.entities.map((entity) => [entity.name, entity.collection]));
  const schemas = new Map<string, JsonObject>();
  for (const entity of spec.entities) {
    schemas.set(
      entity.name,
      answerSchema(entity, (name) => collections.get(name) ?? name),
    );
    schemas.set(`${entity.name}Create`, createSchema(entity));
    schemas.set(`${entity.name}Update`, updateSchema(entity));
    schemas.set(`${entity.name}Row`, rowSchema(entity));
    schemas.set(`${entity.name}Key`, keySchema(entity));
  }
  schemas.set('FilterOperator', {
    type: 'string',
    description: "How a record's value is compared with that of the condition.",
    enum: spec.operators.map((operator) => operator.name),
  });
  return schemas;
}

/** The members by which one record is found; a document has it where an operation asks for one. */
function keySchema(entity: EntityModel): JsonObject {
  const unique = entity.fields.filter((member) => member.kind === 'value' && member.unique && isAnswered(member));
  return {
    type: 'string',
    description: 'A member whose value no two records of the collection share.',
    enum: ['id', ...unique.map((member) => member.name)],
  };
}
