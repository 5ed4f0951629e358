/**
 * Writes expressions over values that are stored in the tables of custom fields. Pure.
 */
import { inSpace } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { CustomValue } from './custom-value.js';
import { type CustomValueType, valueTable } from './value-tables.js';

/** The rows of a custom value under an alias, and the conditions that every statement over them has. */
export interface CustomValueRows {
  readonly from: string;
  readonly conditions: readonly string[];
  readonly value: string;
  readonly recordId: string;
  /** A text in one case. */
  readonly folded: string;
}

export function customValueRows(dialect: BindingDialect, { type, id }: CustomValue, alias: string): CustomValueRows {
  return rowsOfField(dialect, type, `'${id}'`, alias);
}

/** @param fieldId expression of the id under which the value is stored */
function rowsOfField(dialect: BindingDialect, type: CustomValueType, fieldId: string, alias: string): CustomValueRows {
  return {
    from: `${identifier(valueTable(type))} ${alias}`,
    conditions: [inSpace(dialect, alias), `${alias}.field_id = ${fieldId}`],
    value: `${alias}.value`,
    recordId: `${alias}.record_id`,
    folded: `coalesce(${alias}.folded, lower(${alias}.value))`,
  };
}

/** Writes what becomes of a value; it may name the value any number of times. */
export type Show = (value: string) => string;

export const asItIs: Show = (value) => value;

/**
 * @param record expression of the record's id
 * @param alias of its own for the row that holds the value
 * @returns a sub-select that shows the value; null when the record has none
 */
export function selectCustomValue(
  dialect: BindingDialect,
  { type, id }: CustomValue,
  record: string,
  alias: string,
  show = asItIs,
): string {
  return selectOfField(dialect, type, `'${id}'`, record, alias, show);
}

/** The same, @param fieldId expression of the id under which the value is stored */
export function selectOfField(
  dialect: BindingDialect,
  type: CustomValueType,
  fieldId: string,
  record: string,
  alias: string,
  show: Show,
): string {
  const { from, conditions, value, recordId } = rowsOfField(dialect, type, fieldId, alias);
  return `(SELECT ${show(value)} FROM ${from} WHERE ${[...conditions, `${recordId} = ${record}`].join(' AND ')})`;
}
