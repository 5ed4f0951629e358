/**
 * Plans a plain value of a record, for all interfaces. Pure.
 */
import type { Catalog, EntityType, ValueField } from '@headwater/catalog';
import { planCollectedIds } from '../relations/collected-ids.js';
import { planFavorites } from '../relations/favorites.js';
import type { ProjectionMember } from './projection.js';

/** A value that is stored, or computed of other records. */
export function valueMember(catalog: Catalog, entityType: EntityType, field: ValueField, as: string): ProjectionMember {
  switch (field.derived?.kind) {
    case 'collect':
      return { kind: 'collected-ids', as, ids: planCollectedIds(catalog, entityType, field.derived) };
    case 'favorite':
      return { kind: 'favorite', as, favorites: planFavorites(catalog, field.derived) };
    default:
      return { kind: 'value', as, field };
  }
}
