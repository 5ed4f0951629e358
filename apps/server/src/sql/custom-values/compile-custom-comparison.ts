/**
 * Writes comparisons with the value of a custom field: whether the record has a value that meets something, or has none that does. So
 * an index over the values serves, and null, which is no value, needs no word of its own. Pure.
 */
import { operatorByName } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Operator } from '../../request/filter.js';
import type { ReadDialect } from '../dialects/dialect.js';
import type { SearchContext } from '../dialects/planning.js';
import { type ComparisonContext, compileComparison, isTextType } from '../filter/compile-comparison.js';
import { column } from '../select/compile-value.js';
import { type CustomValueRows, customValueRows } from './compile-custom-value.js';
import type { CustomValue } from './custom-value.js';
import { isFolded } from './value-tables.js';

/** The value that a select goes along. */
export interface KnownValue {
  readonly id: string;
  /** Where it is; null: the select is over records that have none. */
  readonly rows: CustomValueRows | null;
}

export interface CustomComparisonContext extends ComparisonContext, SearchContext {
  readonly dialect: ReadDialect;
  /** Of the records that the select lists. */
  readonly known?: KnownValue | undefined;
}

/** @param alias of the record that has the value */
export function compileCustomComparison(
  context: CustomComparisonContext,
  alias: string,
  custom: CustomValue,
  operator: Operator,
  operands: readonly Operand[],
): string {
  const compared = ({ value, folded }: CustomValueRows) => {
    return { type: custom.type, expression: value, ...(isFolded(custom.type) ? { folded } : {}) };
  };
  const hasIn = (inside: CustomComparisonContext, name: Operator = 'not-null', wanted: readonly Operand[] = []) =>
    compileHas(inside, alias, custom, name, (rows) => compileComparison(inside, compared(rows), name, wanted));
  const has = (name?: Operator, wanted?: readonly Operand[]) => hasIn(context, name, wanted);
  // What is compared with something is there: the test is true or false, never null.
  const hasNot = (name?: Operator, wanted?: readonly Operand[]) =>
    `NOT (${hasIn({ ...context, isNegated: true }, name, wanted)})`;
  const values = operands.filter((operand) => operand !== null);
  const takesNull = values.length < operands.length;
  switch (operator) {
    case 'empty':
      return isTextType(custom.type) ? hasNot('not-eq', ['']) : hasNot();
    case 'not-empty':
      return isTextType(custom.type) ? has('not-eq', ['']) : has();
    case 'eq':
    case 'ieq':
      if (!takesNull) return has(operator, values);
      return values.length === 0 ? hasNot() : `(${hasNot()} OR ${has(operator, values)})`;
    case 'not-eq':
    case 'not-ieq':
      if (takesNull) return values.length === 0 ? has() : has(operator, values);
      break;
  }
  const { opposite } = operatorByName(operator);
  return opposite === undefined ? has(operator, values) : hasNot(opposite, values);
}

/** @param operator `not-null`: any value will do */
function compileHas(
  context: CustomComparisonContext,
  alias: string,
  custom: CustomValue,
  operator: Operator,
  test: (rows: CustomValueRows) => string,
): string {
  const { dialect, known } = context;
  const isAny = operator === 'not-null';
  if (known?.id === custom.id && context.depth === 0) {
    if (known.rows === null) return '(1 = 0)';
    return isAny ? '(1 = 1)' : test(known.rows);
  }
  const rows = customValueRows(dialect, custom, `${alias}v`);
  const conditions = isAny ? rows.conditions : [...rows.conditions, test(rows)];
  return dialect.isFoundIn(column(alias, 'id'), { from: rows.from, key: rows.recordId, conditions }, context);
}
