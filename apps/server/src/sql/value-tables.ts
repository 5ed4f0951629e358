/**
 * The tables that hold the values of custom fields, one for each type: what filters and orders go along. Knows no statement over them.
 */
import { type Dialect, identifier } from './dialects/dialect.js';

/** Types of value that have a table. */
export type KeptType = 'string' | 'integer' | 'float' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'uuid';

const valueTables = {
  string: 'custom_strings',
  integer: 'custom_integers',
  float: 'custom_floats',
  decimal: 'custom_decimals',
  boolean: 'custom_booleans',
  date: 'custom_dates',
  datetime: 'custom_datetimes',
  uuid: 'custom_uuids',
} as const satisfies Record<KeptType, string>;

/** @returns the name of the table for values of a type */
export function valueTable(type: KeptType): string {
  return valueTables[type];
}

export const keptTypes = Object.keys(valueTables) as readonly KeptType[];

/**
 * Null is no row. `is_held`: no other record may have the value, because the field is unique and the record is not deleted.
 * @returns the statements that make the tables and their indexes where they are missing
 */
export function valueTableStatements(dialect: Dialect): string[] {
  return keptTypes.flatMap((type) => {
    const name = valueTable(type);
    const table = identifier(name);
    const column = (columnName: string, columnType: Parameters<Dialect['columnType']>[0]) =>
      `${identifier(columnName)} ${dialect.columnType(columnType)} NOT NULL`;
    const columns = [
      column('space_id', 'space'),
      column('field_id', 'uuid'),
      column('record_id', 'uuid'),
      column('value', type),
      column('is_held', 'boolean'),
      'PRIMARY KEY ("space_id", "field_id", "record_id")',
    ];
    return [
      `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')})`,
      `CREATE INDEX IF NOT EXISTS ${identifier(`${name}_value`)} ON ${table} ("space_id", "field_id", "value", "record_id")`,
      `CREATE UNIQUE INDEX IF NOT EXISTS ${identifier(`${name}_held`)} ON ${table} ("space_id", "field_id", "value") WHERE "is_held"`,
    ];
  });
}
