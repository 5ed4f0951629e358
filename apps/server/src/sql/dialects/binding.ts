/**
 * Values that a statement binds, one or many as one, and constants. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import type { Operand } from '../../plan/list/predicate.js';
import type { ColumnType } from '../columns.js';
import { literal } from './quote.js';
import { postgresTypes, sqliteTypes } from './tables.js';

/** Rows of values that are bound as one, as a statement reads them. */
export interface BoundRows {
  /** Behind FROM. The rows have the alias `x`; they come first in a join, each with a lookup in what it is joined to. */
  readonly from: string;
  /** The value of each column of such a row. */
  readonly values: readonly string[];
}

/** Values of one type, each under two ids, that are bound as one: a JSON object of objects. */
export interface BoundValues {
  /** Behind FROM. */
  readonly from: string;
  readonly outer: string;
  readonly inner: string;
  readonly value: string;
}

/** Records that may be read for one reason, which an index has in the order of their ids. */
export interface SeenPart {
  /** Undefined: the primary key; values of the part are ids of records then. */
  readonly index: string | undefined;
  /** A select of values, called `id`: the part is of records that meet the condition with one of them. Undefined: it has none. */
  readonly each?: string;
  /** @param row alias of a record @param value one of the values; left out: the record is of the part, whichever of them it has */
  condition(row: string, value?: string): string;
  /** @param row as above @returns what a record of the part must meet besides to be one that may be read */
  rest(row: string): readonly string[];
}

/** What a statement may read of the records of entity types, where it is not all. Its scope has the user who asks. */
export interface RecordSight {
  /**
   * @param row alias of a record of the entity type
   * @param whole a reference of the record that is known to point at one that may be read
   * @returns undefined: all
   */
  condition(entityType: EntityType, row: string, whole?: string): string | undefined;
  /**
   * @returns parts that have all records of the entity type that may be read, some twice and some that may not; undefined: most may, or
   * they are found otherwise
   */
  parts(entityType: EntityType): readonly SeenPart[] | undefined;
  /** @returns a select of what the view of an abstract type shows, of the records that may be read */
  unionRows(union: EntityType): string;
}

export interface BindingDialect {
  /** Absent: all records of the space may be read. */
  readonly sight?: RecordSight;
  /**
   * By the name of an abstract type: a select of what its view shows, each of whose parts binds the space. Present where a database whose
   * tables are spread by space would look on all machines for a part that a condition empties.
   */
  readonly boundUnions?: ReadonlyMap<string, string>;
  /** @param position from 1. @param type where the statement does not tell it */
  placeholder(position: number, type?: 'text' | 'uuid'): string;
  /**
   * A bound value as an expression that a planner does not look into: it makes one plan for all values, and no plan for each. The value itself
   * where tables are spread by space: there the planner finds the machine by it.
   */
  unplanned(parameter: string): string;
  /** An operand or field value in the form the driver binds. */
  encode(type: ColumnType, value: Operand): unknown;
  /** Any number of ids as one value to bind. */
  encodeIds(ids: readonly string[]): unknown;
  /** Whether an id is one of those bound. @param parameter the placeholder of what `encodeIds` gave. @param type of the ids; uuids unless given */
  isOneOf(expression: string, parameter: string, type?: 'text' | 'uuid'): string;
  /** Any number of rows as one value to bind. @param rows of values as `encode` gives them, all of the same columns */
  encodeRows(rows: readonly (readonly unknown[])[]): unknown;
  /** @param parameter the placeholder of what `encodeRows` gave @param types of the columns */
  boundRows(parameter: string, types: readonly ColumnType[]): BoundRows;
  /** @param parameter the placeholder of a JSON object of objects, their keys ids, their values as `encode` gives them */
  boundValues(parameter: string, type: ColumnType): BoundValues;
  /** An expression as a value of a column type. */
  cast(expression: string, type: ColumnType): string;
  /** A constant text. */
  textLiteral(text: string): string;
}

/** SQLite has amounts with four places as integers: those add up exactly, and 64 bits fit 922 trillion. */
export const amountScale = 10_000;

/** @returns the ten-thousandths of an amount, without an exponent */
function scaledAmount(amount: string): string {
  const [, whole, fraction = ''] = /^(-?[1-9]\d*)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (whole === undefined) return new Decimal(amount).times(amountScale).toFixed();
  return whole + fraction.padEnd(4, '0');
}

export const sqliteBinding: BindingDialect = {
  placeholder: (position) => `?${position}`,
  unplanned: (parameter) => parameter,
  encode(type, value) {
    if (value === null) return null;
    if (type === 'boolean') return value ? 1 : 0;
    // As text: the driver binds larger numbers as doubles. The column's affinity makes it an integer.
    if (type === 'decimal') return scaledAmount(String(value));
    return value;
  },
  encodeIds: (ids) => JSON.stringify(ids),
  isOneOf: (expression, parameter) => `${expression} IN (SELECT value FROM json_each(${parameter}))`,
  encodeRows: (rows) => JSON.stringify(rows),
  boundRows: (parameter, types) => ({
    // Without the limit SQLite may go through all records of a space, and through these rows for each of them.
    from: `(SELECT value FROM json_each(${parameter}) LIMIT -1) x`,
    values: types.map((_, index) => `x.value ->> ${index}`),
  }),
  // Without function calls: a statement that calls functions, or may fail otherwise and be undone by itself, copies each page before it
  // changes it.
  boundValues: (parameter) => ({
    from: `json_each(${parameter}) o, json_each(o.value) i`,
    outer: 'o.key',
    inner: 'i.key',
    value: 'i.value',
  }),
  cast: (expression, type) => `CAST(${expression} AS ${sqliteTypes[type]})`,
  textLiteral: literal,
};

/** JSON comes as its text: a JSON column would take that for a JSON string. */
const boundType = (type: ColumnType) =>
  postgresTypes[type] === 'json' ? 'text' : postgresTypes[type].replace(' COLLATE "C"', '');

/** Nulls are left out: what a row lacks is null. */
function rowText(row: readonly unknown[]): string {
  let members = '';
  for (let index = 0; index < row.length; index++) {
    const value = row[index];
    if (value === null || value === undefined) continue;
    members += `,"c${index}":${typeof value === 'string' && isPlain.test(value) ? `"${value}"` : JSON.stringify(value)}`;
  }
  return `{${members.slice(1)}}`;
}

/** A text that JSON holds as it is. */
const isPlain = /^[\x20\x21\x23-\x5b\x5d-\ud7ff]*$/;

export const postgresBinding: BindingDialect = {
  placeholder: (position, type) => (type === undefined ? `$${position}` : `$${position}::${type}`),
  unplanned: (parameter) => `(SELECT ${parameter})`,
  encode: (_type, value) => value,
  encodeIds: (ids) => ids,
  isOneOf: (expression, parameter, type = 'uuid') => `${expression} = ANY(${parameter}::${type}[])`,
  encodeRows: (rows) => `[${rows.map(rowText).join(',')}]`,
  boundRows(parameter, types) {
    const columns = types.map((type, index) => `c${index} ${boundType(type)}`).join(', ');
    return {
      from: `json_to_recordset(${parameter}) AS x(${columns})`,
      values: types.map((type, index) => (postgresTypes[type] === 'json' ? `x.c${index}::json` : `x.c${index}`)),
    };
  },
  boundValues: (parameter, type) => ({
    from: `json_each(${parameter}::json) o, json_each_text(o.value) i`,
    outer: 'o.key::uuid',
    inner: 'i.key::uuid',
    value: `i.value::${boundType(type)}`,
  }),
  cast: (expression, type) => `(${expression})::${postgresTypes[type]}`,
  textLiteral: (text) => `${literal(text)}::text COLLATE "C"`,
};
