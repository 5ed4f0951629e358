/**
 * What each filter operator means, written once more and apart from any server. Pure.
 */
import type { OperatorName } from '@headwater/catalog';
import type { RecordJson } from '../api/record.js';
import { compareValues, foldCase, type OracleValue, oracleValue } from './oracle-value.js';

/** One condition of a filter: `filter[field]` with `filter-op[field]`. */
export interface Condition {
  readonly field: string;
  readonly operator: OperatorName;
  /** None for `null` and its kin, two for `between`, one or several for the `eq` family, else one. */
  readonly operands: readonly (string | number | boolean)[];
}

/** True when the record's value satisfies the condition; only `not-eq`, `not-ieq`, `null` and `empty` hold for null. */
export function matches(value: OracleValue, { operator, operands }: Condition): boolean {
  return meanings[operator](value, operands);
}

/** True when the record's member of the condition's name satisfies it. */
export function recordMatches(record: RecordJson, condition: Condition): boolean {
  return matches(oracleValue(record[condition.field]), condition);
}

type Operands = Condition['operands'];
type Meaning = (value: OracleValue, operands: Operands) => boolean;

const meanings: Record<OperatorName, Meaning> = {
  eq: isOneOf,
  ieq: isOneOfIgnoringCase,
  'not-eq': (value, operands) => !isOneOf(value, operands),
  'not-ieq': (value, operands) => !isOneOfIgnoringCase(value, operands),
  contains: textTest((text, operand) => text.includes(operand)),
  starts: textTest((text, operand) => text.startsWith(operand)),
  ends: textTest((text, operand) => text.endsWith(operand)),
  icontains: textTest((text, operand) => foldCase(text).includes(foldCase(operand))),
  istarts: textTest((text, operand) => foldCase(text).startsWith(foldCase(operand))),
  iends: textTest((text, operand) => foldCase(text).endsWith(foldCase(operand))),
  null: (value) => value === null,
  'not-null': (value) => value !== null,
  empty: (value) => value === null || value === '',
  'not-empty': (value) => value !== null && value !== '',
  gt: orderTest((difference) => difference > 0),
  gte: orderTest((difference) => difference >= 0),
  lt: orderTest((difference) => difference < 0),
  lte: orderTest((difference) => difference <= 0),
  between: (value, [from, to]) =>
    value !== null && compareValues(value, from ?? null) >= 0 && compareValues(value, to ?? null) <= 0,
};

function isOneOf(value: OracleValue, operands: Operands): boolean {
  return operands.some((operand) => operand === value);
}

function isOneOfIgnoringCase(value: OracleValue, operands: Operands): boolean {
  return value !== null && operands.some((operand) => foldCase(String(operand)) === foldCase(String(value)));
}

function textTest(holds: (text: string, operand: string) => boolean): Meaning {
  return (value, [operand]) => typeof value === 'string' && holds(value, String(operand));
}

function orderTest(holds: (difference: number) => boolean): Meaning {
  return (value, [operand]) => value !== null && holds(compareValues(value, operand ?? null));
}
