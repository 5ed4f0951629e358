/**
 * Tells the custom entity types of a space from those of the system. Pure.
 */
import type { EntityType } from '@headwater/catalog';

/** The entity types of the system in which the records of custom entity types are stored. */
export const keepers = { records: 'CustomEntity', types: 'CustomEntityType' } as const;

/** Whether an entity type is that of the records of a kind. */
export function isKind({ keptIn }: EntityType): boolean {
  return keptIn === keepers.records;
}

/** Whether an entity type is that of the record types of a kind. */
export function isTypeOfKind({ keptIn }: EntityType): boolean {
  return keptIn === keepers.types;
}

/** The entity type of the rows that come with a custom field, such as the pairs of a lookup and the options chosen in a field. */
export function isRowType(entityType: EntityType): boolean {
  return entityType.keptIn !== undefined && !isKind(entityType) && !isTypeOfKind(entityType);
}
