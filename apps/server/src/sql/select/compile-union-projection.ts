/**
 * Writes the JSON of a record of an abstract type: that of the entity type in whose table it lives. Pure.
 */
import type { ProjectionBranch } from '../../plan/projection/projection.js';
import { kindField } from '../../plan/relations/union-types.js';
import { inSpace } from '../binder.js';
import { recordsOf } from '../record-source.js';
import { compileProjection, type ProjectionContext } from './compile-projection.js';
import { column } from './compile-value.js';

/** The record in the table of its entity type. */
const row = 'r';

/**
 * Only the table that has the record is read.
 * @param alias of a row that has the record's `id` and `table_name`
 */
export function compileUnionProjection(
  context: ProjectionContext,
  branches: readonly ProjectionBranch[],
  alias: string,
): string {
  return compileUnionRecord(context, branches, alias, ({ projection }) => compileProjection(context, projection, row));
}

/** The same for something else than JSON. @param item what is selected of the record, whose alias is `r` */
export function compileUnionRecord(
  { dialect }: ProjectionContext,
  branches: readonly ProjectionBranch[],
  alias: string,
  item: (branch: ProjectionBranch, index: number) => string,
): string {
  const cases = branches.map((branch, index) => {
    const where = `${inSpace(dialect, row)} AND ${row}.id = ${column(alias, 'id')}`;
    const from = `${recordsOf(dialect, branch.projection.entityType)} ${row}`;
    return `WHEN ${dialect.textLiteral(branch.kind)} THEN (SELECT ${item(branch, index)} FROM ${from} WHERE ${where})`;
  });
  return `CASE ${column(alias, kindField)} ${cases.join(' ')} END`;
}
