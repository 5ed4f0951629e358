/**
 * The tables that hold the values of custom fields, one for each type of value: what filters and orders go along. Knows no statement
 * over them.
 */
import { isSingleValueType, type SingleValueType, valueTypeNames } from '@headwater/catalog';
import type { ColumnType } from '../columns.js';
import { identifier } from '../dialects/quote.js';
import type { TableDialect } from '../dialects/tables.js';

/** Types of value that have a table. */
export type CustomValueType = SingleValueType;

export const customValueTypes: readonly CustomValueType[] = valueTypeNames.filter(isSingleValueType);

/** @returns the name of the table for values of a type */
export function valueTable(type: CustomValueType): string {
  return `custom_${type}s`;
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
  const name = (part: string) => identifier(`${valueTable(type)}_${part}`);
  return [
    `CREATE INDEX IF NOT EXISTS ${name('value')} ON ${table} ` +
      `("space_id", "field_id", "value"${dialect.nullsFirstInIndex}, "record_id")${dialect.valueIndex.index}`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${name('held')} ON ${table} ("space_id", "field_id", "value") WHERE "is_held"`,
  ];
}
