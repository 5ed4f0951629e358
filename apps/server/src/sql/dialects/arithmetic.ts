/**
 * How a dialect works out formulas: numbers of 14 digits before the point and 12 after it, exact and the same on every database.
 * Knows no formula: it is handed expressions and gives expressions.
 *
 * A number between `fromValue` and `toValue` has a form of the dialect's own, which compares, and is least or greatest, as the number
 * is. Every operation rounds its result to 12 places, halves away from zero. What would have more than 14 digits before the point
 * is null, as is everything made of null.
 */

/** Types of columns that hold numbers. */
export type NumberType = 'integer' | 'float' | 'decimal';

/** Types of columns that days can be added to. */
export type CalendarType = 'date' | 'datetime';

export interface Arithmetic {
  /** @param decimal plain decimal notation within the bounds */
  number(decimal: string): string;
  /** A column's value as a number. A float counts with 15 significant digits and 12 places at most. */
  fromValue(expression: string, type: NumberType): string;
  /** A number as a column's value: an integer has no places, a decimal four; a float is rounded as it is when it is read. */
  toValue(number: string, type: NumberType): string;

  add(left: string, right: string): string;
  subtract(left: string, right: string): string;
  multiply(left: string, right: string): string;
  /** Null when the divisor is zero. */
  divide(left: string, right: string): string;
  absolute(number: string): string;
  /** @param places 0 to 12 */
  round(number: string, places: number): string;

  /** Days from one to the other as a number. */
  daysBetween(type: CalendarType, later: string, earlier: string): string;
  /** Days are rounded to whole ones for a date, to microseconds for a date-time. Null outside the years 1 to 9999. */
  addDays(type: CalendarType, start: string, days: string): string;

  /** Nulls are left out; null when there is nothing else. @param parts numbers, dates or date-times */
  least(parts: readonly string[]): string;
  greatest(parts: readonly string[]): string;
  /** A text that compares by code point; a placeholder that is one gets its type. */
  text(expression: string): string;
}
