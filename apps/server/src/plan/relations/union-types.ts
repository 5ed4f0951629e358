/**
 * The entity types behind an abstract one and what tells their records apart. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';

/** The field, always the same within an entity type, that says in which table a record of a union is. */
export const kindField = 'table_name';

export interface UnionType {
  readonly entityType: EntityType;
  /** What `table_name` of its records says. */
  readonly kind: string;
}

/** @returns the entity types of a union in its order; none for an entity type that has records of its own */
export function unionTypes(catalog: Catalog, union: EntityType): UnionType[] {
  return (union.union ?? []).map((name) => {
    const derived = catalog.field(name, kindField)?.derived;
    if (derived?.kind !== 'constant') throw new Error(`"${name}" has no constant field "${kindField}"`);
    return { entityType: catalog.existing(name), kind: String(derived.value) };
  });
}
