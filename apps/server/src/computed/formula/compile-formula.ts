/**
 * Writes a formula as an SQL expression. Pure.
 *
 * The expression gives what `evaluate-formula` gives for the same values, in the form in which the column of the result's type holds
 * it. Each operand of the formula stands in it as often as in the formula, and is evaluated at most so often.
 */
import type { NumberType } from '../../sql/dialects/arithmetic.js';
import type { Dialect, ValueBinder } from '../../sql/dialects/dialect.js';
import { type Checked, type CheckedFormula, maxStringLength, type OperandType } from './checked-formula.js';

export interface FormulaContext {
  readonly dialect: Dialect;
  /** Takes the texts of the formula, which never become part of the statement's own text. */
  readonly binder: ValueBinder;
}

/**
 * @param expressionOf gives the expression of a field, in the form in which a column of the field's type holds it; its names must
 *   bear an alias
 */
export function compileFormula(
  formula: CheckedFormula,
  context: FormulaContext,
  expressionOf: (field: string) => string,
): string {
  const expression = compile(formula.root, context, expressionOf);
  const { result } = formula;
  if (isNumberType(result)) return context.dialect.arithmetic.toValue(expression, result);
  if (result !== 'string') return expression;
  return `(SELECT CASE WHEN length(s.x) <= ${maxStringLength} THEN s.x END FROM (SELECT ${expression} AS x) s)`;
}

const numberTypes: ReadonlySet<OperandType> = new Set<NumberType>(['integer', 'float', 'decimal']);

function isNumberType(type: OperandType): type is NumberType {
  return numberTypes.has(type);
}

function compile(node: Checked, context: FormulaContext, expressionOf: (field: string) => string): string {
  const { arithmetic } = context.dialect;
  const sql = (part: Checked) => compile(part, context, expressionOf);
  const all = (parts: readonly Checked[], separator: string) => parts.map(sql).join(separator);
  switch (node.kind) {
    case 'number':
      return arithmetic.number(node.decimal);
    case 'text':
      return arithmetic.text(context.binder.bind(node.text));
    case 'boolean':
      return node.isTrue ? 'TRUE' : 'FALSE';
    case 'field':
      return compileField(expressionOf(node.name), node.field, context);
    case 'calculation':
      return arithmetic[node.operation](sql(node.left), sql(node.right));
    case 'absolute':
      return arithmetic.absolute(sql(node.part));
    case 'rounding':
      return arithmetic.round(sql(node.part), node.places);
    case 'days-between':
      return arithmetic.daysBetween(node.of, sql(node.later), sql(node.earlier));
    case 'add-days':
      return arithmetic.addDays(node.type, sql(node.start), sql(node.days));
    case 'comparison':
      return `(${sql(node.left)} ${node.operator} ${sql(node.right)})`;
    case 'and':
      return `(${all(node.parts, ' AND ')})`;
    case 'or':
      return `(${all(node.parts, ' OR ')})`;
    case 'not':
      return `(NOT ${sql(node.part)})`;
    case 'is-empty':
      return node.part.type === 'text' ? `(coalesce(${sql(node.part)}, '') = '')` : `(${sql(node.part)} IS NULL)`;
    case 'choice':
      return `CASE WHEN ${sql(node.condition)} THEN ${sql(node.whenTrue)} ELSE ${sql(node.otherwise)} END`;
    case 'first-set':
      return node.parts.length === 1 ? sql(node.parts[0]!) : `coalesce(${all(node.parts, ', ')})`;
    case 'least':
      return arithmetic.least(node.parts.map(sql));
    case 'greatest':
      return arithmetic.greatest(node.parts.map(sql));
  }
}

function compileField(expression: string, type: OperandType, { dialect }: FormulaContext): string {
  if (isNumberType(type)) return dialect.arithmetic.fromValue(expression, type);
  return type === 'string' || type === 'text' ? dialect.arithmetic.text(expression) : `(${expression})`;
}
