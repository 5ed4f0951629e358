/**
 * The one place where names of the catalog become names of GraphQL. Knows no schema and no entity type.
 */
import type { EntityType } from '@headwater/catalog';

/** @returns `first_name` as `firstName`; the spec's generator names members in the same way */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
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
