/**
 * The entity types that Field records belong to, by the names that bodies give them. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';

/** The interface calls line items so where it lists the owners of custom fields; everywhere else they bear their own name. */
const otherNames: Readonly<Record<string, string>> = { LeadOpptyProductRelation: 'OpptyProductRelation' };

export function entityNamed(catalog: Catalog, name: string): EntityType | undefined {
  return catalog.entityType(Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name);
}

/** @returns the names of those that can have custom fields */
export function ownersOfCustomFields({ entityTypes }: Catalog): string[] {
  return entityTypes.filter(({ customFields }) => customFields).map(({ name }) => name);
}
