/**
 * A catalog as the holder of rights has it: plans that are made with it read only what may be read. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import { fieldLimits, keepLimits, limitsIn } from './field-rights.js';
import { missingRight } from './require-right.js';
import type { Rights } from './rights.js';

const rightsOf = new WeakMap<Catalog, Rights>();

/**
 * @param catalog of the space, whole
 * @returns the same lookups, by which nothing is planned that the rights do not let read, and without the fields that they hide
 */
export function scopeCatalog(catalog: Catalog, rights: Rights): Catalog {
  const shown = rights.fields === undefined ? catalog : fieldLimits(catalog, rights.fields).catalog;
  const scoped = { ...shown };
  rightsOf.set(scoped, rights);
  keepLimits(scoped, shown);
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
 * For what always reads the same fields, whichever the caller names.
 * @param fields an entity type and names of its fields, each of a standard field, which everybody knows
 * @param what is done with them, as a sentence begins
 * @throws ApiError `ERROR_FORBIDDEN` that names the first one that the key does not see
 */
export function requireFieldsOf(catalog: Catalog, fields: readonly (readonly string[])[], what: string): void {
  const limits = limitsIn(catalog);
  if (limits === undefined) return;
  for (const [typeName = '', ...names] of fields) {
    const name = names.find((one) => limits.hidden.get(typeName)?.has(one));
    if (name === undefined) continue;
    const { collection } = catalog.existing(typeName);
    const message = `${what} ${collection}.${name}, which this key does not see. Use a key that sees it.`;
    throw new ApiError('ERROR_FORBIDDEN', message);
  }
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
  if (limitsIn(catalog)?.closed.has(name)) return entityType;
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
