/**
 * Tables, their columns and indexes: what CREATE TABLE and CREATE INDEX say. Pure.
 */
import type { ColumnType } from '../columns.js';

export interface TableDialect {
  /** The type of a column in CREATE TABLE. */
  columnType(type: ColumnType): string;
  /** Tables that are there take foreign keys and defaults; elsewhere foreign keys name tables that must be there already. */
  readonly altersTables: boolean;
  /** What an index needs to serve an order in which null comes first. */
  readonly nullsFirstInIndex: string;
  /**
   * How values, which are never null, are indexed in tables whose rows are found by their key as well: what ends the column in CREATE
   * TABLE and what ends CREATE INDEX. Where a planner could take the index for one by key, it serves only conditions on the value.
   */
  readonly valueIndex: { readonly column: string; readonly index: string };
  /** Ends the CREATE TABLE of a table of small rows that are found by their key. */
  readonly keyedTable: string;
}

/** Date-times and dates are text in the form of the interface, booleans 0 and 1, amounts integers in ten-thousandths. */
export const sqliteTypes = {
  space: 'TEXT',
  string: 'TEXT',
  text: 'TEXT',
  integer: 'INTEGER',
  float: 'REAL',
  decimal: 'INTEGER',
  boolean: 'INTEGER',
  date: 'TEXT',
  datetime: 'TEXT',
  uuid: 'TEXT',
  uuids: 'TEXT',
  strings: 'TEXT',
  json: 'TEXT',
} as const satisfies Record<ColumnType, string>;

/** Texts have the collation "C", so that they sort by code point and lower() knows A to Z only, as in SQLite. */
export const postgresTypes = {
  space: 'text COLLATE "C"',
  string: 'text COLLATE "C"',
  text: 'text COLLATE "C"',
  integer: 'bigint',
  float: 'double precision',
  decimal: 'numeric(19, 4)',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp(6)',
  uuid: 'uuid',
  uuids: 'json',
  strings: 'json',
  json: 'json',
} as const satisfies Record<ColumnType, string>;

export const sqliteTables: TableDialect = {
  columnType: (type) => sqliteTypes[type],
  altersTables: false,
  nullsFirstInIndex: '',
  valueIndex: { column: ' NOT NULL', index: '' },
  // Half as much to find and to write.
  keyedTable: ' WITHOUT ROWID',
};

export const postgresTables: TableDialect = {
  columnType: (type) => postgresTypes[type],
  altersTables: true,
  nullsFirstInIndex: ' NULLS FIRST',
  // Of a table that is being filled there are no statistics: any index seems to lead to one row, and one that needs no row of the table
  // is preferred. With a column that is NOT NULL the condition would be dropped from statements, and the index never be used; a CHECK
  // is not looked into.
  valueIndex: { column: ' CHECK ("value" IS NOT NULL)', index: ' WHERE "value" IS NOT NULL' },
  keyedTable: '',
};
