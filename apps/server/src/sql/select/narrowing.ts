/**
 * Chooses the comparisons of a filter by which an index finds the records that meet them. Pure.
 */
import { operatorByName } from '@headwater/catalog';
import type { OrderKey, PagePlan } from '../../plan/list/page-plan.js';
import type { Predicate } from '../../plan/list/predicate.js';
import { type CustomValue, customTerminal } from '../custom-values/custom-value.js';
import { isIndexed } from '../custom-values/value-tables.js';
import type { RecordSight, SeenPart } from '../dialects/binding.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { inAnyCaseOf, isTextType } from '../filter/compile-comparison.js';
import type { SearchedText } from '../filter/search-index.js';
import { searchedParts } from '../filter/searched-part.js';
import { isOftenNull, isOnlyFolded, memberIndex, searchedMembers } from '../indexes.js';

export type Compare = Extract<Predicate, { kind: 'compare' }>;

/** The fewer records a comparison is likely to leave, the lower. */
export const rankOf = { oneValue: 0, oneOfSome: 1, range: 2, part: 3, text: 4 } as const;

interface Narrowed {
  readonly rank: number;
}

export interface ValueNarrowing extends Narrowed {
  /** What the index is asked. */
  readonly compare: Compare;
  readonly custom: CustomValue;
  readonly texts?: undefined;
  readonly seen?: undefined;
}

export interface MemberNarrowing extends Narrowed {
  /** What the index is asked. */
  readonly compare: Compare;
  readonly custom?: undefined;
  readonly texts?: undefined;
  readonly seen?: undefined;
  readonly index: string;
}

/** By the index over parts of texts: every listed record has one of them. */
export interface PartNarrowing extends Narrowed {
  readonly custom?: undefined;
  readonly seen?: undefined;
  readonly texts: readonly SearchedText[];
}

/** By the reasons for which records may be read: every listed record has one of them. */
export interface SeenNarrowing extends Narrowed {
  readonly custom?: undefined;
  readonly texts?: undefined;
  readonly index?: undefined;
  readonly seen: readonly SeenPart[];
}

/** What every listed record meets, and where an index has it. */
export type Narrowing = ValueNarrowing | MemberNarrowing | PartNarrowing | SeenNarrowing;

/**
 * @param sight what may be read of the records, where it is not all
 * @param membersToo false: only values of custom fields
 * @returns those that leave the fewest records first; none when the records themselves are the better way
 */
export function narrowings(
  { filter, entityType }: PagePlan,
  sight: RecordSight | undefined,
  membersToo: boolean,
): Narrowing[] {
  const compares = filter ? requiredCompares(filter) : [];
  if (compares.some(isByKey)) return [];
  const found = compares.flatMap((compare): Narrowing[] => {
    const custom = customTerminal(compare.terminal);
    if (!custom) return membersToo ? byMember(entityType, compare) : [];
    const rank = rankOfCompare(compare, false);
    return rank !== undefined && isIndexed(custom.type) ? [{ custom, rank, compare }] : [];
  });
  const parts = membersToo && filter ? requiredTexts(entityType, filter) : [];
  const seen = membersToo ? sight?.parts(entityType) : undefined;
  return [
    ...(seen === undefined ? [] : [seenNarrowing(seen)]),
    ...found,
    ...parts.map((texts) => ({ rank: rankOf.part, texts })),
  ].sort((a, b) => a.rank - b.rank);
}

/** @returns at most one: the reasons for which records may be read, where the database does not find them so by itself */
export function seenNarrowings({ sight }: ReadDialect, { entityType, filter }: PagePlan): Narrowing[] {
  if (entityType.union || (filter && requiredCompares(filter).some(isByKey))) return [];
  const seen = sight?.parts(entityType);
  return seen === undefined ? [] : [seenNarrowing(seen)];
}

function seenNarrowing(seen: readonly SeenPart[]): SeenNarrowing {
  return { rank: rankOf.oneValue, seen };
}

/** @returns groups of texts: every listed record has one of each group */
function requiredTexts(entityType: PagePlan['entityType'], filter: Predicate): (readonly SearchedText[])[] {
  if (filter.kind === 'and') return filter.parts.flatMap((part) => requiredTexts(entityType, part));
  const texts = textsOf(entityType, filter);
  return texts === undefined ? [] : [texts];
}

/** @returns texts of which a record that meets the predicate has one; undefined where the index does not know */
function textsOf(entityType: PagePlan['entityType'], predicate: Predicate): readonly SearchedText[] | undefined {
  switch (predicate.kind) {
    case 'or': {
      const each = predicate.parts.map((part) => textsOf(entityType, part));
      return each.length > 0 && each.every((texts) => texts !== undefined) ? each.flat() : undefined;
    }
    case 'and':
      return predicate.parts.map((part) => textsOf(entityType, part)).find((texts) => texts !== undefined);
    case 'compare': {
      const { terminal, operator, operands } = predicate;
      if (terminal.kind !== 'value') return undefined;
      // An index in the order of the values is the better one.
      if (byMember(entityType, predicate).length > 0) return undefined;
      const member = searchedMembers(entityType).indexOf(terminal.field.name);
      return searchedParts(terminal.field, operator, operands)?.map((part) => ({ member, part }));
    }
    default:
      return undefined;
  }
}

/** Comparisons that every listed record must meet. */
export function requiredCompares(filter: Predicate): Compare[] {
  if (filter.kind === 'compare') return [filter];
  return filter.kind === 'and' ? filter.parts.flatMap(requiredCompares) : [];
}

/** One record at most meets it, which every database finds. */
function isByKey({ terminal, operator }: Compare): boolean {
  return (
    operator === 'eq' && terminal.kind === 'value' && (terminal.field.name === 'id' || terminal.field.unique === true)
  );
}

function byMember(entityType: PagePlan['entityType'], compare: Compare): MemberNarrowing[] {
  const { terminal, operator } = compare;
  if (operator === 'null' && isWithoutNull(entityType, terminal)) return [];
  const plain = terminalIndex(entityType, terminal);
  const isText = terminal.kind === 'value' && isTextType(terminal.field.type);
  const { match, ignoresCase } = operatorByName(operator);
  const isInOneCase = isText && ignoresCase === true && (match === 'equal' || match === 'start');
  if (plain !== undefined && !isInOneCase) {
    const rank = rankOfCompare(compare, true);
    return rank === undefined || rank === rankOf.text ? [] : [{ index: plain, rank, compare }];
  }
  // Else the statement has no comparison in any case beside the one that is asked for.
  const isBeside = terminal.kind === 'value' && isOnlyFolded(terminal.field);
  const inAnyCase = isInOneCase ? operator : isBeside && inAnyCaseOf.get(operator);
  const folded = isText ? memberIndex(entityType, terminal.field, true) : undefined;
  if (folded === undefined || !inAnyCase) return [];
  const asked = { ...compare, operator: inAnyCase };
  const rank = rankOfCompare(asked, true);
  return rank === undefined ? [] : [{ index: folded, rank, compare: asked }];
}

/** Whether the index over a member leaves out records that lack it. */
export function isWithoutNull(entityType: PagePlan['entityType'], terminal: OrderKey['terminal']): boolean {
  return terminal.kind === 'reference' && isOftenNull(entityType, terminal.field);
}

/** @returns the name of the index in whose order the values of a member are */
export function terminalIndex(entityType: PagePlan['entityType'], terminal: OrderKey['terminal']): string | undefined {
  switch (terminal.kind) {
    case 'value':
    case 'reference':
      return memberIndex(entityType, terminal.field);
    case 'money':
      return terminal.part === 'base_value' ? memberIndex(entityType, terminal.field) : undefined;
    case 'favorite':
    case 'number':
      return undefined;
  }
}

/** @param isMember the index is over a member of the records, folded where that is asked for */
function rankOfCompare({ operator, operands }: Compare, isMember: boolean): number | undefined {
  // No value of a custom field is null.
  if (operator === 'null' && isMember) return rankOf.oneOfSome;
  const { operands: count, opposite, types, match, ignoresCase } = operatorByName(operator);
  if (operands.includes(null) || count === 'none' || opposite !== undefined) return undefined;
  if (ignoresCase && !isMember) return rankOf.text;
  if (match === 'equal') return operands.length === 1 ? rankOf.oneValue : rankOf.oneOfSome;
  return types.every(isTextType) && match !== 'start' ? rankOf.text : rankOf.range;
}
