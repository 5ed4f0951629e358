/**
 * The root fields of an entity type and their names: the one table of their names. Pure.
 */
import type { EntityType } from '../entity-type.js';

/** In the order in which the roots list them. */
const rootOperations = [
  'list',
  'get',
  'duplicates',
  'create',
  'update',
  'upsert',
  'delete',
  'restore',
  'merge',
  'batch-modify',
  'batch-delete',
  'batch-restore',
] as const;

export type RootOperation = (typeof rootOperations)[number];

type Named = Pick<EntityType, 'name' | 'collection' | 'graphql'>;

const names: Record<RootOperation, (entity: Named) => string> = {
  list: ({ graphql }) => graphql.many,
  get: ({ graphql }) => graphql.one,
  duplicates: ({ collection }) => `duplicate${collection}`,
  create: ({ name }) => `create${name}`,
  update: ({ name }) => `update${name}`,
  upsert: ({ name }) => `upsert${name}`,
  delete: ({ name }) => `delete${name}`,
  restore: ({ name }) => `restore${name}`,
  merge: ({ collection }) => `merge${collection}`,
  'batch-modify': ({ collection }) => `batchModify${collection}`,
  'batch-delete': ({ collection }) => `batchDelete${collection}`,
  'batch-restore': ({ collection }) => `batchRestore${collection}`,
};

/** @returns the member of `Query` or `Mutation` by which an operation of an entity type is requested */
export function rootFieldName(entity: Named, operation: RootOperation): string {
  return names[operation](entity);
}

/** @returns those that an entity type has: its operations of REST, and the restoring of one record where REST restores many */
export function rootOperationsOf({ operations }: Pick<EntityType, 'operations'>): RootOperation[] {
  return rootOperations.filter((operation) =>
    operations.includes(operation === 'restore' ? 'batch-restore' : operation),
  );
}

/** @returns whether it is a member of `Query` */
export function isQuery(operation: RootOperation): boolean {
  return operation === 'list' || operation === 'get' || operation === 'duplicates';
}
