/**
 * Works out the formulas of a record on its way into the database. Asks no database.
 */
import type { TypePlan } from '../../computed/derived/derived-plan.js';
import type { FormulaOperand } from '../../computed/derived/formula-fields.js';
import { emptyRollUp } from '../../computed/derived/plan-roll-up.js';
import { evaluateFormula } from '../../computed/formula/evaluate-formula.js';
import type { MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import type { Draft } from '../write/draft.js';

/** The calc_value of each option that a formula may meet, by id; null where an option has none. */
export type OptionValues = ReadonlyMap<string, string | null>;

/**
 * Sets the roll-ups of a new record to what they are of no records, and all formulas to what they give now.
 * @param pause is awaited before each formula: there may be hundreds, each with hundreds of parts
 */
export async function setDerived(
  draft: Draft,
  { formulas, rollUps }: TypePlan,
  options: OptionValues,
  pause: () => Promise<void>,
): Promise<void> {
  if (draft.isNew) for (const { field, function: name } of rollUps) draft.set(field.name, emptyRollUp(name));
  for (const { field, formula, operands } of formulas) {
    await pause();
    const value = evaluateFormula(formula, (name) => valueIn(draft, operands.get(name), options));
    // What stays as it is need not be written.
    if (draft.isNew || value !== draft.get(field.name)) draft.set(field.name, value);
  }
}

function valueIn(draft: Draft, operand: FormulaOperand | undefined, options: OptionValues): Operand {
  switch (operand?.kind) {
    case 'value':
      return draft.get(operand.name);
    case 'money':
      return baseValue(draft, operand.name);
    case 'reference':
      return options.get(draft.text(operand.name) ?? '') ?? null;
    case undefined:
      return null;
  }
}

/** @returns the value in the base currency that a money field has after the write */
export function baseValue(draft: Draft, name: string): string | null {
  const stored = (draft.stored?.[name] ?? null) as MoneyChange | null;
  const given = draft.money.get(name);
  if (given === undefined) return stored?.base_value ?? null;
  return given === null ? null : given.base_value === undefined ? (stored?.base_value ?? null) : given.base_value;
}
