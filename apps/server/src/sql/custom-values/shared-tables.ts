/**
 * Where the records lie of entity types that a space has defined itself: among those of a system entity type, distinguished by one of
 * its columns. So do the rows of its fields that hold several values or relate records. Knows no dialect and no statement.
 */
import type { EntityType } from '@headwater/catalog';

/** A table that holds records of several entity types. */
interface SharedTable {
  readonly name: string;
  /** Says of which entity type a record is. */
  readonly kindColumn: string;
  /** What it says of records of an entity type. */
  readonly kindOf: (entityType: EntityType) => string;
  /** The records can have values of fields that a space has defined. */
  readonly hasCustomFields: boolean;
  /** Those of one entity type can be many, and are listed in other orders than that of their ids. */
  readonly isListed: boolean;
}

/** Most tables have a column for nothing else. */
const byKind = {
  kindColumn: 'kind',
  kindOf: ({ name }: EntityType) => name,
  hasCustomFields: false,
  isListed: false,
} as const;

/** By the entity type that the table was made for. */
const sharedTables: ReadonlyMap<string, SharedTable> = new Map<string, SharedTable>([
  ['CustomEntity', { ...byKind, name: 'custom_entities', hasCustomFields: true, isListed: true }],
  [
    'CustomEntityType',
    {
      name: 'custom_entity_types',
      kindColumn: 'entity_api_name',
      // `VehicleType` has the types of `Vehicle`.
      kindOf: ({ name }: EntityType) => name.replace(/Type$/, ''),
      hasCustomFields: false,
      isListed: false,
    },
  ],
  ['DataRelation', { ...byKind, name: 'data_relations' }],
  ['CustomEntityRelationData', { ...byKind, name: 'custom_entity_relation_data' }],
]);

/** The part of a table that holds the records of one entity type. */
export interface TablePart {
  readonly table: string;
  readonly kindColumn: string;
  readonly kind: string;
}

/**
 * @returns undefined for an entity type with a table of its own
 * @throws Error when the entity type is stored where nothing can be stored, which is a fault of the catalog
 */
export function sharedTableOf(entityType: EntityType): TablePart | undefined {
  if (entityType.storedIn === undefined) return undefined;
  const shared = sharedTables.get(entityType.storedIn);
  if (!shared) throw new Error(`${entityType.name} cannot be stored in ${entityType.storedIn}`);
  return { table: shared.name, kindColumn: shared.kindColumn, kind: shared.kindOf(entityType) };
}

/** @returns the column by which the lists of a shared table begin; undefined for all other tables */
export function listedKindColumn({ name, storedIn }: EntityType): string | undefined {
  const shared = sharedTables.get(storedIn ?? name);
  return shared?.isListed ? shared.kindColumn : undefined;
}

/** @returns the column that tells the records of a shared table apart; undefined for an entity type whose table is its own */
export function sharedKindColumn({ name }: EntityType): string | undefined {
  return sharedTables.get(name)?.kindColumn;
}

/** Whether the table of an entity type has a place for values of fields that a space has defined. */
export function takesCustomFields({ name, storedIn, customFields }: EntityType): boolean {
  return customFields || sharedTables.get(storedIn ?? name)?.hasCustomFields === true;
}
