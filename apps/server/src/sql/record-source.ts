/**
 * Writes where a statement finds the records of an entity type. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { inSpace } from './binder.js';
import { tableName } from './columns.js';
import { sharedTableOf } from './custom-values/shared-tables.js';
import type { BindingDialect } from './dialects/binding.js';
import { identifier } from './dialects/quote.js';

/**
 * A table, or those rows of a shared table that are of the entity type: both databases look through the sub-select as if its
 * conditions stood outside. Statements that write name the table itself (`tableName`).
 * @returns what goes behind FROM, without an alias
 */
export function recordsOf(dialect: BindingDialect, entityType: EntityType): string {
  const table = identifier(tableName(entityType));
  const ofKind = entityTypeConditions(dialect, entityType);
  if (ofKind.length === 0) return table;
  const space = inSpace(dialect);
  return `(SELECT * FROM ${table} WHERE ${[space, ...ofKind].join(' AND ')})`;
}

/**
 * The same under an alias, read along an index.
 * @param along what the dialect puts behind a table
 */
export function recordsAlong(dialect: BindingDialect, entityType: EntityType, alias: string, along: string): string {
  const records = recordsOf(dialect, entityType);
  const table = identifier(tableName(entityType));
  return records === table
    ? `${table} ${alias}${along}`
    : `${records.replace(table, () => `${table}${along}`)} ${alias}`;
}

/** @returns what tells the records of an entity type from the others in their table; nothing where there are no others */
export function entityTypeConditions(dialect: BindingDialect, entityType: EntityType): string[] {
  const custom = sharedTableOf(entityType);
  return custom ? [`${identifier(custom.kindColumn)} = ${dialect.textLiteral(custom.kind)}`] : [];
}
