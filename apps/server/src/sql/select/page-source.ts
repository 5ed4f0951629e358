/**
 * Chooses what a page's records are found along: the records themselves, or the values of a custom field, which come in order and
 * narrowed from their index. Where it depends on how many values meet a filter, and the database would not know, there are two ways.
 * Pure.
 */
import { operatorByName } from '@headwater/catalog';
import type { OrderKey, PagePlan } from '../../plan/list/page-plan.js';
import type { Predicate } from '../../plan/list/predicate.js';
import { inSpace } from '../binder.js';
import type { KnownValue } from '../custom-values/compile-custom-comparison.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { type CustomValue, customTerminal } from '../custom-values/custom-value.js';
import { isIndexed } from '../custom-values/value-tables.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { isTextType } from '../filter/compile-comparison.js';
import { recordsOf } from '../record-source.js';
import { column } from './compile-value.js';

/** A part of the records; parts are disjoint. */
export interface PageSource {
  /** Behind FROM. */
  readonly from: string;
  readonly conditions: readonly string[];
  /** The records' id, as the index has it that the source goes along. */
  readonly id: string;
  readonly known?: KnownValue;
  /** The first sort value is the known one, or null. */
  readonly isSorted: boolean;
}

type Compare = Extract<Predicate, { kind: 'compare' }>;

/** A way to the records of a page: its sources together have all of them. */
export interface PageWay {
  readonly sources: readonly PageSource[];
  /** The way is worth it where few values meet the comparison, or many; undefined: always. */
  readonly worth?: 'few' | 'many';
}

/** Ways of which one is gone, and the comparison that tells which. */
export interface PageWays {
  readonly ways: readonly PageWay[];
  readonly narrowing?: Narrowing;
}

/**
 * @param alias of the records
 * @param isRelated the page is of the few records that belong to another one
 */
export function pageWays(dialect: ReadDialect, plan: PagePlan, alias: string, isRelated: boolean): PageWays {
  const all: PageSource = {
    from: `${recordsOf(dialect, plan.entityType)} ${alias}`,
    conditions: [],
    id: column(alias, 'id'),
    isSorted: false,
  };
  if (isRelated || plan.entityType.union) return { ways: [{ sources: [all] }] };
  const found = narrowing(plan);
  const inOrder: PageWay = { sources: sourcesInOrder(dialect, plan, all, alias) };
  const [first] = plan.order.keys;
  if (!found || (first && sortedBy(first)?.id === found.custom.id)) return { ways: [inOrder] };
  const narrow: PageWay = { sources: [alongValues(dialect, all, alias, found.custom, false)] };
  // Values that are equal have their records in the order of ids.
  if (!first && found.rank === rankOf.oneValue) return { ways: [narrow] };
  if (dialect.choosesJoins || found.rank === rankOf.text) {
    return { ways: [first && !sortedBy(first) ? narrow : inOrder] };
  }
  const isAllWanted = plan.window.kind === 'offset' && plan.window.limit === null;
  if (isAllWanted) return { ways: [narrow] };
  return {
    ways: [
      { ...narrow, worth: 'few' },
      { ...inOrder, worth: 'many' },
    ],
    narrowing: found,
  };
}

/** @returns one source for all records, or those without a value and those with one in the order of a page */
function sourcesInOrder(dialect: ReadDialect, plan: PagePlan, all: PageSource, alias: string): PageSource[] {
  const [first] = plan.order.keys;
  if (!first) {
    const lacked = plan.filter && requiredCompares(plan.filter).flatMap(lackedBy)[0];
    return [lacked ? withoutValue(dialect, plan, all, alias, lacked) : all];
  }
  const sorted = sortedBy(first);
  if (!sorted) return [all];
  const sources = [
    { ...withoutValue(dialect, plan, all, alias, sorted), isSorted: true },
    alongValues(dialect, all, alias, sorted, true),
  ];
  return first.descending === isBackward(plan) ? sources : sources.reverse();
}

function isBackward({ window }: PagePlan): boolean {
  return window.kind === 'cursor' && window.backward;
}

function sortedBy({ steps, terminal }: OrderKey): CustomValue | undefined {
  const custom = steps.length === 0 ? customTerminal(terminal) : undefined;
  return custom && isIndexed(custom.type) ? custom : undefined;
}

/** The fewer records a comparison is likely to leave, the lower. */
const rankOf = { oneValue: 0, oneOfSome: 1, range: 2, text: 3 } as const;

export interface Narrowing {
  readonly custom: CustomValue;
  readonly rank: number;
  readonly compare: Compare;
}

/** @returns the custom field whose values leave the fewest records; undefined when the records themselves are the better way */
function narrowing({ filter }: PagePlan): Narrowing | undefined {
  const compares = filter ? requiredCompares(filter) : [];
  if (compares.some(isById)) return undefined;
  const found = compares.flatMap((compare): Narrowing[] => {
    const custom = customTerminal(compare.terminal);
    const rank = rankOfCompare(compare);
    return custom && rank !== undefined && isIndexed(custom.type) ? [{ custom, rank, compare }] : [];
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
  const { operands: count, opposite, types } = operatorByName(operator);
  if (operands.includes(null) || count === 'none' || opposite !== undefined) return undefined;
  if (operator === 'eq') return operands.length === 1 ? rankOf.oneValue : rankOf.oneOfSome;
  return operator === 'ieq' || types.every(isTextType) ? rankOf.text : rankOf.range;
}

function alongValues(
  dialect: ReadDialect,
  all: PageSource,
  alias: string,
  custom: CustomValue,
  isSorted: boolean,
): PageSource {
  const rows = customValueRows(dialect, custom, `${alias}k`);
  const space = inSpace(dialect, alias);
  return {
    from: `${rows.from} ${dialect.joinInOrder} ${all.from} ON ${space} AND ${all.id} = ${rows.recordId}`,
    // No value is null. Where nothing else is said of it, this lets the index over values serve.
    conditions: isSorted ? [...rows.conditions, `${rows.value} IS NOT NULL`] : rows.conditions,
    id: rows.recordId,
    known: { id: custom.id, rows },
    isSorted,
  };
}

/** @returns the value that a record must not have */
function lackedBy({ terminal, operator, operands }: Compare): CustomValue[] {
  const isNull =
    operator === 'null' || (operator === 'eq' && operands.length > 0 && operands.every((operand) => operand === null));
  const custom = isNull ? customTerminal(terminal) : undefined;
  return custom ? [custom] : [];
}

function withoutValue(
  dialect: ReadDialect,
  plan: PagePlan,
  all: PageSource,
  alias: string,
  custom: CustomValue,
): PageSource {
  const { from, conditions, recordId } = customValueRows(dialect, custom, `${alias}v`);
  const lacking: PageSource = { ...all, known: { id: custom.id, rows: null } };
  if (!isWalked(dialect, plan, custom)) {
    const place = { skipsRecords: false, depth: 0, isNegated: true };
    const has = dialect.isFoundIn(all.id, { from, key: recordId, conditions }, place);
    return { ...lacking, conditions: [`NOT ${has}`] };
  }
  // Where there are few, all have to be gone through: two indexes side by side cost a quarter of a look into one for each record.
  const ids = `${alias}i`;
  const records = `SELECT id FROM ${recordsOf(dialect, plan.entityType)} ${ids} WHERE ${inSpace(dialect, ids)}`;
  const values = `SELECT ${recordId} AS id FROM ${from} WHERE ${conditions.join(' AND ')}`;
  const id = column(ids, 'id');
  const missing = dialect.idsWithout(records, values, plan.order.idDescending !== isBackward(plan));
  return {
    ...lacking,
    from: `${missing} ${ids} ${dialect.joinInOrder} ${all.from} ON ${inSpace(dialect, alias)} AND ${all.id} = ${id}`,
    id,
  };
}

/** Whether records without a value are found by a scan of all of them, in the order of their ids, and not by a look for each. */
function isWalked({ choosesJoins }: ReadDialect, plan: PagePlan, custom: CustomValue): boolean {
  const { filter, order, window } = plan;
  if (order.keys.length > 1) return false;
  if (!choosesJoins) return order.idDescending === isBackward(plan);
  // Merged sides begin at their beginning, and know nothing of what else would leave only few records.
  if (window.kind === 'cursor' && (window.after ?? window.before) !== undefined) return false;
  return filter === null || (filter.kind === 'compare' && lackedBy(filter).some(({ id }) => id === custom.id));
}
