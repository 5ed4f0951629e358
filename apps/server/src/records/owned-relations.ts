/**
 * The relations whose rows belong to their parent and of which one row is primary. Pure.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';

export interface OwnedRelation {
  readonly parent: EntityType;
  readonly field: RowsField;
  /** The row's boolean field of which one per parent is true. */
  readonly primary: string;
}

/** @returns the relations by the entity type of their rows */
export function ownedRelations(catalog: Catalog): ReadonlyMap<string, readonly OwnedRelation[]> {
  const found = new Map<string, OwnedRelation[]>();
  for (const parent of catalog.entityTypes) {
    for (const field of parent.fields) {
      if (field.kind !== 'rows' || !field.owned || field.primary === undefined) continue;
      found.set(field.target, [...(found.get(field.target) ?? []), { parent, field, primary: field.primary }]);
    }
  }
  return found;
}
