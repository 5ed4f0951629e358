/**
 * Which entity types the changes of a collection are about. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { unionTypes } from '../../plan/relations/union-types.js';

/** @returns the names: of a union those behind it, of a type whose table custom entity types share those as well */
export function namesOf(catalog: Catalog, entityType: EntityType): readonly string[] {
  if (entityType.union) return unionTypes(catalog, entityType).map((one) => one.entityType.name);
  const stored = catalog.entityTypes.filter(({ storedIn }) => storedIn === entityType.name);
  return [entityType, ...stored].map(({ name }) => name);
}
