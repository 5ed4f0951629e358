/**
 * Reads what is above records in a hierarchy, however deep it is, with one recursive statement. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Statement, spaceBinder } from '../binder.js';
import type { Dialect } from '../dialects/dialect.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import { seenRevisionColumns } from './lookups.js';

/**
 * Records that are deleted count as well: links lead to them, and they can come back. A circle that is stored ends the recursion, as
 * each record is read once.
 * @param field of the entity type, which leads to the record above
 * @returns a statement of one row: `edges`, the text of a JSON array of `[id, id of the record above or null]` of the records and all
 *   above them
 */
export function compileAncestors(
  dialect: Dialect,
  space: string,
  { entityType, field }: { readonly entityType: EntityType; readonly field: ReferenceField },
  ids: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const records = `${recordsOf(dialect, entityType)} t`;
  const inSpace = binder.inSpace('t');
  const above = column('t', field.name);
  const first = `SELECT t.id, ${above} FROM ${records} WHERE ${inSpace} AND ${binder.isOneOf('t.id', ids)}`;
  const next = `SELECT t.id, ${above} FROM a ${dialect.joinInOrder} ${records} ON ${inSpace} AND t.id = a.above`;
  const edge = dialect.jsonArray([dialect.jsonValue('a.id', 'uuid'), dialect.jsonValue('a.above', 'uuid')]);
  const columns = [`${dialect.jsonText(dialect.jsonArrayOf(edge, [], 'a.id'))} AS edges`];
  const others = seenRevisionColumns(dialect);
  return binder.statement(
    `WITH RECURSIVE a(id, above) AS (${first} UNION ${next}) SELECT ${[...columns, ...others].join(', ')} FROM a`,
  );
}
