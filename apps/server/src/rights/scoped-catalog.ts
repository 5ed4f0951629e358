/**
 * A catalog as the holder of rights has it: plans that are made with it read only what may be read. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { missingRight } from './require-right.js';
import type { Rights } from './rights.js';

const rightsOf = new WeakMap<Catalog, Rights>();

/** @returns the same lookups, by which nothing is planned that the rights do not let read */
export function scopeCatalog(catalog: Catalog, rights: Rights): Catalog {
  const scoped = { ...catalog };
  rightsOf.set(scoped, rights);
  return scoped;
}

/** @returns whether all records of the catalog may be read with these rights */
export function readsEverything(catalog: Catalog): boolean {
  return !rightsOf.has(catalog);
}

/** A union is read by who may read each of its entity types, a table that entity types share by who may read each of these. */
export function mayRead(catalog: Catalog, entityType: EntityType): boolean {
  const rights = rightsOf.get(catalog);
  return rights === undefined || firstUnreadable(catalog, rights, entityType) === undefined;
}

/** @throws ApiError `ERROR_FORBIDDEN` that names the missing right, when records of the entity type may not be read */
export function requireReadable(catalog: Catalog, entityType: EntityType): void {
  const rights = rightsOf.get(catalog);
  if (rights === undefined) return;
  const unreadable = firstUnreadable(catalog, rights, entityType);
  if (unreadable !== undefined) throw missingRight(rights, `${unreadable.collection}:read`);
}

/**
 * @param name as the catalog itself has it: of what a caller asks for, or of what a relation leads to
 * @returns the entity type, whose records may be read
 * @throws ApiError `ERROR_FORBIDDEN` that names the missing right
 */
export function readable(catalog: Catalog, name: string): EntityType {
  const entityType = catalog.existing(name);
  requireReadable(catalog, entityType);
  return entityType;
}

function firstUnreadable(catalog: Catalog, rights: Rights, entityType: EntityType): EntityType | undefined {
  const { name, union = [] } = entityType;
  const behind = union.map((one) => catalog.existing(one));
  const stored = catalog.entityTypes.filter((one) => one.storedIn === name);
  return [entityType, ...behind, ...stored].map((one) => ownerOf(catalog, one)).find((one) => !rights.may(one, 'read'));
}

/** The rows that a custom field comes with are values of the record that has the field. No other name has an underscore. */
function ownerOf(catalog: Catalog, entityType: EntityType): EntityType {
  const { name, storedIn } = entityType;
  const end = name.indexOf('_');
  return (storedIn !== undefined && end > 0 && catalog.entityType(name.slice(0, end))) || entityType;
}
