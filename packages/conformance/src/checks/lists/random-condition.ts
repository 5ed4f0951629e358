/**
 * Makes conditions over sample accounts that sometimes match: most operands are taken from the records themselves.
 */
import { type Operator, type OperatorName, operatorByName } from '@headwater/catalog';
import type { RecordJson } from '../../api/record.js';
import type { Condition } from '../../oracle/matches.js';
import { compareValues, type OracleValue, oracleValue } from '../../oracle/oracle-value.js';
import { sampleFields } from '../../oracle/sample-accounts.js';
import type { Random } from '../../random/random.js';
import { randomText } from '../../random/random-text.js';

const { text, integer, boolean, dateTime } = sampleFields;

/** The fields of samples with their types. */
const typedFields = [
  ...text.map((name) => ({ name, type: 'text' as const })),
  ...integer.map((name) => ({ name, type: 'integer' as const })),
  ...dateTime.map((name) => ({ name, type: 'datetime' as const })),
  ...boolean.map((name) => ({ name, type: 'boolean' as const })),
];

/** @returns the fields on which an operator is tried, in both interfaces */
function fieldsOf({ types, graphql }: Operator): readonly string[] {
  return typedFields.filter(({ type }) => (graphql?.types ?? types).includes(type)).map(({ name }) => name);
}

/** @returns a condition with the operator on one of the fields that sample accounts fill, never one of `taken` */
export function randomCondition(
  operator: OperatorName,
  records: readonly RecordJson[],
  random: Random,
  taken: readonly string[] = [],
): Condition {
  const definition = operatorByName(operator);
  const field = random.pick(fieldsOf(definition).filter((name) => !taken.includes(name)));
  const values = records.map((record) => oracleValue(record[field])).filter((value) => value !== null);
  return { field, operator, operands: operandsFor(definition, values, random) };
}

function operandsFor(
  { match, ignoresCase, operands: count, types }: Operator,
  values: readonly NonNullable<OracleValue>[],
  random: Random,
): Condition['operands'] {
  const value = () => random.pick(values);
  switch (count) {
    case 'none':
      return [];
    case 'two': {
      const bounds = [value(), value()];
      return random.chance(0.9) ? bounds.sort(compareValues) : bounds;
    }
    case 'many':
      return Array.from({ length: random.integer(1, 3) }, () =>
        ignoresCase ? otherCase(String(value()), random) : value(),
      );
    case 'one': {
      if (types.includes('integer')) return [value()];
      const piece = pieceOf(match, String(value()), random);
      return [ignoresCase ? otherCase(piece, random) : piece];
    }
  }
}

/** Part of a text at the place that the operator looks at; now and then a text that need not occur at all. Never empty. */
function pieceOf(match: Operator['match'], value: string, random: Random): string {
  const characters = Array.from(value);
  if (characters.length === 0 || random.chance(0.2)) return randomText(random, 2);
  const length = random.integer(1, characters.length);
  const start =
    match === 'start'
      ? 0
      : match === 'end'
        ? characters.length - length
        : random.integer(0, characters.length - length);
  return characters.slice(start, start + length).join('');
}

function otherCase(value: string, random: Random): string {
  return Array.from(value)
    .map((character) => (random.chance(0.5) ? character.toUpperCase() : character.toLowerCase()))
    .join('');
}
