/**
 * What differs between the databases when SQL is written. Shared code asks a dialect; it never asks which database it is on.
 */
import type { ValueType } from '@headwater/catalog';
import type { Operand } from '../../plan/predicate.js';
import type { AggregateFunction } from '../../request/filter.js';
import type { ColumnType } from '../columns.js';

/** Where an EXISTS stands. */
export interface ExistsPlace {
  /** The select of the listed records has an OFFSET. */
  readonly skipsRecords: boolean;
  /** How many others it stands in. */
  readonly depth: number;
}

/** Where a test stands whether something is found. */
export interface FoundPlace extends ExistsPlace {
  /** In the opposite of something. */
  readonly isNegated?: boolean;
  /** Further look-ups stand in what is looked for. */
  readonly isWide?: boolean;
  /** Most of what is asked for is found. */
  readonly isFrequent?: boolean;
}

/** What something is looked for in. */
export interface FoundIn {
  readonly from: string;
  readonly key: string;
  readonly conditions: readonly string[];
}

/** Rows of values that are bound as one, as a statement reads them. */
export interface BoundRows {
  /** Stands behind FROM. The rows bear the alias `x`; they come first in a join, each with a look-up in what it is joined to. */
  readonly from: string;
  /** The value of each column of such a row. */
  readonly values: readonly string[];
}

/** Values of one type, each under two ids, that are bound as one: a JSON object of objects. */
export interface BoundValues {
  /** Stands behind FROM. */
  readonly from: string;
  readonly outer: string;
  readonly inner: string;
  readonly value: string;
}

/** The text of a JSON object with members. */
export interface ObjectText {
  readonly text: string;
  /** Its last value is no object: at the end of the text stands one brace, its own. */
  readonly endsPlainly: boolean;
}

export type DayPeriod = 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year';

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';

  /** @param position from 1. @param type where the statement does not tell it */
  placeholder(position: number, type?: 'text' | 'uuid'): string;

  /** Foreign keys name tables that must be there already. */
  readonly addsReferencesLater: boolean;
  /** What an index needs to serve an order in which null comes first. */
  readonly nullsFirstInIndex: string;
  /**
   * How values, which are never null, are indexed in tables whose rows are found by their key as well: what ends the column in CREATE
   * TABLE and what ends CREATE INDEX. Where a planner could take the index for one by key, it serves only what says something of the value.
   */
  readonly valueIndex: { readonly column: string; readonly index: string };
  /**
   * Ends a select that locks its row until the transaction ends.
   * @param waits false: fails when another transaction holds the row
   */
  forUpdate(waits: boolean): string;
  /** Ends a select that locks those of its rows that no other transaction holds, and leaves out the others. */
  readonly forUpdateOfFree: string;
  /** Ends the CREATE TABLE of a table of small rows that are found by their key. */
  readonly keyedTable: string;
  /** The type of a column in CREATE TABLE. */
  columnType(type: ColumnType): string;

  /** An operand or field value in the form the driver binds. */
  encode(type: ColumnType, value: Operand): unknown;

  /** Any number of ids as one value to bind. */
  encodeIds(ids: readonly string[]): unknown;
  /** Whether an id is one of those bound. @param parameter the placeholder of what `encodeIds` gave */
  isOneOf(expression: string, parameter: string): string;
  /** Any number of rows as one value to bind. @param rows of values as `encode` gives them, all of the same columns */
  encodeRows(rows: readonly (readonly unknown[])[]): unknown;
  /** @param parameter the placeholder of what `encodeRows` gave @param types of the columns */
  boundRows(parameter: string, types: readonly ColumnType[]): BoundRows;

  /** @param parameter the placeholder of a JSON object of objects, their keys ids, their values as `encode` gives them */
  boundValues(parameter: string, type: ColumnType): BoundValues;
  /** One statement writes to several tables through a view only (`added-values.ts`), not in its WITH. */
  readonly addsThroughView: boolean;
  /** Begins an INSERT of many rows; when it fails, the transaction must be given up. */
  readonly insertOfMany: string;

  /** A column as an argument of `jsonObject`: what the member's JSON shows. */
  jsonValue(column: string, type: ValueType, isNullable?: boolean): string;
  /** The same in the forms of REST v1: booleans 0 and 1, date-times without fraction, ids `PY-7FFFFFFF-<UUID>`. */
  legacyValue(column: string, type: ValueType): string;
  /** A column as a cursor and a write hold it: amounts and JSON as text. */
  canonicalValue(column: string, type: ValueType): string;
  jsonObject(members: readonly (readonly [name: string, value: string])[]): string;
  jsonArray(items: readonly string[]): string;
  /**
   * All items of a sub-select as an array; `[]` when there are none.
   * @param orderBy what to sort by before the id
   * @param id of the rows; last in the order
   */
  jsonArrayOf(item: string, orderBy: readonly string[], id: string): string;
  /** A JSON expression as text that the driver returns. */
  jsonText(expression: string): string;
  jsonBoolean(condition: string): string;

  /** The text of one object with the members of all, in their order. */
  splicedText(objects: readonly ObjectText[]): string;
  /** The text without its last brace. */
  withoutBrace(object: ObjectText): string;
  /** A text that is JSON as a JSON expression. */
  jsonOfText(text: string): string;
  /** A value as text in JSON. */
  jsonLiteral(value: string): string;
  /** A text as it stands between the quotes of a JSON string. */
  insideJsonText(text: string): string;
  /** The items of a sub-select as one text, with a comma between them. */
  joinedText(item: string): string;
  /** The items of a JSON array, each as `value` of a row: what stands behind FROM. @param array the text of the array */
  entries(array: string, alias: string, count: number): string;
  /** The members of a JSON object, all of them texts, as `key` and `value` of a row: what stands behind FROM. @param object its text */
  textMembers(object: string, alias: string, count: number): string;

  /** The folded text of a field beside its lower-cased column. */
  folded(foldedColumn: string, field: string, column: string): string;
  /** Case matters; no character is special. */
  contains(text: string, part: string): string;
  starts(text: string, part: string): string;
  ends(text: string, part: string): string;
  /** Whether a column of a list has no item. */
  listIsEmpty(column: string): string;
  /** Whether a column of a list has an item. @param item the placeholder of its text */
  listHolds(column: string, item: string): string;
  /** Whole seconds from 1970 to a date-time column, its fraction left out. */
  epochSeconds(column: string): string;
  /** Whole days since a date-time column; 0 when it is null. */
  daysSince(column: string): string;
  /**
   * The first day of the period that a date or date-time lies in, as a date. Weeks begin on Monday.
   * @param offset an expression: seconds that the clocks are ahead of UTC; null: none
   */
  periodStart(expression: string, type: 'date' | 'datetime', period: DayPeriod, offset: string | null): string;
  /** A date column as the date-time at which the day begins. */
  dateAsDateTime(column: string): string;
  /** An expression as a value of a column type. */
  cast(expression: string, type: ColumnType): string;
  /** A constant text. */
  textLiteral(text: string): string;
  /** A double with the digits that formulas see, to the four places of an amount: sums of such do not depend on the order of adding. */
  floatAsDecimal(expression: string): string;
  /** Aggregates of a column as texts of decimals, each null where there is no value: their results add up to the exact sum. */
  exactSum(column: string, type: 'integer' | 'decimal'): readonly string[];
  /**
   * An aggregate, to be compared with operands of its type: COUNT and SUM of nothing are 0, the others null; an average is kept to the
   * places of an amount. @param value `*` to count rows
   */
  aggregate(name: AggregateFunction, value: string, type: ValueType): string;

  exists(select: string, place: ExistsPlace): string;
  /** Whether the value of an expression stands in the key of some row. */
  isFoundIn(expression: string, found: FoundIn, place: FoundPlace): string;

  /**
   * Two lists of ids, each as an index has them, walked side by side.
   * @param ids of records @param others select one column, `id`
   * @returns a sub-select of the ids that are not among the others, in their order, as far as it is read; stands behind FROM without its alias
   */
  idsWithout(ids: string, others: string, descending: boolean): string;

  /** Null first ascending, last descending. */
  orderBy(expression: string, descending: boolean): string;
  /** Joins the few rows on the left to their records: the right side is looked up for each of them, never walked. */
  readonly joinInOrder: string;
  /**
   * Stands behind a table and its alias: reads it along an index, by whose columns alone the rest of the statement may be answered.
   * Nothing where the database knows better.
   */
  alongIndex(name: string): string;
  /** The database has counted what is frequent, and joins by it; else statements have to choose. */
  readonly choosesJoins: boolean;
  /** Rows are grouped as they come; where that is not so, they are sorted unless an index gives them in order. */
  readonly groupsUnsorted: boolean;
  /** An expression of which no index is asked for its order: all rows are to be read as they come, not each in a place of its own. */
  withoutIndex(expression: string): string;
  /** How many rows to take, as it stands behind LIMIT. @param count a whole number */
  limit(count: number, binder: ValueBinder): string;
  /** The limit of a statement without one, where an offset needs it. */
  readonly noLimit: string;
}

/** Takes a value and gives the placeholder that stands for it. */
export interface ValueBinder {
  bind(value: unknown): string;
}

/** A name in double quotes. Names come from the catalog, never from a request. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in single quotes, for names of members. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
