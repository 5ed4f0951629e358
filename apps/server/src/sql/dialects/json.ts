/**
 * Values, records and lists as JSON, which the databases write. Pure.
 */
import { isListType, type ValueType } from '@headwater/catalog';
import { amountScale } from './binding.js';
import { type JsonTextDialect, postgresJsonText, sqliteJsonText } from './json-text.js';
import { identifier, literal } from './quote.js';

/** Names with expressions of their values. */
type Members = readonly (readonly [name: string, value: string])[];

/** An expression over the rows of a select. */
export interface JoinedExpression {
  readonly value: string;
  /** Goes behind the tables of the select, and adds no rows; '' where the expression needs nothing. */
  readonly join: string;
}

/** What a column shows that holds nothing; `never`: it always holds something. */
export type Unset = 'null' | 'false' | 'never';

export interface JsonDialect {
  /**
   * A column as an argument of `jsonObject`: what the member's JSON shows.
   * @param unset of a boolean; `null` when left out
   */
  jsonValue(column: string, type: ValueType, unset?: Unset): string;
  /** The same in the forms of REST v1: booleans 0 and 1, date-times without fraction, ids `PY-7FFFFFFF-<UUID>`. */
  legacyValue(column: string, type: ValueType, unset?: Unset): string;
  /** A column as cursors and writes have it: amounts and JSON as text. */
  canonicalValue(column: string, type: ValueType): string;
  jsonObject(members: Members): string;
  /** The same for a select that takes a join: quicker where there is one. Each select takes one of them. */
  joinedObject(members: Members): JoinedExpression;
  jsonArray(items: readonly string[]): string;
  /**
   * All items of a sub-select as an array; `[]` when there are none.
   * @param orderBy what to sort by before the id
   * @param id of the rows; last in the order
   */
  jsonArrayOf(item: string, orderBy: readonly string[], id: string): string;
  /**
   * The same of the rows behind FROM, where few are expected.
   * @param from the tables and conditions of the sub-select
   */
  jsonArrayFrom(item: string, from: string, orderBy: readonly string[], id: string): string;
  /** A JSON expression as text. */
  jsonText(expression: string): string;
  /** A JSON expression as a column of the result, which the driver returns as text. */
  jsonColumn(expression: string): string;
  /** A text that is JSON as a JSON expression. */
  jsonOfText(text: string): string;
  jsonBoolean(condition: string): string;
  /** Whether a column of a list has no item. */
  listIsEmpty(column: string): string;
  /** Whether a column of a list has an item. @param item the placeholder of its text */
  listHolds(column: string, item: string): string;
  /** Whether a text that is a JSON object has a member. @param name the placeholder of its name */
  jsonHasMember(text: string, names: readonly string[]): string;
}

/**
 * Writes an object of any number of members, where databases bound what one call or one row may have.
 * @param most members of one call
 * @param write an object of so many members at most
 */
function objectInParts(
  dialect: JsonDialect,
  texts: JsonTextDialect,
  members: Members,
  most: number,
  write: (members: Members) => string,
): string {
  if (members.length <= most) return write(members);
  const parts = Array.from({ length: Math.ceil(members.length / most) }, (_, index) =>
    write(members.slice(index * most, (index + 1) * most)),
  );
  const objects = parts.map((part) => ({ text: dialect.jsonText(part), endsPlainly: false }));
  return dialect.jsonOfText(texts.splicedText(objects));
}

/** A whole amount as an integer, any other as a number with its own digits: a double would lose those of large amounts. */
const amount = (column: string) =>
  `CASE WHEN ${column} IS NULL THEN NULL WHEN ${column} % ${amountScale} = 0 THEN ${column} / ${amountScale} ` +
  `ELSE json(${amountText(column)}) END`;

const amountText = (column: string) =>
  `rtrim(printf('%s%d.%04d', iif(${column} < 0, '-', ''), abs(${column}) / ${amountScale}, abs(${column}) % ${amountScale}), '0')`;

/** The text of an amount, on SQLite. printf() would write 0 for null. */
export const plainAmount = (column: string) => `iif(${column} IS NULL, NULL, rtrim(${amountText(column)}, '.'))`;

/** JSON functions write doubles with 15 digits: those that need more get what tells them from all others. */
const double = (column: string) =>
  `iif(${column} IS NULL OR ${column} = CAST(printf('%!.15g', ${column}) AS REAL), ${column}, json(printf('%!.17g', ${column})))`;

/** Names with values in a call of json_object() at most. */
const mostMembers = 500;

function jsonObject(members: Members): string {
  return `json_object(${members.map(([name, value]) => `${literal(name)}, ${value}`).join(', ')})`;
}

/** An unset list is an empty one. */
const sqliteList = (column: string) => `json(coalesce(${column}, '[]'))`;

/** True, false or null. */
const sqliteBoolean = (column: string) => `json(iif(${column}, 'true', iif(${column} IS NULL, NULL, 'false')))`;

export const sqliteJson: JsonDialect = {
  jsonValue(column, type, unset = 'null') {
    if (type === 'boolean') return unset === 'null' ? sqliteBoolean(column) : `json(iif(${column}, 'true', 'false'))`;
    if (type === 'decimal') return amount(column);
    if (type === 'float') return double(column);
    if (isListType(type)) return sqliteList(column);
    return type === 'json' ? `json(${column})` : column;
  },
  legacyValue(column, type, unset) {
    if (type === 'boolean') return unset === 'false' ? `coalesce(${column}, FALSE)` : column;
    if (type === 'uuid') return `'PY-7FFFFFFF-' || upper(${column})`;
    if (type === 'datetime') return `replace(substr(${column}, 1, 19), 'T', ' ')`;
    if (type === 'decimal') return amount(column);
    if (type === 'float') return double(column);
    if (isListType(type)) return sqliteList(column);
    return type === 'json' ? `json(${column})` : column;
  },
  canonicalValue(column, type) {
    if (type === 'boolean') return sqliteBoolean(column);
    if (type === 'float') return double(column);
    return type === 'decimal' ? plainAmount(column) : column;
  },
  jsonObject: (members) => objectInParts(sqliteJson, sqliteJsonText, members, mostMembers, jsonObject),
  joinedObject: (members) => ({ value: sqliteJson.jsonObject(members), join: '' }),
  jsonArray: (items) => `json_array(${items.join(', ')})`,
  // Rows that share a reference come from its index in the order of their ids: saying so would sort them again, one record at a time.
  jsonArrayOf: (item, orderBy, id) =>
    `json_group_array(${item}${orderBy.length === 0 ? '' : ` ORDER BY ${[...orderBy, id].join(', ')}`})`,
  jsonArrayFrom: (item, from, orderBy, id) => `(SELECT ${sqliteJson.jsonArrayOf(item, orderBy, id)} FROM ${from})`,
  jsonText: (expression) => expression,
  jsonColumn: (expression) => expression,
  jsonOfText: (text) => `json(${text})`,
  jsonBoolean: (condition) => `iif(${condition}, json('true'), json('false'))`,
  listIsEmpty: (column) => `coalesce(${column}, '[]') = '[]'`,
  listHolds: (column, item) => `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ${item})`,
  jsonHasMember: (text, names) => `EXISTS (SELECT 1 FROM json_each(${text}) WHERE key IN (${names.join(', ')}))`,
};

/** Longer names of columns are cut by PostgreSQL. */
const maxIdentifierBytes = 63;

/** Columns of a select at most, and names with values in a call of a function. */
const mostOfRow = 1_664;
const mostOfCall = 50;

function rowObject(members: Members): string {
  return `(SELECT row_to_json(o) FROM ${rowOf(members)} o)`;
}

function rowOf(members: Members): string {
  return `(SELECT ${members.map(([name, value]) => `${value} AS ${identifier(name)}`).join(', ')})`;
}

/** Whether the members can be columns of one row. */
function isRow(members: Members): boolean {
  const isShort = members.every(([name]) => Buffer.byteLength(name) <= maxIdentifierBytes);
  return members.length > 0 && members.length <= mostOfRow && isShort;
}

function builtObject(members: Members): string {
  return `json_build_object(${members.map(([name, value]) => `${literal(name)}, ${value}`).join(', ')})`;
}

/** An unset list is an empty one. */
const postgresList = (column: string) => `coalesce(${column}, '[]'::json)`;

const dateTime = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

export const postgresJson: JsonDialect = {
  jsonValue(column, type, unset) {
    if (type === 'boolean') return unset === 'false' ? `coalesce(${column}, FALSE)` : column;
    if (type === 'datetime') return dateTime(column);
    if (isListType(type)) return postgresList(column);
    return type === 'decimal' ? `trim_scale(${column})` : column;
  },
  legacyValue(column, type, unset) {
    if (type === 'uuid') return `'PY-7FFFFFFF-' || upper(${column}::text COLLATE "C")`;
    if (type === 'datetime') return `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
    if (type === 'boolean') return `${unset === 'false' ? `coalesce(${column}, FALSE)` : column}::int`;
    if (isListType(type)) return postgresList(column);
    return type === 'decimal' ? `trim_scale(${column})` : column;
  },
  canonicalValue(column, type) {
    if (type === 'datetime') return dateTime(column);
    if (type === 'decimal') return `trim_scale(${column})::text`;
    return type === 'json' || isListType(type) ? `${column}::text` : column;
  },
  jsonObject(members) {
    // row_to_json costs a quarter less than json_build_object.
    const isShort = members.every(([name]) => Buffer.byteLength(name) <= maxIdentifierBytes);
    if (members.length > 0 && isShort)
      return objectInParts(postgresJson, postgresJsonText, members, mostOfRow, rowObject);
    return objectInParts(postgresJson, postgresJsonText, members, mostOfCall, builtObject);
  },
  // As a sub-select of its own the row would get each value of the record as a parameter.
  joinedObject(members) {
    if (!isRow(members)) return { value: postgresJson.jsonObject(members), join: '' };
    return { value: 'row_to_json(o)', join: ` CROSS JOIN LATERAL ${rowOf(members)} o` };
  },
  jsonArray: (items) => (items.length === 0 ? "'[]'::json" : `json_build_array(${items.join(', ')})`),
  jsonArrayOf: (item, orderBy, id) => `coalesce(json_agg(${item} ORDER BY ${[...orderBy, id].join(', ')}), '[]'::json)`,
  // Without an aggregate, which takes longer to begin than to go through a few rows.
  jsonArrayFrom: (item, from, orderBy, id) =>
    `array_to_json(ARRAY(SELECT ${item} FROM ${from} ORDER BY ${[...orderBy, id].join(', ')}))`,
  jsonText: (expression) => `${expression}::text`,
  // A cast would copy the text twice.
  jsonColumn: (expression) => expression,
  jsonOfText: (text) => `(${text})::json`,
  jsonBoolean: (condition) => `(${condition})`,
  listIsEmpty: (column) => `coalesce(${column}::text, '[]') = '[]'`,
  listHolds: (column, item) => `jsonb_exists(${column}::jsonb, ${item})`,
  jsonHasMember: (text, names) => `jsonb_exists_any(${text}::jsonb, ARRAY[${names.join(', ')}]::text[])`,
};
