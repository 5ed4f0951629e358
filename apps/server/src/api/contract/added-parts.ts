/**
 * What the catalog of a space has beyond that of the service: fields added to entity types, and entity types of its own. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';

export interface AddedFields {
  /** As the space has it, with the added fields among its own. */
  readonly entityType: EntityType;
  readonly fields: readonly Field[];
}

export interface AddedParts {
  /** Of entity types that every space has; none without added fields. */
  readonly fields: readonly AddedFields[];
  readonly entityTypes: readonly EntityType[];
}

export function addedParts(catalog: Catalog): AddedParts {
  const fields = catalog.entityTypes.flatMap((entityType): AddedFields[] => {
    const added =
      entityType.storedIn === undefined ? entityType.fields.filter(({ custom }) => custom !== undefined) : [];
    return added.length === 0 ? [] : [{ entityType, fields: added }];
  });
  return { fields, entityTypes: catalog.entityTypes.filter(({ storedIn }) => storedIn !== undefined) };
}
