/**
 * Sums, averages and ends of many values. Pure.
 */
import type { ValueType } from '@headwater/catalog';
import type { AggregateFunction } from '../../request/filter.js';
import { amountScale } from './binding.js';
import { postgresFloatAsDecimal, sqliteFloatAsDecimal } from './float-as-decimal.js';
import { plainAmount } from './json.js';

export interface AggregateDialect {
  /** A double with the digits that formulas see, to the four places of an amount: sums of such do not depend on the order of adding. */
  floatAsDecimal(expression: string): string;
  /** Aggregates of a column as texts of decimals, each null where there is no value: their results add up to the exact sum. */
  exactSum(column: string, type: 'integer' | 'decimal'): readonly string[];
  /**
   * An aggregate, to be compared with operands of its type: COUNT and SUM of nothing are 0, the others null; an average is rounded to
   * the places of an amount. @param value `*` to count rows
   */
  aggregate(name: AggregateFunction, value: string, type: ValueType): string;
}

export const sqliteAggregates: AggregateDialect = {
  floatAsDecimal: sqliteFloatAsDecimal,
  // The whole amounts apart from the rest: sums of both fit into 64 bits where that of the ten-thousandths would not.
  exactSum: (column, type) =>
    type === 'integer'
      ? [`CAST(sum(${column}) AS TEXT)`]
      : [`CAST(sum(${column} / ${amountScale}) AS TEXT)`, plainAmount(`sum(${column} % ${amountScale})`)],
  aggregate(name, value, type) {
    // The cast says that it is a number: what it is compared with is a text of ten-thousandths.
    const number = (expression: string) => (type === 'decimal' ? `CAST(${expression} AS REAL)` : expression);
    // total() is a double, where sum() fails on what 64 bits cannot hold.
    if (name === 'SUM') return number(`total(${value})`);
    if (name === 'AVG') return number(`round(avg(${value})${type === 'decimal' ? '' : ', 4'})`);
    return number(`${name.toLowerCase()}(${value})`);
  },
};

export const postgresAggregates: AggregateDialect = {
  floatAsDecimal: postgresFloatAsDecimal,
  exactSum: (column) => [`sum(${column})::text`],
  aggregate(name, value) {
    if (name === 'SUM') return `coalesce(sum(${value}), 0)`;
    if (name === 'AVG') return `round(avg(${value})::numeric, 4)`;
    return `${name.toLowerCase()}(${value})`;
  },
};
