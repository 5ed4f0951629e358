/**
 * Evaluates a formula for the values of one record. Pure. `spec/formulas.md` has the rules of nulls, rounding and bounds.
 */
import { Decimal } from 'decimal.js';
import type { Operand } from '../../plan/list/predicate.js';
import { parseAmount } from '../../plan/values/operand.js';
import { addDays, daysBetween } from './calendar.js';
import { type Checked, type CheckedFormula, maxStringLength, type OperandType } from './checked-formula.js';
import { fromDecimal, fromFloat, operations, roundTo, toFloat } from './numbers.js';

/** A number is a Decimal; dates and date-times are texts, in their canonical form. */
export type FormulaValue = Decimal | string | boolean | null;

/**
 * @param valueOfField gives the value of a field in canonical form; requested fields of the formula only
 * @returns the value of the field that the formula is for, in canonical form
 */
export function evaluateFormula(formula: CheckedFormula, valueOfField: (field: string) => Operand): Operand {
  return toOperand(evaluate(formula.root, valueOfField), formula.result);
}

function toOperand(value: FormulaValue, type: OperandType): Operand {
  if (typeof value === 'string' && type === 'string') return [...value].length <= maxStringLength ? value : null;
  if (!(value instanceof Decimal)) return value;
  if (type === 'decimal') return parseAmount(value.toFixed()) ?? null;
  const number = type === 'float' ? toFloat(value) : (roundTo(value, 0)?.toNumber() ?? null);
  // Adding zero makes one zero of both.
  return number === null ? null : number + 0;
}

function fromOperand(value: Operand, type: OperandType): FormulaValue {
  if (value === null) return null;
  if (type === 'integer' || type === 'decimal') return fromDecimal(String(value));
  return typeof value === 'number' ? fromFloat(value) : value;
}

function evaluate(node: Checked, valueOfField: (field: string) => Operand): FormulaValue {
  const value = (part: Checked) => evaluate(part, valueOfField);
  const number = (part: Checked) => value(part) as Decimal | null;
  const truth = (part: Checked) => value(part) as boolean | null;
  switch (node.kind) {
    case 'number':
      return fromDecimal(node.decimal);
    case 'text':
      return node.text;
    case 'boolean':
      return node.isTrue;
    case 'field':
      return fromOperand(valueOfField(node.name), node.field);
    case 'calculation': {
      const [left, right] = [number(node.left), number(node.right)];
      return left && right && operations[node.operation](left, right);
    }
    case 'absolute':
      return number(node.part)?.abs() ?? null;
    case 'rounding': {
      const part = number(node.part);
      return part && roundTo(part, node.places);
    }
    case 'days-between': {
      const [later, earlier] = [value(node.later) as string | null, value(node.earlier) as string | null];
      return later && earlier && daysBetween(node.of, later, earlier);
    }
    case 'add-days': {
      const [start, days] = [value(node.start) as string | null, number(node.days)];
      return start && days && addDays(node.type, start, days);
    }
    case 'comparison': {
      const order = compareValues(value(node.left), value(node.right));
      return order === null ? null : holds[node.operator](order);
    }
    case 'and':
      return joinTruth(node.parts.map(truth), false);
    case 'or':
      return joinTruth(node.parts.map(truth), true);
    case 'not': {
      const part = truth(node.part);
      return part === null ? null : !part;
    }
    case 'is-empty': {
      const part = value(node.part);
      return part === null || part === '';
    }
    case 'choice':
      return truth(node.condition) === true ? value(node.whenTrue) : value(node.otherwise);
    case 'first-set':
      return node.parts.map(value).find((part) => part !== null) ?? null;
    case 'least':
    case 'greatest': {
      const wanted = node.kind === 'least' ? -1 : 1;
      const better = (best: FormulaValue, part: FormulaValue) => {
        const order = compareValues(part, best);
        return best === null || (order !== null && Math.sign(order) === wanted) ? part : best;
      };
      return node.parts.map(value).reduce(better, null);
    }
  }
}

const holds = {
  '=': (order: number) => order === 0,
  '<>': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const;

/** @param deciding the value of one part that decides whatever the others are */
function joinTruth(parts: readonly (boolean | null)[], deciding: boolean): boolean | null {
  if (parts.includes(deciding)) return deciding;
  return parts.includes(null) ? null : !deciding;
}

/**
 * @returns below 0, 0 or above 0; null when either is null. Texts compare by code point; values of different types are not compared.
 */
function compareValues(
  left: Decimal | string | boolean | null,
  right: Decimal | string | boolean | null,
): number | null {
  if (left === null || right === null) return null;
  if (left instanceof Decimal && right instanceof Decimal) return left.comparedTo(right);
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}
