/**
 * A filter whose names and operands have been checked: what the compiler turns into SQL. Data only.
 */
import type { ValueType } from '@headwater/catalog';
import type { AggregateFunction, Operator } from '../../request/filter.js';
import type { RelationStep, ValueTerminal } from '../relations/field-path.js';

/** An operand in canonical form: date-times with six fraction digits, uuids in lower case, decimals as text. */
export type Operand = string | number | boolean | null;

export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly part: Predicate }
  /** Some record along the step matches. */
  | { readonly kind: 'exists'; readonly step: RelationStep; readonly part: Predicate | null }
  /** Of the records along the steps that meet `among`, the first one matches; in the order of the first of the values that is set. */
  | {
      readonly kind: 'first';
      readonly steps: readonly RelationStep[];
      readonly among: Predicate;
      readonly orderBy: readonly ValueTerminal[];
      readonly descending: boolean;
      readonly part: Predicate;
    }
  /** What the records along the steps that meet `among` add up to compares. */
  | {
      readonly kind: 'aggregate';
      readonly steps: readonly RelationStep[];
      readonly among: Predicate;
      readonly function: AggregateFunction;
      readonly terminal: ValueTerminal | null;
      /** Of what comes out. */
      readonly type: ValueType;
      readonly operator: Operator;
      readonly operands: readonly Operand[];
    }
  /** The weights of the parts that hold add up to the minimum or more. */
  | {
      readonly kind: 'score';
      readonly parts: readonly { readonly part: Predicate; readonly weight: number }[];
      readonly minimum: number;
    }
  | {
      readonly kind: 'compare';
      readonly terminal: ValueTerminal;
      readonly operator: Operator;
      readonly operands: readonly Operand[];
    };
