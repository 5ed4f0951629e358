/**
 * Tells the custom entity types of a space from those of the system. Pure.
 */
import type { EntityType } from '@headwater/catalog';

/** The entity types of the system in which the records of custom entity types are stored. */
export const storageTypes = { records: 'CustomEntity', types: 'CustomEntityType' } as const;

/** Whether an entity type is that of the records of a custom entity. */
export function isCustomEntityType({ storedIn }: EntityType): boolean {
  return storedIn === storageTypes.records;
}

/** Whether an entity type is that of the record types of a custom entity. */
export function isCustomRecordType({ storedIn }: EntityType): boolean {
  return storedIn === storageTypes.types;
}

/** The entity type of the rows that come with a custom field, such as the pairs of a lookup and the options chosen in a field. */
export function isRowType(entityType: EntityType): boolean {
  return entityType.storedIn !== undefined && !isCustomEntityType(entityType) && !isCustomRecordType(entityType);
}
