/**
 * Writes the statement that finds out of which entity type a record is. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { inSpace, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import { sharedKindColumn } from '../custom-values/shared-tables.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';

/**
 * @param among entity types of the system with records of their own
 * @param includeDeleted finds deleted records, too; but one that is not deleted comes first
 * @returns a statement whose row, if the record is there, has `t`, the name of one of these entity types, and `k`: what tells the
 *   records of a table that several entity types share apart, null elsewhere
 */
export function compileEntityTypeOf(
  dialect: BindingDialect,
  space: string,
  id: string,
  among: readonly EntityType[],
  includeDeleted: boolean,
): Statement {
  const binder = spaceBinder(dialect, space);
  const boundId = binder.bind(id);
  const selects = among.map((entityType) => {
    const kind = sharedKindColumn(entityType);
    const columns = [
      `${dialect.textLiteral(entityType.name)} AS t`,
      `${kind === undefined ? 'NULL' : `r.${identifier(kind)}`} AS k`,
      ...(includeDeleted ? ['r.is_deleted AS d'] : []),
    ].join(', ');
    const conditions = [inSpace(dialect, 'r'), `r.id = ${boundId}`, ...(includeDeleted ? [] : ['NOT r.is_deleted'])];
    return `SELECT ${columns} FROM ${identifier(tableName(entityType))} r WHERE ${conditions.join(' AND ')}`;
  });
  // Records of two entity types can have the same id, as when one has turned into the other.
  const order = includeDeleted ? ' ORDER BY d' : '';
  return binder.statement(`${selects.join(' UNION ALL ')}${order} LIMIT 1`);
}
