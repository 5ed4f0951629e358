/**
 * The relations whose parent must follow its rows: one of them is primary, or the parent's rule depends on them. Pure.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import { ruleOf } from '../rules/index.js';

export interface OwnedRelation {
  readonly parent: EntityType;
  readonly field: RowsField;
}

/** @returns the relations by the entity type of their rows */
export function ownedRelations(catalog: Catalog): ReadonlyMap<string, readonly OwnedRelation[]> {
  const found = new Map<string, OwnedRelation[]>();
  for (const parent of catalog.entityTypes) {
    const follows = ruleOf(parent.name)?.follows ?? [];
    for (const field of parent.fields) {
      if (field.kind !== 'rows' || !field.owned || field.on !== 'id') continue;
      if (field.primary === undefined && !follows.includes(field.name)) continue;
      found.set(field.target, [...(found.get(field.target) ?? []), { parent, field }]);
    }
  }
  return found;
}
