/**
 * Chooses what a page's records are found along: the records themselves, or the values of a custom field, which come in order and
 * narrowed from their index. Where it depends on how many values meet a filter, and the database would not know, there are two ways.
 * Pure.
 */
import type { OrderKey, PagePlan } from '../../plan/list/page-plan.js';
import { inSpace } from '../binder.js';
import { tableName } from '../columns.js';
import type { KnownValue } from '../custom-values/compile-custom-comparison.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { type CustomValue, customTerminal } from '../custom-values/custom-value.js';
import { isIndexed } from '../custom-values/value-tables.js';
import type { SeenPart } from '../dialects/binding.js';
import type { ReadDialect } from '../dialects/dialect.js';
import type { SearchedText } from '../filter/search-index.js';
import { kindIndex } from '../indexes.js';
import { recordsAlong, recordsOf } from '../record-source.js';
import { column } from './compile-value.js';
import {
  type Compare,
  isWithoutNull,
  type Narrowing,
  narrowings,
  rankOf,
  requiredCompares,
  seenNarrowings,
  terminalIndex,
} from './narrowing.js';

/** A part of the records; parts are disjoint. */
export interface PageSource {
  /** Behind FROM. */
  readonly from: string;
  /** Only records that may have one of these texts. */
  readonly texts?: readonly SearchedText[];
  /** Only records of these parts. */
  readonly seen?: readonly SeenPart[];
  readonly conditions: readonly string[];
  /** The records' id, as the index has it that the source goes along. */
  readonly id: string;
  readonly known?: KnownValue;
  /** The first sort value is the known one, or null. */
  readonly isSorted: boolean;
}

/** A way to the records of a page: its sources together have all of them. */
export interface PageWay {
  readonly sources: readonly PageSource[];
  /** A condition over the counts, `n0` and `n1`: the way is taken where it holds; undefined: always. */
  readonly when?: string;
  /** Taken where many records meet every comparison. */
  readonly isFrequent?: boolean;
}

/** Ways of which one is gone. */
export interface PageWays {
  readonly ways: readonly PageWay[];
  /** Comparisons that are counted to tell which: `n0` is of the first, `n1` of the second, counted no further than that. */
  readonly counted: readonly Narrowing[];
  /** What the first is counted up to. */
  readonly most: number;
}

/** Records that are found, read and sorted in a moment. */
export const mostFew = 10_000;

/** Along the order all of a page's records are found sooner than so many are sorted. Not so where they must meet a second comparison. */
const mostFewOfOne = 2_000;

/**
 * @param alias of the records
 * @param isRelated the page is of the few records that belong to another one
 */
export function pageWays(dialect: ReadDialect, plan: PagePlan, alias: string, isRelated: boolean): PageWays {
  const [narrowing] = isRelated ? [] : seenNarrowings(dialect, plan);
  if (!narrowing) return waysAmongAll(dialect, plan, alias, isRelated);
  const wanted = wantedRows(plan);
  if (isInOrderOfIds(plan)) {
    const alongOne = narrowing.seen && alongOnePart(dialect, plan, alias, narrowing.seen);
    if (alongOne) return { ways: [{ sources: [alongOne] }], counted: [], most: 0 };
  }
  const among = waysAmongAll(dialect, plan, alias, isRelated);
  // SQLite has it among the ways already. PostgreSQL plans a filter better by itself, and many parts for too long.
  if (!dialect.choosesJoins || plan.filter || narrowing.seen?.length !== 1 || wanted === undefined) return among;
  const few = sourceAlong(dialect, plan, sourceOf(dialect, plan, alias, ''), alias, narrowing);
  const isFew = `n0 <= ${mostFewOfOne}`;
  const others = among.ways.map(({ sources }) => ({ sources, when: `NOT ${isFew}`, isFrequent: true }));
  return { ways: [{ sources: [few], when: isFew }, ...others], counted: [narrowing], most: mostFewOfOne };
}

/** @returns the reasons by which a page in the order of ids is found; undefined: it is found by `pageWays` */
export function seenParts(dialect: ReadDialect, plan: PagePlan, isRelated: boolean): readonly SeenPart[] | undefined {
  if (isRelated || !isInOrderOfIds(plan)) return undefined;
  const seen = seenNarrowings(dialect, plan)[0]?.seen;
  return seen && !isOneIndex(seen) ? seen : undefined;
}

/** Nothing narrows the list, which has an end. */
function isInOrderOfIds(plan: PagePlan): boolean {
  return plan.order.keys.length === 0 && !plan.filter && wantedRows(plan) !== undefined;
}

/** @returns how many records are read in the order of a page; undefined: all */
export function wantedRows({ window }: PagePlan): number | undefined {
  // One more shows whether there is another page.
  if (window.kind === 'cursor') return window.limit + 1;
  return window.limit === null ? undefined : window.limit + window.offset;
}

/** @param isRelated as above @returns ways to the records, by the filter and the order */
function waysAmongAll(dialect: ReadDialect, plan: PagePlan, alias: string, isRelated: boolean): PageWays {
  const [first] = plan.order.keys;
  const order = orderIndex(dialect, plan);
  const isElsewhere = !isRelated && !plan.entityType.union && isFoundElsewhere(dialect, plan, order?.index);
  const conditions = isElsewhere ? dialect.expectFew(alias) : [];
  const all: PageSource = { ...sourceOf(dialect, plan, alias, ''), conditions };
  const only = (...sources: PageSource[]): PageWays => ({ ways: [{ sources }], counted: [], most: 0 });
  if (isRelated || plan.entityType.union) return only(all);
  const inOrder = () => only(...sourcesInOrder(dialect, plan, all, alias));
  const known = narrowings(plan, dialect.sight, !dialect.choosesJoins);
  // An equality has its records in the order of their ids: few need not be found and sorted.
  const isEqualInOrder = !first && known.some(({ rank, seen }) => rank === rankOf.oneValue && !seen);
  const found = known.filter((one) => {
    if (one.seen) return one.seen.length === 1 || !isEqualInOrder;
    return one.custom || one.texts || one.index !== order?.index;
  });
  const [best, second] = found.filter(({ rank }) => rank < rankOf.text);
  if (!best) {
    return found.length > 0 && first && !sortedBy(first)
      ? only(sourceAlong(dialect, plan, all, alias, found[0]!))
      : inOrder();
  }
  if (best.custom && first && sortedBy(first)?.id === best.custom.id) return inOrder();
  const narrow = (one: Narrowing) => sourceAlong(dialect, plan, all, alias, one);
  const alongOne = best.seen && alongOnePart(dialect, plan, alias, best.seen);
  const isInOrder = !first && best.rank === rankOf.oneValue && (!best.seen || alongOne !== undefined);
  if (dialect.choosesJoins) return isInOrder || (first && !sortedBy(first)) ? only(narrow(best)) : inOrder();
  if (isInOrder && !second) return only(best.custom || alongOne ? narrow(best) : all);
  const isAllWanted = plan.window.kind === 'offset' && plan.window.limit === null;
  if (isAllWanted) return only(narrow(best));
  const counted = [best, ...(second ? [second] : [])];
  const isSorted = order !== undefined || (first && sortedBy(first)) || best.custom;
  if (isInOrder || !isSorted) {
    const isOneOfAll = best.texts !== undefined || (best.seen !== undefined && !alongOne);
    return waysBySize(counted, counted.map(narrow), isOneOfAll ? { sources: [all], isSorted: false } : undefined);
  }
  // Else SQLite, which counts nothing, might go along another index, and sort all that it finds there.
  const along = counted.every(({ custom }) => custom) || !order ? all : sourceOf(dialect, plan, alias, order.along);
  const sources = sourcesInOrder(dialect, plan, along, alias);
  return waysBySize(counted, counted.map(narrow), { sources, isSorted: true });
}

/** Whether an index other than that of the order leads to the records that meet the filter. */
function isFoundElsewhere({ sight }: ReadDialect, plan: PagePlan, orderIndex: string | undefined): boolean {
  const isInOrder = ({ rank }: Narrowing) => plan.order.keys.length === 0 && rank === rankOf.oneValue;
  return narrowings(plan, sight, true).some((one) => {
    if (one.custom || one.seen || isInOrder(one)) return false;
    return one.texts !== undefined || one.index !== orderIndex;
  });
}

/** All records. */
interface Frequent {
  readonly sources: readonly PageSource[];
  /** They come in the order of the page. */
  readonly isSorted: boolean;
}

/**
 * @param sources of each comparison
 * @param frequent of where many records meet each of them; else there the first is gone along
 */
function waysBySize(
  counted: readonly Narrowing[],
  [best, second]: readonly PageSource[],
  frequent?: Frequent,
): PageWays {
  const isOneInOrder = counted.length === 1 && !counted[0]?.custom && frequent?.isSorted;
  const most = isOneInOrder ? mostFewOfOne : mostFew;
  const isFew = `n0 <= ${most}`;
  const isBest = [...(second ? ['n1 = n0'] : []), ...(frequent ? [isFew] : [])].join(' AND ');
  const isNone = [...(second ? ['n1 = n0'] : []), `NOT ${isFew}`].join(' AND ');
  if (isBest === '') return { ways: [{ sources: [best!] }], counted: [], most };
  const ways: PageWay[] = [
    { sources: [best!], when: isBest },
    ...(second ? [{ sources: [second], when: 'n1 < n0' }] : []),
    ...(frequent ? [{ sources: frequent.sources, when: isNone, isFrequent: true }] : []),
  ];
  return { ways, counted, most };
}

/** The records, @param along what the dialect puts behind their table */
function sourceOf(dialect: ReadDialect, { entityType }: PagePlan, alias: string, along: string): PageSource {
  const from = recordsAlong(dialect, entityType, alias, along);
  return { from, conditions: [], id: column(alias, 'id'), isSorted: false };
}

function sourceAlong(
  dialect: ReadDialect,
  plan: PagePlan,
  all: PageSource,
  alias: string,
  narrowing: Narrowing,
): PageSource {
  if (narrowing.custom) return alongValues(dialect, all, alias, narrowing.custom, false);
  if (narrowing.texts) return { ...all, texts: narrowing.texts };
  const { seen } = narrowing;
  if (seen) return (!dialect.choosesJoins && alongOnePart(dialect, plan, alias, seen)) || { ...all, seen };
  return sourceOf(dialect, plan, alias, dialect.alongIndex(narrowing.index));
}

/** @returns the records along an index that finds all that may be read by itself; undefined: none does */
function alongOnePart(
  dialect: ReadDialect,
  plan: PagePlan,
  alias: string,
  seen: readonly SeenPart[],
): PageSource | undefined {
  const index = isOneIndex(seen) ? seen[0]?.index : undefined;
  return index === undefined ? undefined : sourceOf(dialect, plan, alias, dialect.alongIndex(index));
}

/** One index has all that may be read. */
function isOneIndex(seen: readonly SeenPart[]): boolean {
  const [part] = seen;
  return seen.length === 1 && part?.index !== undefined && part.each === undefined;
}

/** @returns the index in whose order the records of a page are, and how to go along it; undefined where none is */
function orderIndex(
  dialect: ReadDialect,
  { entityType, order }: PagePlan,
): { readonly index?: string; readonly along: string } | undefined {
  const [first] = order.keys;
  if (!first) {
    const kind = kindIndex(entityType);
    return { along: kind === undefined ? dialect.alongKey(tableName(entityType)) : dialect.alongIndex(kind) };
  }
  const isServed = first.steps.length === 0 && !isWithoutNull(entityType, first.terminal);
  const index = isServed ? terminalIndex(entityType, first.terminal) : undefined;
  return index === undefined ? undefined : { index, along: dialect.alongIndex(index) };
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
  if (!isScanned(dialect, plan, custom)) {
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
function isScanned({ choosesJoins }: ReadDialect, plan: PagePlan, custom: CustomValue): boolean {
  const { filter, order, window } = plan;
  if (order.keys.length > 1) return false;
  if (!choosesJoins) return order.idDescending === isBackward(plan);
  // Merged sides begin at their beginning, and know nothing of what else would leave only few records.
  if (window.kind === 'cursor' && (window.after ?? window.before) !== undefined) return false;
  return filter === null || (filter.kind === 'compare' && lackedBy(filter).some(({ id }) => id === custom.id));
}
