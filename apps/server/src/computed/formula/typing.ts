/**
 * What checking a formula's types needs in more than one place. Pure.
 */
import type { CalendarType, Checked, FormulaType } from './checked-formula.js';
import { FormulaError } from './formula-error.js';

/** The types in messages. */
export const phrases: Readonly<Record<FormulaType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'a truth value',
  date: 'a date',
  datetime: 'a date-time',
};

export function isCalendar(type: FormulaType): type is CalendarType {
  return type === 'date' || type === 'datetime';
}

/**
 * @param by what needs the type, for the message
 * @throws FormulaError when the part is of another type
 */
export function required(part: Checked, type: FormulaType, at: number, by: string): Checked {
  if (part.type === type) return part;
  throw new FormulaError(`${by} needs ${phrases[type]} here, not ${phrases[part.type]}.`, at);
}

/** There is no zero but one, so what is taken from it is negated. */
export function negation(part: Checked): Checked {
  const zero: Checked = { kind: 'number', type: 'number', decimal: '0' };
  return { kind: 'calculation', type: 'number', operation: 'subtract', left: zero, right: part };
}
