/**
 * Evaluates a formula for the values of one record. Pure. `spec/formulas.md` has the rules of nulls, rounding and bounds.
 */
import { Decimal } from 'decimal.js';
import type { Operand } from '../../plan/list/predicate.js';
import { compareTexts, parseAmount } from '../../plan/values/operand.js';
import {
  type CalendarType,
  type Checked,
  type CheckedFormula,
  maxStringLength,
  type OperandType,
} from './checked-formula.js';

// The numbers of formulas: 14 digits before the point and 12 after it, exact. Every operation rounds its result to 12 places, halves away
// from zero; what would have more than 14 digits before the point is null. Pure.

/** Digits of a quotient that decide how it is rounded are far fewer. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

const bound = new Exact('1e14');
const places = 12;
const floatDigits = 15;

/** Null: what has no value, or none within the bounds. */
type ExactNumber = Decimal | null;

export const operations = {
  add: (left: Decimal, right: Decimal) => kept(left.plus(right)),
  subtract: (left: Decimal, right: Decimal) => kept(left.minus(right)),
  multiply: (left: Decimal, right: Decimal) => kept(left.times(right)),
  divide: (left: Decimal, right: Decimal) => (right.isZero() ? null : kept(left.dividedBy(right))),
} as const;

/** @param to places, 0 to 12 */
export function roundTo(number: Decimal, to: number): ExactNumber {
  return kept(number.toDecimalPlaces(to));
}

/** @param decimal plain decimal notation */
export function fromDecimal(decimal: string): ExactNumber {
  return kept(new Exact(decimal));
}

/** @returns a whole number, which may lie beyond the bounds: something to calculate with, no number of a formula */
function exactWhole(whole: bigint | number): Decimal {
  return new Exact(whole.toString());
}

/** The double's own value with 15 significant digits, at most 12 of them behind the point. */
export function fromFloat(value: number): ExactNumber {
  const wholeDigits = Math.trunc(Math.abs(value)).toFixed().length;
  // Beyond the bound anyway, and toFixed would take no negative number of places.
  return wholeDigits >= floatDigits ? null : fromDecimal(value.toFixed(floatPlaces(wholeDigits)));
}

/** @returns the double that is nearest to the number with as many digits as are read of one */
function toFloat(number: Decimal): number {
  const wholeDigits = number.trunc().abs().toFixed().length;
  return Number(number.toDecimalPlaces(floatPlaces(wholeDigits)).toFixed());
}

function floatPlaces(wholeDigits: number): number {
  return Math.min(places, floatDigits - wholeDigits);
}

function kept(number: Decimal): ExactNumber {
  const rounded = number.toDecimalPlaces(places);
  return rounded.abs().lessThan(bound) ? rounded : null;
}

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
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  return Number(left) - Number(right);
}

// Dates and date-times of formulas as numbers of days and microseconds, and back. Pure.

const dayMs = 86_400_000;
const dayMicroseconds = exactWhole(86_400_000_000);

/** Of the years 1 to 9999. */
const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns the days from one to the other */
function daysBetween(type: CalendarType, later: string, earlier: string): ExactNumber {
  if (type === 'date') return exactWhole((dateMs(later) - dateMs(earlier)) / dayMs);
  return operations.divide(exactWhole(microsecondsOf(later) - microsecondsOf(earlier)), dayMicroseconds);
}

/** @returns null outside the years 1 to 9999 */
function addDays(type: CalendarType, start: string, days: Decimal): string | null {
  if (type === 'date') {
    const whole = roundTo(days, 0);
    const ms = dateMs(start) + Number(whole) * dayMs;
    return whole && isInCalendar(ms) ? new Date(ms).toISOString().slice(0, 10) : null;
  }
  const added = days.times(dayMicroseconds).toDecimalPlaces(0);
  const microseconds = microsecondsOf(start) + BigInt(added.toFixed());
  const fraction = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const ms = Number((microseconds - fraction) / 1000n);
  if (!isInCalendar(ms)) return null;
  return `${new Date(ms).toISOString().slice(0, 19)}.${fraction.toString().padStart(6, '0')}`;
}

function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** @param moment `YYYY-MM-DDTHH:MM:SS.ffffff` */
function microsecondsOf(moment: string): bigint {
  return BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(moment.slice(20));
}

function isInCalendar(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}
