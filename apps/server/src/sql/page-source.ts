/**
 * Chooses what a page's records are found along: the records themselves, or the values of a custom field, which come in order and
 * narrowed from their index. Pure.
 */
import type { OrderKey, PagePlan } from '../plan/list-plan.js';
import type { Predicate } from '../plan/predicate.js';
import { spaceParameter } from './binder.js';
import { keptRows } from './compile-kept.js';
import type { KnownValue } from './compile-kept-comparison.js';
import { column } from './compile-value.js';
import type { Dialect } from './dialects/dialect.js';
import { type KeptValue, keptTerminal } from './kept-value.js';
import { recordsOf } from './record-source.js';
import { isIndexed } from './value-tables.js';

/** A part of the records; parts are disjoint. */
export interface PageSource {
  /** Behind FROM. */
  readonly from: string;
  readonly conditions: readonly string[];
  /** The records' id, as the index has it that the source goes along. */
  readonly id: string;
  readonly known?: KnownValue;
  /** The first sort value is the known one. */
  readonly isSorted: boolean;
}

type Compare = Extract<Predicate, { kind: 'compare' }>;

/**
 * @param alias of the records
 * @param isRelated the page is of the few records that belong to another one
 * @returns one source for all records, or those with a value and those without one in the order of a page
 */
export function pageSources(dialect: Dialect, plan: PagePlan, alias: string, isRelated: boolean): PageSource[] {
  const all: PageSource = {
    from: `${recordsOf(dialect, plan.entityType)} ${alias}`,
    conditions: [],
    id: column(alias, 'id'),
    isSorted: false,
  };
  if (isRelated || plan.entityType.union) return [all];
  const along = (kept: KeptValue, isSorted: boolean) => alongValues(dialect, all, alias, kept, isSorted);
  const found = narrowing(plan);
  const [first] = plan.order.keys;
  const sorted = first && sortedBy(first);
  if (first && sorted && (!found || found.kept.id === sorted.id || found.rank > rankOf.oneValue)) {
    const sources = [withoutValue(dialect, all, alias, sorted), along(sorted, true)];
    return first.descending === isBackward(plan) ? sources : sources.reverse();
  }
  if (!found) return [all];
  // Only equality leaves the records in the order of their ids: else it is better to look for each whether it is among those found.
  return found.rank === rankOf.oneValue || plan.order.keys.length > 0 ? [along(found.kept, false)] : [all];
}

function isBackward({ window }: PagePlan): boolean {
  return window.kind === 'cursor' && window.backward;
}

function sortedBy({ hops, terminal }: OrderKey): KeptValue | undefined {
  const kept = hops.length === 0 ? keptTerminal(terminal) : undefined;
  return kept && isIndexed(kept.type) ? kept : undefined;
}

/** The fewer records a comparison is likely to leave, the lower. */
const rankOf = { oneValue: 0, oneOfSome: 1, range: 2, text: 3 } as const;

interface Narrowing {
  readonly kept: KeptValue;
  readonly rank: number;
}

/** @returns the custom field whose values leave the fewest records; undefined when the records themselves are the better way */
function narrowing({ filter }: PagePlan): Narrowing | undefined {
  const compares = filter ? requiredCompares(filter) : [];
  if (compares.some(isById)) return undefined;
  const found = compares.flatMap((compare): Narrowing[] => {
    const kept = keptTerminal(compare.terminal);
    const rank = rankOfCompare(compare);
    return kept && rank !== undefined && isIndexed(kept.type) ? [{ kept, rank }] : [];
  });
  return found.sort((a, b) => a.rank - b.rank)[0];
}

/** Comparisons that every listed record must meet. */
function requiredCompares(filter: Predicate): Compare[] {
  if (filter.kind === 'compare') return [filter];
  return filter.kind === 'and' ? filter.parts.flatMap(requiredCompares) : [];
}

function isById({ terminal, operator }: Compare): boolean {
  return operator === 'eq' && terminal.kind === 'value' && terminal.field.name === 'id';
}

function rankOfCompare({ operator, operands }: Compare): number | undefined {
  if (operands.includes(null)) return undefined;
  switch (operator) {
    case 'eq':
      return operands.length === 1 ? rankOf.oneValue : rankOf.oneOfSome;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'between':
      return rankOf.range;
    case 'ieq':
    case 'contains':
    case 'starts':
    case 'ends':
    case 'icontains':
    case 'istarts':
    case 'iends':
      return rankOf.text;
    default:
      return undefined;
  }
}

function alongValues(dialect: Dialect, all: PageSource, alias: string, kept: KeptValue, isSorted: boolean): PageSource {
  const rows = keptRows(dialect, kept, `${alias}k`);
  const space = `${alias}.space_id = ${dialect.placeholder(spaceParameter)}`;
  return {
    from: `${rows.from} ${dialect.joinInOrder} ${all.from} ON ${space} AND ${all.id} = ${rows.recordId}`,
    // No value is null. Where nothing else is said of it, this lets the index over values serve.
    conditions: isSorted ? [...rows.conditions, `${rows.value} IS NOT NULL`] : rows.conditions,
    id: rows.recordId,
    known: { id: kept.id, rows },
    isSorted,
  };
}

function withoutValue(dialect: Dialect, all: PageSource, alias: string, kept: KeptValue): PageSource {
  const { from, conditions, recordId } = keptRows(dialect, kept, `${alias}v`);
  const place = { skipsRecords: false, depth: 0, isNegated: true };
  const has = dialect.isFoundIn(all.id, { from, key: recordId, conditions }, place);
  return { ...all, conditions: [`NOT ${has}`], known: { id: kept.id, rows: null }, isSorted: true };
}
