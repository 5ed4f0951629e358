/**
 * Where the favourites of users are stored: whether a record is one depends on who asks. Pure.
 */
import type { Catalog, Derivation, EntityType, ReferenceField } from '@headwater/catalog';

const favoriteType = 'ClientFavorite';
const favoriteOwner = 'owner_id';

export interface Favorites {
  readonly entityType: EntityType;
  /** Points at the user whose favourite it is. */
  readonly owner: ReferenceField;
  /** Points at the record. */
  readonly reference: ReferenceField;
}

/** @throws Error when the derivation names what is not there, which is a fault of the catalog */
export function planFavorites(catalog: Catalog, derivation: Extract<Derivation, { kind: 'favorite' }>): Favorites {
  const reference = (name: string) => {
    const field = catalog.field(favoriteType, name);
    if (field?.kind !== 'reference') throw new Error(`${favoriteType} has no reference "${name}"`);
    return field;
  };
  return {
    entityType: catalog.existing(favoriteType),
    owner: reference(favoriteOwner),
    reference: reference(derivation.member),
  };
}
