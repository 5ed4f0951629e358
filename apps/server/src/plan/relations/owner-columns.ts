/**
 * Which records a row belongs to: those that own it, of whatever entity type. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';

const known = new WeakMap<Catalog, ReadonlyMap<string, readonly string[]>>();

/** Of a space. */
export interface Catalogs {
  readonly catalog: Catalog;
  /** The same with what the space has deleted of its custom fields and entity types. */
  readonly withDeleted: () => Catalog;
}

/** @returns the references by which rows of the entity type belong to records; none for records that stand by themselves */
export function ownerColumns({ catalog: living, withDeleted }: Catalogs, { name }: EntityType): readonly string[] {
  const catalog = living.entityType(name) ? living : withDeleted();
  let columns = known.get(catalog);
  if (!columns) {
    columns = ownersInCatalog(catalog);
    known.set(catalog, columns);
  }
  return columns.get(name) ?? [];
}

function ownersInCatalog(catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const parent of catalog.entityTypes) {
    for (const field of parent.fields) {
      if (field.kind !== 'rows' || !field.owned || field.on !== 'id') continue;
      found.set(field.target, (found.get(field.target) ?? new Set()).add(field.via));
    }
  }
  return new Map([...found].map(([name, columns]) => [name, [...columns].sort()]));
}
