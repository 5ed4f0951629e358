/**
 * The fields of the root types that represent operations of entity types. Computed once.
 */
import type { Catalog } from '@headwater/catalog';
import { isQuery, type RootOperation, rootFieldName, rootOperationsOf } from '@headwater/contract';

/** Steps in the lifecycle of a lead or an opportunity. */
export type LifecycleOperation = 'qualify' | 'back-to-lead' | 'reactivate';

export interface RootField {
  readonly operation: RootOperation | LifecycleOperation;
  readonly entityType: string;
  /** The entity type of the record that it answers, where that is another one. */
  readonly becomes?: string;
}

export interface RootFields {
  readonly query: ReadonlyMap<string, RootField>;
  readonly mutation: ReadonlyMap<string, RootField>;
  /** None: no operation of an entity type goes on after its answer has begun. */
  readonly subscription: ReadonlyMap<string, RootField>;
}

/** What only some entity type has; written by hand in the SDL. */
const conversionFields: Readonly<Record<string, RootField>> = {
  qualifyLead: { operation: 'qualify', entityType: 'Lead', becomes: 'Opportunity' },
  backToLead: { operation: 'back-to-lead', entityType: 'Opportunity', becomes: 'Lead' },
  reactivateLead: { operation: 'reactivate', entityType: 'Lead' },
  reactivateOpportunity: { operation: 'reactivate', entityType: 'Opportunity' },
};

/** Every operation that an entity type has and that GraphQL knows, by the name of its root field. Pure. */
export function indexRootFields(catalog: Catalog): RootFields {
  const query = new Map<string, RootField>();
  const mutation = new Map<string, RootField>(Object.entries(conversionFields));
  for (const entityType of catalog.entityTypes) {
    for (const operation of rootOperationsOf(entityType)) {
      const fields = isQuery(operation) ? query : mutation;
      fields.set(rootFieldName(entityType, operation), { operation, entityType: entityType.name });
    }
  }
  return { query, mutation, subscription: new Map() };
}
