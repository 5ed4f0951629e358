/**
 * Applies the `filter` of the `getFields` call of REST v1, such as `CUSTOM::TRUE`, to descriptions of fields. Waits
 * on nothing.
 */
import { closestName } from '../../errors/closest-name.js';
import type { FieldInfo } from './field-infos.js';
import type { LegacyPhrase } from './query/parse-filter.js';
import type { QueryErrors } from './query/query-errors.js';

/** The members that can be compared; the others hold lists or prose. */
const comparable = ['ID', 'API_NAME', 'NAME', 'TYPE', 'PL_TYPE', 'CUSTOM', 'READONLY', 'REQUIRED'] as const;

const truths = new Map([
  ['TRUE', true],
  ['1', true],
  ['FALSE', false],
  ['0', false],
]);

type Comparable = (typeof comparable)[number];

/**
 * @param phrases `eq`, `ne` and `in`; all must hold. Booleans may be written `TRUE` and `FALSE` as well as 1 and 0
 * @param errors takes members and operators that cannot be compared
 */
export function filterFieldInfos(
  infos: readonly FieldInfo[],
  phrases: readonly LegacyPhrase[],
  errors: QueryErrors,
): FieldInfo[] {
  const tests = phrases.flatMap((phrase) => fieldTest(phrase, errors) ?? []);
  return infos.filter((info) => tests.every((test) => test(info)));
}

function fieldTest(phrase: LegacyPhrase, errors: QueryErrors): ((info: FieldInfo) => boolean) | undefined {
  const { name, operator, operands, source } = phrase;
  if (!isComparable(name)) {
    const hint = closestName(name, comparable) ?? comparable.join(', ');
    errors.add('filter', `phrase "${source}": fields cannot be compared by "${name}"; use ${hint}.`);
    return undefined;
  }
  if (operator !== 'eq' && operator !== 'ne' && operator !== 'in') {
    errors.add('filter', `phrase "${source}": fields are compared with eq, ne or in.`);
    return undefined;
  }
  return (info) => operands.some((operand) => isEqual(info[name], operand)) !== (operator === 'ne');
}

function isEqual(value: FieldInfo[Comparable], operand: string): boolean {
  return typeof value === 'boolean' ? truths.get(operand.toUpperCase()) === value : (value ?? '') === operand;
}

function isComparable(name: string): name is Comparable {
  return comparable.some((known) => known === name);
}
