/**
 * The rights that the standard operations of an entity type need. Pure.
 */
import type { Catalog, EntityType, OperationName } from '@headwater/catalog';
import type { Action, NamedType } from './action.js';
import { type Holder, may, missingRight, requireRight } from './require-right.js';

import { requireReadable } from './scoped-catalog.js';

/** All of them are needed; of a batch that creates and changes one is, and each item needs its own. */
const needed: Readonly<Record<OperationName, readonly Action[]>> = {
  list: ['read'],
  get: ['read'],
  duplicates: ['read'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  'batch-modify': ['create', 'update'],
  'batch-delete': ['delete'],
  'batch-restore': ['delete'],
  upsert: ['create', 'update'],
  // Others go, the master changes.
  merge: ['update', 'delete'],
};

export function isStandardOperation<Special extends string>(
  operation: OperationName | Special,
): operation is OperationName {
  return Object.hasOwn(needed, operation);
}

/** @throws ApiError `ERROR_FORBIDDEN` that names the first right that is missing */
export function requireOperation(holder: Holder, entityType: NamedType, operation: OperationName): void {
  if (operation === 'batch-modify') requireAny(holder, entityType, needed[operation]);
  else for (const action of needed[operation]) requireRight(holder, entityType, action);
}

/**
 * The same where the address of a request names the entity type. Rows that a custom field comes with have addresses of their own, and are
 * read by the right of their record.
 * @param catalog of who asks
 */
export function requireAddressed(
  holder: Holder,
  catalog: Catalog,
  entityType: EntityType,
  operation: OperationName,
): void {
  if (needed[operation].every((action) => action === 'read')) requireReadable(catalog, entityType);
  else requireOperation(holder, entityType, operation);
}

/** @throws ApiError `ERROR_FORBIDDEN` that names the first of the rights when all are missing */
export function requireAny(holder: Holder, entityType: NamedType, some: readonly Action[]): void {
  const [first] = some;
  if (first === undefined || some.some((action) => may(holder, entityType, action))) return;
  throw missingRight(holder.rights, `${entityType.collection}:${first}`);
}
