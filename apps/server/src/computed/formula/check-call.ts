/**
 * What a call of a function gives, and what its operands must be. Pure.
 */
import type { Checked, FormulaType } from './checked-formula.js';
import type { Expression, ExpressionOf } from './formula.js';
import { FormulaError } from './formula-error.js';
import type { FunctionName } from './functions.js';
import { phrases, required } from './typing.js';

/** Places that ROUND can round to. */
const mostPlaces = 10;

type Call = ExpressionOf<'call'>;

/** @param operands those of the call, as many as its function takes */
export function checkCall(call: Call, operands: readonly Checked[]): Checked {
  return checks[call.name](call, operands);
}

const checks: Readonly<Record<FunctionName, (call: Call, operands: readonly Checked[]) => Checked>> = {
  IF(call, [condition, whenTrue, otherwise]) {
    const type = oneType(call, [whenTrue!, otherwise!], 1);
    return {
      kind: 'choice',
      type,
      condition: required(condition!, 'boolean', call.operands[0]!.at, 'IF'),
      whenTrue: whenTrue!,
      otherwise: otherwise!,
    };
  },
  AND: (call, operands) => ({ kind: 'and', type: 'boolean', parts: conditions(call, operands) }),
  OR: (call, operands) => ({ kind: 'or', type: 'boolean', parts: conditions(call, operands) }),
  NOT: (call, operands) => ({ kind: 'not', type: 'boolean', part: conditions(call, operands)[0]! }),
  ISEMPTY: (_call, [part]) => ({ kind: 'is-empty', type: 'boolean', part: part! }),
  ROUND: (call, [part]) => ({
    kind: 'rounding',
    type: 'number',
    part: required(part!, 'number', call.operands[0]!.at, 'ROUND'),
    places: placesOf(call.operands[1]!),
  }),
  MIN: (call, parts) => ({ kind: 'least', type: orderedType(call, parts), parts }),
  MAX: (call, parts) => ({ kind: 'greatest', type: orderedType(call, parts), parts }),
  ABS: (call, [part]) => ({
    kind: 'absolute',
    type: 'number',
    part: required(part!, 'number', call.operands[0]!.at, 'ABS'),
  }),
  COALESCE: (call, parts) => ({ kind: 'first-set', type: oneType(call, parts, 0), parts }),
};

function conditions(call: Call, operands: readonly Checked[]): readonly Checked[] {
  return operands.map((operand, index) => required(operand, 'boolean', call.operands[index]!.at, call.name));
}

/** @param first the place of the first of `parts` among the operands */
function oneType(call: Call, parts: readonly Checked[], first: number): FormulaType {
  const { type } = parts[0]!;
  const other = parts.findIndex((part) => part.type !== type);
  if (other >= 0) {
    throw new FormulaError(
      `${call.name} gives one of several values of one type, not ${phrases[type]} or ${phrases[parts[other]!.type]}.`,
      call.operands[first + other]!.at,
    );
  }
  return type;
}

function orderedType(call: Call, parts: readonly Checked[]): FormulaType {
  const type = oneType(call, parts, 0);
  if (type === 'text' || type === 'boolean') {
    throw new FormulaError(
      `${call.name} takes numbers, dates or date-times, not ${phrases[type]}.`,
      call.operands[0]!.at,
    );
  }
  return type;
}

/** Written out in the formula, so that a database need not round to a number of places that differs from record to record. */
function placesOf(expression: Expression): number {
  const places = expression.kind === 'number' ? Number(expression.decimal) : Number.NaN;
  if (Number.isInteger(places) && places <= mostPlaces) return places;
  throw new FormulaError(`ROUND takes a literal number of decimal places, from 0 to ${mostPlaces}.`, expression.at);
}
