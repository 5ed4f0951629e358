/**
 * Names of the catalog and names of GraphQL, where they are not those of members. Knows no schema and no entity type.
 */
import type { EntityType } from '@headwater/catalog';
import { graphqlName } from '@headwater/contract';

/** The api names of custom fields begin so, and no other member does. */
const customPrefix = 'cf_';

/** @returns what a member is called here: `first_name` is `firstName`, `cf_first_name` stays */
export function memberName(name: string): string {
  return graphqlName(name.startsWith(customPrefix) ? { custom: {} } : {}, name);
}

/** @returns `OWNER_ID`, a value of an order's enum, as the field `owner_id` */
export function orderedField(value: string): string {
  return value.toLowerCase();
}

export const rootOperations = ['list', 'get', 'create', 'update', 'delete'] as const;
export type RootOperation = (typeof rootOperations)[number];

/** @returns the field of `Query` or `Mutation` through which an operation of an entity type is asked for */
export function rootFieldName(entityType: EntityType, operation: RootOperation): string {
  switch (operation) {
    case 'list':
      return entityType.graphql.many;
    case 'get':
      return entityType.graphql.one;
    default:
      return `${operation}${entityType.name}`;
  }
}
