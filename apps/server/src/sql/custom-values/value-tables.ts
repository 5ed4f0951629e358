/**
 * The tables that hold the values of custom fields, one for each type of value: what filters and orders go along. Knows no statement
 * over them.
 */
import { isSingleValueType, type SingleValueType, valueTypeNames } from '@headwater/catalog';
import type { ColumnType } from '../columns.js';
import type { PlanningDialect } from '../dialects/planning.js';
import { identifier } from '../dialects/quote.js';
import type { TableDialect } from '../dialects/tables.js';

/** Types of value that have a table. */
export type CustomValueType = SingleValueType;

export const customValueTypes: readonly CustomValueType[] = valueTypeNames.filter(isSingleValueType);

/** @returns the name of the table for values of a type */
export function valueTable(type: CustomValueType): string {
  return `custom_${type}s`;
}

/**
 * SQLite has no statistics. It takes the key of the table for as good as this index, and goes through all values of the field, wherever
 * a statement changes rows or reads more than the index holds.
 * @returns what follows the table where rows are found by their value
 */
export function alongValues({ alongIndex }: Pick<PlanningDialect, 'alongIndex'>, type: CustomValueType): string {
  return isIndexed(type) ? alongIndex(valueIndexName(type)) : '';
}

function valueIndexName(type: CustomValueType): string {
  return `${valueTable(type)}_value`;
}

/** Texts of any length are found by no index: databases have bounds for what an index holds. */
export function isIndexed(type: CustomValueType): boolean {
  return type !== 'text';
}

/** Whether values have another form in which they are compared without regard to case. */
export function isFolded(type: CustomValueType): boolean {
  return type === 'string' || type === 'text';
}

/**
 * Null is no row. `is_held`: no other record may have the value, because the field is unique and the record is not deleted. `folded`:
 * the text in one case, where that is more than lower-casing A to Z.
 * @returns the columns of the table in their order
 */
export function valueColumns(type: CustomValueType): readonly { readonly name: string; readonly type: ColumnType }[] {
  return [
    { name: 'space_id', type: 'space' },
    { name: 'field_id', type: 'uuid' },
    { name: 'record_id', type: 'uuid' },
    { name: 'value', type },
    { name: 'is_held', type: 'boolean' },
    ...(isFolded(type) ? [{ name: 'folded', type } as const] : []),
  ];
}

/** @returns the statements that make the tables and their indexes where they are missing */
export function valueTableStatements(dialect: TableDialect): string[] {
  return customValueTypes.flatMap((type) => {
    const table = identifier(valueTable(type));
    const columns = valueColumns(type).map((column) => {
      return `${identifier(column.name)} ${dialect.columnType(column.type)}${columnEnd(dialect, column.name)}`;
    });
    const key = 'PRIMARY KEY ("space_id", "field_id", "record_id")';
    const create = `CREATE TABLE IF NOT EXISTS ${table} (${[...columns, key].join(', ')})`;
    return isIndexed(type) ? [`${create}${dialect.keyedTable}`, ...indexStatements(dialect, type, table)] : [create];
  });
}

function columnEnd(dialect: TableDialect, column: string): string {
  if (column === 'value') return dialect.valueIndex.column;
  return column === 'folded' ? '' : ' NOT NULL';
}

function indexStatements(dialect: TableDialect, type: CustomValueType, table: string): string[] {
  const held = identifier(`${valueTable(type)}_held`);
  return [
    `CREATE INDEX IF NOT EXISTS ${identifier(valueIndexName(type))} ON ${table} ` +
      `("space_id", "field_id", "value"${dialect.nullsFirstInIndex}, "record_id")${dialect.valueIndex.index}`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${held} ON ${table} ("space_id", "field_id", "value") WHERE "is_held"`,
  ];
}
