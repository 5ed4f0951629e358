/**
 * Makes conditions over sample accounts that sometimes match: most operands are taken from the records themselves.
 */
import type { OperatorName } from '@headwater/catalog';
import type { RecordJson } from '../doors/record.js';
import type { Condition } from '../oracle/matches.js';
import { compareValues, type OracleValue } from '../oracle/oracle-value.js';
import { oracleValue } from '../oracle/order.js';
import { sampleFields } from '../oracle/sample-accounts.js';
import type { Random } from '../random/random.js';
import { randomText } from '../random/random-text.js';

const { text, integer, boolean, dateTime } = sampleFields;
const ordered = [...text, ...integer, ...dateTime];
const all = [...ordered, ...boolean];

/** The fields on which each operator is tried. */
const fieldsOf: Record<OperatorName, readonly string[]> = {
  eq: all,
  ieq: text,
  'not-eq': all,
  'not-ieq': text,
  contains: text,
  starts: text,
  ends: text,
  icontains: text,
  istarts: text,
  iends: text,
  null: all,
  'not-null': all,
  empty: all,
  'not-empty': all,
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  between: ordered,
};

/** @returns a condition with the operator on one of the fields that sample accounts fill, never one of `taken` */
export function randomCondition(
  operator: OperatorName,
  records: readonly RecordJson[],
  random: Random,
  taken: readonly string[] = [],
): Condition {
  const field = random.pick(fieldsOf[operator].filter((name) => !taken.includes(name)));
  const values = records.map((record) => oracleValue(record[field])).filter((value) => value !== null);
  return { field, operator, operands: operandsFor(operator, values, random) };
}

function operandsFor(
  operator: OperatorName,
  values: readonly NonNullable<OracleValue>[],
  random: Random,
): Condition['operands'] {
  const value = () => random.pick(values);
  switch (operator) {
    case 'null':
    case 'not-null':
    case 'empty':
    case 'not-empty':
      return [];
    case 'between': {
      const bounds = [value(), value()];
      return random.chance(0.9) ? bounds.sort(compareValues) : bounds;
    }
    case 'eq':
    case 'not-eq':
      return Array.from({ length: random.integer(1, 3) }, value);
    case 'ieq':
    case 'not-ieq':
      return Array.from({ length: random.integer(1, 3) }, () => otherCase(String(value()), random));
    case 'contains':
    case 'starts':
    case 'ends':
      return [pieceOf(operator, String(value()), random)];
    case 'icontains':
    case 'istarts':
    case 'iends':
      return [otherCase(pieceOf(operator, String(value()), random), random)];
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return [value()];
  }
}

/** Part of a text at the place that the operator looks at; now and then a text that need not occur at all. Never empty. */
function pieceOf(operator: OperatorName, value: string, random: Random): string {
  const characters = Array.from(value);
  if (characters.length === 0 || random.chance(0.2)) return randomText(random, 2);
  const length = random.integer(1, characters.length);
  const start = operator.endsWith('starts')
    ? 0
    : operator.endsWith('ends')
      ? characters.length - length
      : random.integer(0, characters.length - length);
  return characters.slice(start, start + length).join('');
}

function otherCase(value: string, random: Random): string {
  return Array.from(value)
    .map((character) => (random.chance(0.5) ? character.toUpperCase() : character.toLowerCase()))
    .join('');
}
