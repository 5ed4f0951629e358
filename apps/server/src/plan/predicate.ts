/**
 * A filter whose names and operands have been checked: what the compiler turns into SQL. Data only.
 */
import type { Operator } from '../request/filter.js';
import type { Hop, ValueTerminal } from './field-path.js';

/** An operand in canonical form: date-times with six fraction digits, uuids in lower case, decimals as text. */
export type Operand = string | number | boolean | null;

export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly part: Predicate }
  /** Some record along the hop matches. */
  | { readonly kind: 'exists'; readonly hop: Hop; readonly part: Predicate | null }
  | {
      readonly kind: 'compare';
      readonly terminal: ValueTerminal;
      readonly operator: Operator;
      readonly operands: readonly Operand[];
    };
