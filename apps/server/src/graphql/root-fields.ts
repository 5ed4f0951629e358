/**
 * The fields of `Query` and `Mutation` that stand for the standard operations of entity types. Computed once.
 */
import type { Catalog } from '@headwater/catalog';
import { type RootOperation, rootFieldName, rootOperations } from './names.js';

export interface RootField {
  readonly operation: RootOperation;
  readonly entityType: string;
}

export interface RootFields {
  readonly query: ReadonlyMap<string, RootField>;
  readonly mutation: ReadonlyMap<string, RootField>;
}

/** Every operation that an entity type has and that GraphQL knows, by the name of its root field. Pure. */
export function indexRootFields(catalog: Catalog): RootFields {
  const query = new Map<string, RootField>();
  const mutation = new Map<string, RootField>();
  for (const entityType of catalog.entityTypes) {
    for (const operation of rootOperations) {
      if (!entityType.operations.includes(operation)) continue;
      const fields = operation === 'list' || operation === 'get' ? query : mutation;
      fields.set(rootFieldName(entityType, operation), { operation, entityType: entityType.name });
    }
  }
  return { query, mutation };
}
