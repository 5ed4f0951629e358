/** All schemas of REST v100 that are worked out from the spec's data: records, bodies, rows and the list of operators. Pure. */
import { entitySchemas, type JsonObject } from '@headwater/contract';
import type { Spec } from '../../spec/load-spec.js';

/** By component name; a document takes those that it refers to. */
export function recordSchemas(spec: Spec): ReadonlyMap<string, JsonObject> {
  const collections = new Map(spec.entities.map((entity) => [entity.name, entity.collection]));
  const collectionOf = (name: string) => collections.get(name) ?? name;
  return new Map<string, JsonObject>([
    ...spec.entities.flatMap((entity) => Object.entries(entitySchemas(entity, collectionOf))),
    [
      'FilterOperator',
      {
        type: 'string',
        description: "How a record's value is compared with that of the condition.",
        enum: spec.operators.map((operator) => operator.name),
      },
    ],
  ]);
}
