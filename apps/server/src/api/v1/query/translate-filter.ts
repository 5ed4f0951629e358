/**
 * Turns the phrases of a REST v1 filter into the filter tree of the core: names into paths, ids into uuids.
 * Whether an operator suits a field's type and a plain operand is of that type, the core's plan finds out.
 */
import type { Catalog, EntityType, V1List } from '@headwater/catalog';
import type { Condition, Filter, Operator } from '../../../request/filter.js';
import {
  type LegacyField,
  legacyFields,
  legacyType,
  parseLegacyId,
  parseRecordNumber,
  unknownName,
} from '../legacy-fields.js';
import { type LegacyOperator, type LegacyPhrase, shownPhrase } from './parse-filter.js';
import type { QueryErrors } from './query-errors.js';

const coreOperators = {
  eq: 'eq',
  ne: 'not-eq',
  gt: 'gt',
  lt: 'lt',
  ge: 'gte',
  le: 'lte',
  ll: 'starts',
  rl: 'ends',
  fl: 'contains',
  in: 'eq',
} satisfies Record<LegacyOperator, Operator>;

/** A phrase whose name has been found. */
interface KnownPhrase {
  readonly legacy: LegacyField;
  readonly operator: LegacyOperator;
  readonly at: string;
}

/**
 * @param phrases all of them must hold
 * @param errors takes unknown names, with the name that was probably meant, and operands that are no ids where
 *   ids are compared
 * @returns null when there is no phrase
 */
export function translateFilter(
  catalog: Catalog,
  entityType: EntityType,
  phrases: readonly LegacyPhrase[],
  errors: QueryErrors,
): Filter | null {
  const fields = legacyFields(catalog, entityType);
  const filters = phrases.flatMap((phrase) => {
    const legacy = fields.get(phrase.name);
    if (legacy === undefined) {
      errors.add('filter', `${shownPhrase(phrase)}: ${unknownName(entityType, phrase.name, fields)}`);
      return [];
    }
    const at = shownPhrase(phrase);
    const known = { legacy, operator: phrase.operator, at: `filter: ${at}` };
    return translatePhrase(known, phrase.operands, (problem) => errors.add('filter', `${at}: ${problem}`));
  });
  return joined('and', filters);
}

function translatePhrase(
  phrase: KnownPhrase,
  operands: readonly string[],
  reject: (problem: string) => void,
): Filter[] {
  const { legacy, operator } = phrase;
  if (legacy.kind === 'list') return compareList({ ...phrase, legacy }, operands, reject);
  const isTextSearch = operator === 'll' || operator === 'rl' || operator === 'fl';
  const type = legacyType(legacy);
  if (isTextSearch && type !== 'string' && type !== 'text') {
    reject(`${operator} compares texts, and ${legacy.name} holds none.`);
    return [];
  }
  const comparisons = operands.flatMap((operand) => compareOperand(phrase, operand, reject) ?? []);
  const filter = joined('or', mergeEquals(comparisons));
  return filter === null ? [] : [filter];
}

/** `eq` and `in` hold where one of the operands is in the list, `ne` where it is not. */
function compareList(
  phrase: KnownPhrase & { readonly legacy: LegacyField & { readonly kind: 'list' } },
  operands: readonly string[],
  reject: (problem: string) => void,
): Filter[] {
  const { legacy, operator, at } = phrase;
  if (operator !== 'eq' && operator !== 'ne' && operator !== 'in') {
    reject(`${legacy.name} is a list, which is compared with eq, ne or in.`);
    return [];
  }
  const row = { legacy: legacy.item, operator: 'eq', at } as const;
  const has = ({ where }: V1List) =>
    Object.entries(where).map(([member, value]) => condition(row, [member], 'eq', value));
  const { target: from, via, v1Lists = [] } = legacy.field;
  const shownEarlier = { from, via, on: via, alike: legacy.item.field.name };
  // Who is in several of the lists is shown in the first.
  const earlier = v1Lists.slice(0, v1Lists.indexOf(legacy.list)).map((list): Filter => {
    return {
      kind: 'not',
      filter: { kind: 'some', path: [shownEarlier], filter: { kind: 'and', filters: has(list) }, at },
    };
  });
  const isInList = [...has(legacy.list), ...earlier];
  const some = (filters: readonly Filter[]): Filter => {
    return { kind: 'some', path: legacy.path, filter: { kind: 'and', filters: [...isInList, ...filters] }, at };
  };
  const not = (filter: Filter): Filter => ({ kind: 'not', filter });
  const listed = operands.filter((operand) => operand !== '');
  const isOneOf = joined('or', mergeEquals(listed.flatMap((operand) => compareId(row, operand, reject) ?? [])));
  const found = joined('or', [
    ...(isOneOf === null ? [] : [some([isOneOf])]),
    ...(listed.length < operands.length ? [not(some([]))] : []),
  ]);
  if (found === null) return [];
  return [operator === 'ne' ? not(found) : found];
}

/** One comparison with one operand; `in` is an `eq` with each. */
function compareOperand(phrase: KnownPhrase, operand: string, reject: (problem: string) => void): Filter | undefined {
  const { legacy, operator } = phrase;
  if (operand === '') {
    return compareNothing(phrase, reject);
  }
  const compare = coreOperators[operator];
  switch (legacyType(legacy)) {
    case 'uuid':
    case 'uuids':
      return compareId(phrase, operand, reject);
    case 'datetime':
      return compareMoment(phrase, operand);
    case 'boolean':
      return condition(phrase, legacy.path, compare, operand.toLowerCase());
    default:
      return condition(phrase, legacy.path, compare, operand);
  }
}

/** `FIELD::::eq` holds for records without a value, `FIELD::::ne` for those with one. */
function compareNothing(phrase: KnownPhrase, reject: (problem: string) => void): Filter | undefined {
  const { legacy, operator } = phrase;
  if (operator === 'eq' || operator === 'in') {
    return condition(phrase, legacy.path, 'empty');
  }
  if (operator === 'ne') {
    return condition(phrase, legacy.path, 'not-empty');
  }
  reject(`${operator} needs a value to compare with.`);
  return undefined;
}

function compareId(phrase: KnownPhrase, operand: string, reject: (problem: string) => void): Filter | undefined {
  const { legacy, operator } = phrase;
  const number = legacy.numberPath === undefined ? undefined : parseRecordNumber(operand);
  if (legacy.numberPath !== undefined && number !== undefined) {
    return condition(phrase, legacy.numberPath, coreOperators[operator], number);
  }
  const id = parseLegacyId(operand);
  if (id === undefined) {
    const wanted = 'an id (PY-7FFFFFFF-<UUID> or a plain uuid)';
    reject(`"${operand}" is not ${legacy.numberPath === undefined ? wanted : `a number or ${wanted}`}.`);
    return undefined;
  }
  return condition(phrase, legacy.path, coreOperators[operator], id);
}

/**
 * A moment given to the second is equal to every moment within it; orders compare the exact moment, so that no poll
 * skips a change.
 */
function compareMoment(phrase: KnownPhrase, operand: string): Filter {
  const { legacy, operator } = phrase;
  const bounds = secondBounds(operand);
  if (bounds !== undefined && (operator === 'eq' || operator === 'in')) {
    return condition(phrase, legacy.path, 'between', bounds.first, bounds.last);
  }
  if (bounds !== undefined && operator === 'ne') {
    return {
      kind: 'or',
      filters: [
        condition(phrase, legacy.path, 'lt', bounds.first),
        condition(phrase, legacy.path, 'gt', bounds.last),
        condition(phrase, legacy.path, 'null'),
      ],
    };
  }
  return condition(phrase, legacy.path, coreOperators[operator], operand);
}

function condition(
  phrase: KnownPhrase,
  path: readonly string[],
  operator: Operator,
  ...operands: readonly (string | number | boolean)[]
): Condition {
  return { kind: 'condition', path, operator, operands, at: phrase.at };
}

/** Equalities of one path become one, which means any of its operands: a list of a thousand ids is one comparison. */
function mergeEquals(filters: readonly Filter[]): Filter[] {
  const merged: Filter[] = [];
  const operandsByPath = new Map<string, unknown[]>();
  for (const filter of filters) {
    if (filter.kind !== 'condition' || filter.operator !== 'eq') {
      merged.push(filter);
      continue;
    }
    const path = filter.path.join('.');
    const before = operandsByPath.get(path);
    if (before) {
      before.push(...filter.operands);
      continue;
    }
    const operands = [...filter.operands];
    operandsByPath.set(path, operands);
    merged.push({ ...filter, operands });
  }
  return merged;
}

function joined(kind: 'and' | 'or', filters: readonly Filter[]): Filter | null {
  const [only] = filters;
  return filters.length > 1 ? { kind, filters } : (only ?? null);
}

// The first and the last moment of the second that a date-time names. Knows no field.
// REST v1 shows date-times to the second, while they are stored to the microsecond: a caller that filters by a value that
// it was shown means the whole second.

const wholeSecondForm = /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * @param text a date-time as sent
 * @returns both bounds, in the same form and zone; undefined when the text is not a date-time given to the second
 */
export function secondBounds(text: string): { readonly first: string; readonly last: string } | undefined {
  const [, moment, zone = ''] = wholeSecondForm.exec(text) ?? [];
  return moment === undefined ? undefined : { first: `${moment}.000000${zone}`, last: `${moment}.999999${zone}` };
}
