/**
 * Writes the statement that finds out how far a chunk of records may go before too many rows belong to them. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { RowsStep } from '../../plan/relations/rows-step.js';
import { inSpace, type Statement, spaceBinder } from '../binder.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { type CustomValue, customValue } from '../custom-values/custom-value.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** Records in the order of their ids, both ends included. */
export interface IdRange {
  readonly first: string;
  readonly last: string;
}

/**
 * @param count rows that may be looked at
 * @returns a statement whose only row, if there are more, has the `id` of the record that the next one belongs to
 */
export function compileRecordBeyond(
  dialect: ReadDialect,
  space: string,
  { field, target }: Pick<RowsStep, 'field' | 'target'>,
  { first, last }: IdRange,
  count: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const custom = customReference(target, field.via);
  const rows = custom ? customValueRows(dialect, custom, 'c') : undefined;
  const from = rows?.from ?? `${recordsOf(dialect, target)} c`;
  const id = rows?.value ?? column('c', field.via);
  const conditions = [
    ...(rows?.conditions ?? [inSpace(dialect, 'c')]),
    `${id} >= ${binder.bind(first)}`,
    `${id} <= ${binder.bind(last)}`,
  ];
  const order = `ORDER BY ${dialect.orderBy(id, false)} LIMIT 1 OFFSET ${count}`;
  return binder.statement(`SELECT ${id} AS id FROM ${from} WHERE ${conditions.join(' AND ')} ${order}`);
}

function customReference({ fields }: EntityType, name: string): CustomValue | undefined {
  const field = fields.find((one) => one.name === name);
  return field?.kind === 'reference' ? customValue(field) : undefined;
}
