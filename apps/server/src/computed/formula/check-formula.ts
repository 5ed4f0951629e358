/**
 * Finds out what a formula gives: resolves its fields, and rejects parts whose types do not fit each other. Pure.
 */
import type { ValueType } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import type { CalendarType, Checked, CheckedFormula, FormulaType, OperandType } from './checked-formula.js';
import type { Expression, ExpressionOf, Formula, FunctionName } from './formula.js';
import { FormulaError } from './formula-error.js';

const typeOf: Readonly<Record<OperandType, FormulaType>> = {
  integer: 'number',
  float: 'number',
  decimal: 'number',
  string: 'text',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

/** What people call the types of fields that can have a formula: their `type_id`. */
const fieldTypes: Readonly<Partial<Record<ValueType, string>>> = {
  integer: 'integer',
  float: 'float',
  decimal: 'currency',
  string: 'input',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime',
};

/** Fields by their api_name, with the type of what formulas see of them: the base value of money, the calc_value of an option. */
export type FieldTypes = ReadonlyMap<string, ValueType>;

/**
 * @param fields those of the records that the formula is worked out for
 * @param result the type of the field that it is for
 * @throws FormulaError for a field that there is not, for types that do not fit, and for a result that does not fit its field
 * @spec formulas.md, Types
 */
export function checkFormula(formula: Formula, fields: FieldTypes, result: ValueType): CheckedFormula {
  const root = checkExpression(formula.root, fields);
  if (!isOperandType(result) || typeOf[result] !== root.type) {
    throw new FormulaError(
      `the formula gives ${phrases[root.type]}, which a field of type ${fieldTypes[result] ?? result} cannot hold. ${remedyFor(root.type)}`,
      0,
    );
  }
  return { root, result };
}

function remedyFor(type: FormulaType): string {
  const names = Object.entries(typeOf).flatMap(([result, given]) =>
    given === type ? [fieldTypes[result as OperandType]] : [],
  );
  const types = names.filter((name) => name !== undefined).join(' or ');
  return `Give the field the type ${types}, or change what the formula gives.`;
}

function isOperandType(type: string): type is OperandType {
  return Object.hasOwn(typeOf, type);
}

function checkExpression(expression: Expression, fields: FieldTypes): Checked {
  const check = (part: Expression) => checkExpression(part, fields);
  switch (expression.kind) {
    case 'number':
      return { kind: 'number', type: 'number', decimal: expression.decimal };
    case 'text':
      return { kind: 'text', type: 'text', text: expression.text };
    case 'boolean':
      return { kind: 'boolean', type: 'boolean', isTrue: expression.isTrue };
    case 'field':
      return checkField(expression, fields);
    case 'negation':
      return negation(required(check(expression.part), 'number', expression.part.at, '-'));
    case 'calculation':
      return checkCalculation(expression, check(expression.left), check(expression.right));
    case 'comparison':
      return checkComparison(expression, check(expression.left), check(expression.right));
    case 'call':
      return checkCall(expression, expression.operands.map(check));
  }
}

function checkField({ name, at }: ExpressionOf<'field'>, fields: FieldTypes): Checked {
  const type = fields.get(name);
  if (type === undefined) {
    const names = [...fields].flatMap(([known, one]) => (isOperandType(one) ? [known] : []));
    throw new FormulaError(
      `there is no field "${name}".${suggestion(name, names)} A formula uses fields of its own record, by their api_name.`,
      at,
    );
  }
  if (!isOperandType(type)) {
    const remedy =
      type === 'uuids' ? ' A roll-up field makes a number of several records or options; use that one.' : '';
    throw new FormulaError(
      `the field "${name}" cannot be used in a formula: it holds neither a number nor a text, a truth value, a date or a date-time.${remedy}`,
      at,
    );
  }
  return { kind: 'field', type: typeOf[type], name, field: type };
}

const operations = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' } as const;

function checkCalculation(expression: ExpressionOf<'calculation'>, left: Checked, right: Checked): Checked {
  const { operator, at } = expression;
  if (left.type === 'number' && right.type === 'number') {
    return { kind: 'calculation', type: 'number', operation: operations[operator], left, right };
  }
  if (operator === '-' && isCalendar(left.type) && left.type === right.type) {
    return { kind: 'days-between', type: 'number', of: left.type, later: left, earlier: right };
  }
  if ((operator === '+' || operator === '-') && isCalendar(left.type) && right.type === 'number') {
    const days = operator === '+' ? right : negation(right);
    return { kind: 'add-days', type: left.type, start: left, days };
  }
  if (operator === '+' && left.type === 'number' && isCalendar(right.type)) {
    return { kind: 'add-days', type: right.type, start: right, days: left };
  }
  throw new FormulaError(
    `"${operator}" cannot take ${phrases[left.type]} and ${phrases[right.type]}. It takes two numbers; besides, days can be ` +
      'added to or taken from a date or a date-time, and two dates or two date-times be taken from each other.',
    at,
  );
}

function checkComparison(expression: ExpressionOf<'comparison'>, left: Checked, right: Checked): Checked {
  const { operator, at } = expression;
  if (left.type !== right.type) {
    throw new FormulaError(
      `"${operator}" compares two values of one type, not ${phrases[left.type]} and ${phrases[right.type]}.`,
      at,
    );
  }
  if (left.type === 'boolean' && operator !== '=' && operator !== '<>') {
    throw new FormulaError(`truth values have no order: compare them with = or <>, not with ${operator}.`, at);
  }
  return { kind: 'comparison', type: 'boolean', operator, left, right };
}

// What a call of a function gives, and what its operands must be. Pure.

/** Places that ROUND can round to. */
const mostPlaces = 10;

type Call = ExpressionOf<'call'>;

/** @param operands those of the call, as many as its function takes */
function checkCall(call: Call, operands: readonly Checked[]): Checked {
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

// What checking a formula's types needs in more than one place. Pure.

/** The types in messages. */
const phrases: Readonly<Record<FormulaType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'a truth value',
  date: 'a date',
  datetime: 'a date-time',
};

function isCalendar(type: FormulaType): type is CalendarType {
  return type === 'date' || type === 'datetime';
}

/**
 * @param by what needs the type, for the message
 * @throws FormulaError when the part is of another type
 */
function required(part: Checked, type: FormulaType, at: number, by: string): Checked {
  if (part.type === type) return part;
  throw new FormulaError(`${by} needs ${phrases[type]} here, not ${phrases[part.type]}.`, at);
}

/** There is no zero but one, so what is taken from it is negated. */
function negation(part: Checked): Checked {
  const zero: Checked = { kind: 'number', type: 'number', decimal: '0' };
  return { kind: 'calculation', type: 'number', operation: 'subtract', left: zero, right: part };
}
