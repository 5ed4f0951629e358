/**
 * A formula whose fields and types are known to fit: what is evaluated. Data only.
 */
import type { Comparison } from './formula.js';

/** Types of what a formula and its parts give. */
export type FormulaType = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

/** Types of fields that hold numbers. */
export type NumberType = 'integer' | 'float' | 'decimal';

/** Types of fields that days can be added to. */
export type CalendarType = 'date' | 'datetime';

/** Types of fields that formulas can use, and that can hold what formulas give. */
export type OperandType = NumberType | CalendarType | 'string' | 'text' | 'boolean';

export type Checked = { readonly type: FormulaType } & (
  | { readonly kind: 'number'; readonly type: 'number'; readonly decimal: string }
  | { readonly kind: 'text'; readonly type: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly type: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'field'; readonly name: string; readonly field: OperandType }
  | {
      readonly kind: 'calculation';
      readonly type: 'number';
      readonly operation: 'add' | 'subtract' | 'multiply' | 'divide';
      readonly left: Checked;
      readonly right: Checked;
    }
  | { readonly kind: 'absolute'; readonly type: 'number'; readonly part: Checked }
  | { readonly kind: 'rounding'; readonly type: 'number'; readonly part: Checked; readonly places: number }
  | {
      readonly kind: 'days-between';
      readonly type: 'number';
      readonly of: CalendarType;
      readonly later: Checked;
      readonly earlier: Checked;
    }
  | { readonly kind: 'add-days'; readonly type: CalendarType; readonly start: Checked; readonly days: Checked }
  | {
      readonly kind: 'comparison';
      readonly type: 'boolean';
      readonly operator: Comparison;
      readonly left: Checked;
      readonly right: Checked;
    }
  | { readonly kind: 'and' | 'or'; readonly type: 'boolean'; readonly parts: readonly Checked[] }
  | { readonly kind: 'not'; readonly type: 'boolean'; readonly part: Checked }
  | { readonly kind: 'is-empty'; readonly type: 'boolean'; readonly part: Checked }
  | { readonly kind: 'choice'; readonly condition: Checked; readonly whenTrue: Checked; readonly otherwise: Checked }
  | { readonly kind: 'first-set'; readonly parts: readonly Checked[] }
  | { readonly kind: 'least' | 'greatest'; readonly parts: readonly Checked[] }
);

/** Characters of a text that a field of type `string` holds. A formula that gives more gives null there. */
export const maxStringLength = 255;

export interface CheckedFormula {
  readonly root: Checked;
  /** Of the field that the result is for. */
  readonly result: OperandType;
}
