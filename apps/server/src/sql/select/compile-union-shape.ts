/**
 * Writes the JSON of a record of an abstract type: that of the entity type in whose table it lives. Pure.
 */
import type { ShapeBranch } from '../../plan/shape.js';
import { kindField } from '../../plan/union-types.js';
import { spaceParameter } from '../binder.js';
import { recordsOf } from '../record-source.js';
import { compileShape, type ShapeContext } from './compile-shape.js';
import { column } from './compile-value.js';

/** The record in the table of its entity type. */
const row = 'r';

/**
 * Only the table that holds the record is asked.
 * @param alias of a row that has the record's `id` and `table_name`
 */
export function compileUnionShape(context: ShapeContext, branches: readonly ShapeBranch[], alias: string): string {
  const { dialect } = context;
  const cases = branches.map(({ kind, shape }) => {
    const where = `${row}.space_id = ${dialect.placeholder(spaceParameter)} AND ${row}.id = ${column(alias, 'id')}`;
    const from = `${recordsOf(dialect, shape.entityType)} ${row}`;
    return `WHEN ${dialect.textLiteral(kind)} THEN (SELECT ${compileShape(context, shape, row)} FROM ${from} WHERE ${where})`;
  });
  return `CASE ${column(alias, kindField)} ${cases.join(' ')} END`;
}
