/**
 * Writes the view through which the records of an abstract type are found: the rows of the tables of its entity types, with the
 * columns of the union. Filters and orders run on it along the indexes of those tables. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { unionTypes } from '../../plan/relations/union-types.js';
import { inSpace } from '../binder.js';
import { type Column, tableName } from '../columns.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { tableOf } from '../table.js';
import { column, compileValue } from './compile-value.js';

const row = 't';

/** @returns the CREATE VIEW statement of an abstract type */
export function compileView(catalog: Catalog, dialect: ReadDialect, union: EntityType): string {
  const rows = compileUnionRows(catalog, dialect, union, (entityType) => identifier(tableName(entityType)));
  return `CREATE VIEW ${identifier(tableName(union))} AS ${rows}`;
}

/** @returns a select of the rows of the view that are of the space of the statement, which each of its parts binds */
export function compileBoundUnion(catalog: Catalog, dialect: ReadDialect, union: EntityType): string {
  const source = (entityType: EntityType) => identifier(tableName(entityType));
  return compileUnionRows(catalog, dialect, union, source, inSpace(dialect, row));
}

/**
 * @param source what goes behind FROM, without an alias
 * @param where a condition of each part
 * @returns a select of the rows of the view
 */
export function compileUnionRows(
  catalog: Catalog,
  dialect: ReadDialect,
  union: EntityType,
  source: (entityType: EntityType) => string,
  where?: string,
): string {
  const { columns } = tableOf(catalog, union);
  const selects = unionTypes(catalog, union).map(({ entityType }) => {
    const own = new Map(tableOf(catalog, entityType).columns.map((stored) => [stored.name, stored]));
    const shown = columns.map((one) => {
      const stored = own.get(one.name);
      const expression = stored ? storedValue(dialect, stored, one) : computedValue(catalog, dialect, entityType, one);
      return `${expression} AS ${identifier(one.name)}`;
    });
    return `SELECT ${shown.join(', ')} FROM ${source(entityType)} ${row}${where === undefined ? '' : ` WHERE ${where}`}`;
  });
  return selects.join(' UNION ALL ');
}

function storedValue(dialect: ReadDialect, stored: Column, { name, type }: Column): string {
  const isDate = stored.type === 'date' && type === 'datetime';
  return isDate ? dialect.dateAsDateTime(column(row, name)) : column(row, name);
}

/** Of what has no column; it gets the type by a cast, as databases look through the view only where the types of its parts agree. */
function computedValue(catalog: Catalog, dialect: ReadDialect, entityType: EntityType, { name, type }: Column): string {
  const field = catalog.field(entityType.name, name);
  return dialect.cast(field?.kind === 'value' ? compileValue(dialect, row, field) : 'NULL', type);
}
