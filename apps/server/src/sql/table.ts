/**
 * Where the records of an entity type are stored: a table with its columns and indexes.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type Column, columnsOf, tableName } from './columns.js';
import { type Index, indexesOf } from './indexes.js';

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
}

/**
 * @returns the table that stores the records of an entity type, or the view of an abstract one, which has no indexes; the same for
 *   equal catalogs
 */
export function tableOf(catalog: Catalog, entityType: EntityType): Table {
  const name = tableName(entityType);
  return {
    name,
    columns: columnsOf(catalog, entityType),
    indexes: entityType.union ? [] : indexesOf(name, catalog, entityType),
  };
}

/** @returns the tables that the records of a catalog need; entity types that spaces have defined have none of their own */
export function storedTables(catalog: Catalog): Table[] {
  const own = catalog.entityTypes.filter(({ union, storedIn }) => !union && storedIn === undefined);
  return own.map((entityType) => tableOf(catalog, entityType));
}
