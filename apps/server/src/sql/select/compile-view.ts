/**
 * Writes the view through which the records of an abstract type are found: the rows of the tables of its entity types, with the
 * columns of the union. Filters and orders run on it along the indexes of those tables. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { unionTypes } from '../../plan/relations/union-types.js';
import { type Column, tableName, tableOf } from '../columns.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { column, compileValue } from './compile-value.js';

const row = 't';

/** @returns the CREATE VIEW statement of an abstract type */
export function compileView(catalog: Catalog, dialect: ReadDialect, union: EntityType): string {
  const { name, columns } = tableOf(catalog, union);
  const selects = unionTypes(catalog, union).map(({ entityType }) => {
    const shown = columns.map((one) => `${expressionOf(catalog, dialect, entityType, one)} AS ${identifier(one.name)}`);
    return `SELECT ${shown.join(', ')} FROM ${identifier(tableName(entityType))} ${row}`;
  });
  return `CREATE VIEW ${identifier(name)} AS ${selects.join(' UNION ALL ')}`;
}

/** What is no column gets the type by a cast: databases look through the view only where the types of its parts agree. */
function expressionOf(catalog: Catalog, dialect: ReadDialect, entityType: EntityType, { name, type }: Column): string {
  const own = tableOf(catalog, entityType).columns.find((candidate) => candidate.name === name);
  if (own?.type === 'date' && type === 'datetime') return dialect.dateAsDateTime(column(row, name));
  if (own) return column(row, name);
  const field = catalog.field(entityType.name, name);
  return dialect.cast(field?.kind === 'value' ? compileValue(dialect, row, field) : 'NULL', type);
}
