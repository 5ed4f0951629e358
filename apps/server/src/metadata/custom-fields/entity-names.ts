/**
 * The entity types that Field records belong to, by the names that bodies give them. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { meantBy } from '../../plan/values/aliases.js';

/** @param name as people write it: also one that the interface has for line items where it lists the owners of custom fields */
export function entityNamed(catalog: Catalog, name: string): EntityType | undefined {
  const field = catalog.field('Field', 'entity_name');
  return catalog.entityType(field?.kind === 'value' ? meantBy(field, name) : name);
}

/** @returns the names of those that can have custom fields */
export function ownersOfCustomFields({ entityTypes }: Catalog): string[] {
  return entityTypes.filter(({ customFields }) => customFields).map(({ name }) => name);
}
