/**
 * Writes where a statement finds the records of an entity type. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { inSpace } from './binder.js';
import { tableName } from './columns.js';
import { sharedTableOf } from './custom-values/shared-tables.js';
import type { BindingDialect } from './dialects/binding.js';
import { identifier } from './dialects/quote.js';

/** Of the records of an entity type, where it is not all rows of a table. */
const row = 'v';

/**
 * A table, or those rows of it that are of the entity type and that who asks sees: both databases look through the sub-select as if its
 * conditions stood outside. Statements that write name the table itself (`tableName`).
 * @returns what goes behind FROM, without an alias
 */
export function recordsOf(dialect: BindingDialect, entityType: EntityType): string {
  return sourceOf(dialect, entityType, '');
}

/**
 * The same of the rows of a record that who asks sees: it is not looked at again for each of them.
 * @param whole the reference of the rows to that record
 */
export function rowsOfSeen(dialect: BindingDialect, entityType: EntityType, whole: string | undefined): string {
  return sourceOf(dialect, entityType, '', whole);
}

/**
 * The same under an alias, read along an index.
 * @param along what the dialect puts behind a table
 */
export function recordsAlong(dialect: BindingDialect, entityType: EntityType, alias: string, along: string): string {
  const table = identifier(tableName(entityType));
  const records = sourceOf(dialect, entityType, along);
  return records === table ? `${table} ${alias}${along}` : `${records} ${alias}`;
}

function sourceOf(dialect: BindingDialect, entityType: EntityType, along: string, whole?: string): string {
  const table = identifier(tableName(entityType));
  const { sight } = dialect;
  if (sight && entityType.union) return `(${sight.unionRows(entityType)})`;
  const bound = dialect.boundUnions?.get(entityType.name);
  if (bound !== undefined) return `(${bound})`;
  const seen = sight?.condition(entityType, row, whole);
  const ofType = entityTypeConditions(dialect, entityType);
  if (seen !== undefined) {
    const where = [inSpace(dialect, row), ...ofType, seen].join(' AND ');
    return `(SELECT ${row}.* FROM ${table} ${row}${along} WHERE ${where})`;
  }
  if (ofType.length === 0) return table;
  return `(SELECT * FROM ${table}${along} WHERE ${[inSpace(dialect), ...ofType].join(' AND ')})`;
}

/** @returns what tells the records of an entity type from the others in their table; nothing where there are no others */
export function entityTypeConditions(dialect: BindingDialect, entityType: EntityType): string[] {
  const custom = sharedTableOf(entityType);
  return custom ? [`${identifier(custom.kindColumn)} = ${dialect.textLiteral(custom.kind)}`] : [];
}
