/**
 * Writes the choice of a page: ids and sort values of its records, in order. Pure.
 *
 * Records after a cursor are found in segments, each one range of an index: those that share all but the last sort value with
 * the cursor, then all but the last two, and so on. So a page costs the same at any depth, nulls and mixed directions included.
 */
import type { EntityType } from '@headwater/catalog';
import type { Order, OrderKey, PagePlan } from '../../plan/list/page-plan.js';
import { kindField } from '../../plan/relations/union-types.js';
import { type Binder, inSpace } from '../binder.js';
import { tableName } from '../columns.js';
import { compileCustomComparison, type KnownValue } from '../custom-values/compile-custom-comparison.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { joinCondition } from '../filter/join-condition.js';
import { selectFound, selectFoundRows } from '../filter/search-index.js';
import { recordsAlong, recordsOf } from '../record-source.js';
import { column, compileTerminal } from './compile-value.js';
import { type Narrowing, narrowings, rankOf, seenNarrowings } from './narrowing.js';
import { compileSegments, once, reverse, type Segment } from './page-segments.js';
import { mostFew, type PageSource, type PageWays, pageWays, seenParts, wantedRows } from './page-source.js';
import { compileSeenPage, selectSeen, selectSeenRows } from './seen-parts.js';

export interface PageContext {
  readonly dialect: ReadDialect;
  readonly binder: Binder;
}

/** A sub-select with the columns `id` (and `table_name`, of a union), `k0`, `k1`, … and `seg`, and the order that puts its rows as the page wants them. */
export interface PageSelect {
  readonly text: string;
  readonly orderBy: string;
}

export interface PageOptions {
  /** Further conditions, of the context of the page. */
  readonly conditions?: readonly string[];
  /** Columns to select instead; only for a page without sort keys. */
  readonly columns?: readonly string[];
  /** The conditions leave the few records that belong to another one. */
  readonly isRelated?: boolean;
}

/** @param alias of the listed records inside the sub-select */
export function compilePageSelect(
  context: PageContext,
  plan: PagePlan,
  alias: string,
  options: PageOptions = {},
): PageSelect {
  const { dialect } = context;
  const order = plan.window.kind === 'cursor' && plan.window.backward ? reverse(plan.order) : plan.order;
  const isRelated = options.isRelated === true;
  const parts = seenParts(dialect, plan, isRelated);
  const wanted = wantedRows(plan);
  if (parts && wanted !== undefined) {
    const text = compileSeenPage(context, plan, parts, wanted, compileLimit(context, plan, undefined));
    return { text, orderBy: pageOrder(dialect, order, 'p') };
  }
  const { ways, counted, most } = pageWays(dialect, plan, alias, isRelated);
  const texts = ways.map(({ sources, when, isFrequent = false }) => {
    const taken = when === undefined ? undefined : { when, counts: counted.map((_, index) => `c${index}`) };
    const selects = sources.map((source) =>
      selectsFrom(context, plan, order, alias, source, { ...options, isFrequent }),
    );
    return selects.length === 1
      ? compileOneSource(context, plan, order, alias, selects[0]!, taken)
      : compileSources(context, plan, order, selects, taken);
  });
  const text = texts.length > 1 ? chooseWay(context, plan, alias, { counted, most }, texts) : texts.join();
  return { text, orderBy: pageOrder(dialect, order, 'p') };
}

/** Where a way is taken: a condition over counts, and what they are called. */
interface Taken {
  readonly when: string;
  readonly counts: readonly string[];
}

/** The ways that are not taken have a limit of no rows. */
function chooseWay(
  context: PageContext,
  plan: PagePlan,
  alias: string,
  { counted, most }: Pick<PageWays, 'counted' | 'most'>,
  ways: readonly string[],
): string {
  const counts = counted.map((narrowing, index) => {
    const limit = index === 0 ? String(most + 1) : `(SELECT n${index - 1} FROM c${index - 1})`;
    const found = `${selectNarrowed(context, plan, `${alias}c`, narrowing)} LIMIT ${limit}`;
    return `c${index}(n${index}) AS MATERIALIZED (SELECT count(*) FROM (${found}) c)`;
  });
  const all = ways.map((way) => `SELECT * FROM (${way}) y`).join(' UNION ALL ');
  const rows = wantedRows(plan);
  // A limit that is computed tells a planner nothing; SQLite does not ask.
  const atMost = context.dialect.choosesJoins && rows !== undefined ? ` LIMIT ${limitOf(context, plan, rows)}` : '';
  return `WITH ${counts.join(', ')} ${all}${atMost}`;
}

/** @returns a select, along an index alone, of a row for each that meets the comparison */
function selectNarrowed(
  { dialect, binder }: PageContext,
  { entityType }: PagePlan,
  alias: string,
  narrowing: Narrowing,
): string {
  if (narrowing.texts) return selectFoundRows({ dialect, binder }, entityType, narrowing.texts);
  if (narrowing.seen) return selectSeenRows(dialect, entityType, narrowing.seen);
  const { compare, custom } = narrowing;
  const place = { dialect, binder, includeDeleted: true, skipsRecords: false, depth: 0 };
  if (!custom) {
    const records = recordsAlong(dialect, entityType, alias, dialect.alongIndex(narrowing.index));
    const asked = compilePredicate(place, alias, compare);
    return `SELECT 1 FROM ${records} WHERE ${inSpace(dialect, alias)} AND ${asked}`;
  }
  const rows = customValueRows(dialect, custom, alias);
  const known = { ...place, known: { id: custom.id, rows } };
  const test = compileCustomComparison(known, alias, custom, compare.operator, compare.operands);
  return `SELECT 1 FROM ${rows.from} WHERE ${[...rows.conditions, test].join(' AND ')}`;
}

/** A limit, of no rows where the way is not taken. */
function limitOfWay(limit: string, taken?: Taken): string {
  if (!taken) return limit;
  return `(SELECT CASE WHEN ${taken.when} THEN ${limit} ELSE 0 END FROM ${taken.counts.join(', ')})`;
}

/** The selects of one source: what is bound in them is bound when they are asked for. */
interface SourceSelects {
  readonly source: PageSource;
  readonly segments: readonly Segment[];
  /** @param segment with its conditions as they are written @param limit with the word */
  write(segment: readonly string[], index: number, part: Part, limit: string): string;
}

function selectsFrom(
  context: PageContext,
  plan: PagePlan,
  order: Order,
  alias: string,
  source: PageSource,
  { conditions = [], columns, isFrequent = false }: PageOptions & { readonly isFrequent?: boolean },
): SourceSelects {
  const { id, known } = source;
  const keys = order.keys.map((key, index) => knownKey(context, source, key, index) ?? compileKey(context, alias, key));
  const base = once(() => [
    ...compileRecordConditions(context, plan, alias, known, isFrequent),
    ...conditions,
    ...source.conditions,
  ]);
  const segments = compileSegments({ ...context, keys, id }, plan.window, order, plan.order).map((segment) => {
    return { ...segment, conditions: once(() => [...base(), ...segment.conditions()]) };
  });
  const from = once(() => compileFrom(context, plan, alias, source));
  const write: SourceSelects['write'] = (segment, index, part, limit) => {
    const rowColumns = [
      ...recordColumns(plan.entityType, alias),
      ...keys.map((key, i) => `${key} AS k${i}`),
      `${index} AS seg`,
    ];
    const where = [...segment, ...part.conditions].join(' AND ');
    const rowOrder = { ...order, keys: order.keys.slice(part.firstKey) };
    return (
      `SELECT ${(columns ?? rowColumns).join(', ')} FROM ${from()} ` +
      `WHERE ${where} ORDER BY ${compileOrder(context.dialect, rowOrder, keys.slice(part.firstKey), id)}${limit}`
    );
  };
  return { source, segments, write };
}

function compileFrom(context: PageContext, plan: PagePlan, alias: string, source: PageSource): string {
  const { dialect } = context;
  const [found, space] = [`${alias}x`, inSpace(dialect, alias)];
  const ids = compileIds(context, plan, source);
  if (ids === undefined) return source.from;
  return `(${ids}) ${found} ${dialect.joinInOrder} ${source.from} ON ${space} AND ${source.id} = ${found}.id`;
}

/** @returns a select of the ids among which those of a source are; undefined: of all records */
function compileIds(context: PageContext, plan: PagePlan, { texts, seen }: PageSource): string | undefined {
  if (texts) return selectFound(context, plan.entityType, texts);
  return seen && selectSeen(context.dialect, plan.entityType, seen);
}

/** @returns a select of `n`, the number of all records that match. @param conditions further ones */
export function compileCountSelect(
  context: PageContext,
  plan: PagePlan,
  alias: string,
  conditions: readonly string[],
): string {
  const { dialect } = context;
  const where = [...compileRecordConditions(context, plan, alias), ...conditions].join(' AND ');
  const count = (from: string) => `SELECT count(*) AS n FROM ${from} WHERE ${where}`;
  const all = { from: recordsAlong(dialect, plan.entityType, alias, ''), conditions: [], id: column(alias, 'id') };
  const isChosen = dialect.choosesJoins || plan.entityType.union !== undefined;
  const chosen = plan.filter ? [] : seenNarrowings(dialect, plan);
  const found = isChosen ? chosen : narrowings(plan, dialect.sight, true);
  // The database itself takes the index of a value, and that of owners.
  const isByValue = found.some(({ rank, seen }) => rank < rankOf.range && (seen === undefined || seen.length === 1));
  const isByRange = found.some(({ rank }) => rank === rankOf.range);
  const bestSeen = isByRange ? undefined : found.find(({ seen }) => seen);
  const best = isByValue ? undefined : (found.find(({ texts }) => texts) ?? bestSeen);
  if (!best) return count(all.from);
  const { texts, seen } = best;
  const source = { ...all, isSorted: false, ...(texts && { texts }), ...(seen && { seen }) };
  const some = compileFrom(context, plan, alias, source);
  const bounded = `${selectNarrowed(context, plan, `${alias}c`, best)} LIMIT ${mostFew + 1}`;
  return (
    `WITH c0(n0) AS MATERIALIZED (SELECT count(*) FROM (${bounded}) c) ` +
    `SELECT CASE WHEN n0 <= ${mostFew} THEN (${count(some)}) ELSE (${count(all.from)}) END AS n FROM c0`
  );
}

function compileOneSource(
  context: PageContext,
  plan: PagePlan,
  order: Order,
  alias: string,
  selects: SourceSelects,
  taken: Taken | undefined,
): string {
  const segments = selects.segments.map(({ conditions }) => conditions());
  const limit = compileLimit(context, plan, taken);
  const parts = partsOf(context.dialect, plan, alias);
  const texts = segments.flatMap((segment, index) => parts.map((part) => selects.write(segment, index, part, limit)));
  return texts.length === 1 ? texts[0]! : unite(context.dialect, order, texts, limit);
}

function unite(dialect: ReadDialect, order: Order, selects: readonly string[], limit: string): string {
  const all = selects.map((select) => `SELECT * FROM (${select}) s`).join(' UNION ALL ');
  return `SELECT * FROM (${all}) u ORDER BY ${pageOrder(dialect, order, 'u')}${limit}`;
}

/**
 * The records with a value of the first sort key and those without one come from different places. One that comes later is asked only
 * for what those before it leave open: to find the few that lack a value, all may have to be looked at.
 */
function compileSources(
  context: PageContext,
  plan: PagePlan,
  order: Order,
  found: readonly SourceSelects[],
  taken: Taken | undefined,
): string {
  const [{ segments }] = found as [SourceSelects];
  const places = segments.flatMap((_, index) => found.flatMap((selects) => placeOf(selects, index)));
  const { window } = plan;
  if (window.kind === 'offset') {
    const rows = window.limit === null ? undefined : limitOf(context, plan, window.limit + window.offset);
    const most = rows === undefined ? '' : ` LIMIT ${limitOfWay(rows, taken)}`;
    const selects = places.map((write) => write(most));
    return unite(context.dialect, order, selects, compileLimit(context, plan, taken));
  }
  const limit = compileLimit(context, plan, taken);
  const named = places.map((write, index) => {
    const taken = Array.from({ length: index }, (_, before) => ` - (SELECT count(*) FROM s${before})`).join('');
    // A limit that is computed tells a planner nothing: what it can know is inside and around.
    const rows = index === 0 ? write(limit) : `SELECT * FROM (${write(limit)}) w${limit}${taken}`;
    // Worked out once, however the rows are joined to their records.
    return `s${index} AS MATERIALIZED (${rows})`;
  });
  const all = places.map((_, index) => `SELECT * FROM (SELECT * FROM s${index}) u${index}`).join(' UNION ALL ');
  return `WITH ${named.join(', ')} SELECT * FROM (${all}) u${limit}`;
}

/** @returns how to write a segment of a source; nothing when none of its records lies there */
function placeOf({ source, segments, write }: SourceSelects, index: number): ((limit: string) => string)[] {
  const { conditions, firstIsNull } = segments[index]!;
  const isNull = source.known?.rows === null;
  if (firstIsNull !== undefined && firstIsNull !== isNull) return [];
  return [(limit) => write(conditions(), index, { conditions: [], firstKey: isNull ? 1 : 0 }, limit)];
}

/** The first sort value of records that are found along it. */
function knownKey({ dialect }: PageContext, source: PageSource, { type }: OrderKey, index: number): string | undefined {
  if (!source.isSorted || !source.known || index > 0) return undefined;
  return source.known.rows?.value ?? dialect.cast('NULL', type);
}

/** Records whose order begins with the same sort key. */
interface Part {
  readonly conditions: readonly string[];
  readonly firstKey: 0 | 1;
}

/**
 * A sort value that only some entity types of a union have would have the records of the others sorted by nothing, all of them.
 * Chosen apart, each part comes along an index.
 */
function partsOf(dialect: ReadDialect, { entityType, order, window }: PagePlan, alias: string): Part[] {
  const lacking = order.keys[0]?.lackingTypes ?? [];
  if (!entityType.union || lacking.length === 0 || window.kind === 'offset') return [{ conditions: [], firstKey: 0 }];
  const kinds = lacking.map((kind) => dialect.textLiteral(kind)).join(', ');
  const kind = column(alias, kindField);
  return [
    { conditions: [`${kind} NOT IN (${kinds})`], firstKey: 0 },
    { conditions: [`${kind} IN (${kinds})`], firstKey: 1 },
  ];
}

/** What the record behind a row of the page is found by. */
function recordColumns(entityType: EntityType, alias: string): string[] {
  const names = entityType.union ? ['id', kindField] : ['id'];
  return names.map((name) => `${column(alias, name)} AS ${name}`);
}

/** @returns the conditions that every listed record meets: its space, not deleted, the filter */
export function compileRecordConditions(
  context: PageContext,
  plan: PagePlan,
  alias: string,
  known?: KnownValue,
  isFrequent = false,
): string[] {
  const { dialect, binder } = context;
  const { includeDeleted, window } = plan;
  const skipsRecords = window.kind === 'offset' && window.offset > 0;
  return [
    inSpace(dialect, alias),
    ...(includeDeleted ? [] : [`NOT ${column(alias, 'is_deleted')}`]),
    ...(plan.filter
      ? [
          compilePredicate(
            { dialect, binder, includeDeleted, skipsRecords, depth: 0, known, isFrequent },
            alias,
            plan.filter,
          ),
        ]
      : []),
  ];
}

function pageOrder(dialect: ReadDialect, order: Order, alias: string): string {
  const keys = order.keys.map((_, index) => `${alias}.k${index}`);
  return `${alias}.seg, ${compileOrder(dialect, order, keys, `${alias}.id`)}`;
}

function compileOrder(dialect: ReadDialect, order: Order, keys: readonly string[], id: string): string {
  const parts = order.keys.map((key, index) => dialect.orderBy(keys[index]!, key.descending));
  // An id is never null: without a word about nulls any index serves.
  return [...parts, `${id} ${order.idDescending ? 'DESC' : 'ASC'}`].join(', ');
}

/** Of a text of any length, so many count in an order: as many as other texts have at most. A cursor, which is a part of an address, holds all sort values. */
const sortedCharacters = 250;

/** A sort value: a column, or a sub-select along to-one relations. */
function compileKey(context: PageContext, alias: string, key: OrderKey): string {
  const { dialect } = context;
  const [step, ...rest] = key.steps;
  if (!step) {
    const value = compileTerminal(context, alias, key.terminal);
    return key.type === 'text' ? `substr(${value}, 1, ${sortedCharacters})` : value;
  }
  const target = `${alias}_`;
  const value = compileKey(context, target, { ...key, steps: rest });
  const space = inSpace(dialect, target);
  const from = recordsOf(dialect, step.target);
  return `(SELECT ${value} FROM ${from} ${target} WHERE ${space} AND ${joinCondition(dialect, alias, target, step)})`;
}

/** One record more than the page holds shows whether there is another page. */
function compileLimit(context: PageContext, plan: PagePlan, taken: Taken | undefined): string {
  const { dialect, binder } = context;
  const { window } = plan;
  if (window.kind === 'cursor') return ` LIMIT ${limitOfWay(limitOf(context, plan, window.limit + 1), taken)}`;
  if (window.limit === null && window.offset === 0) return '';
  const limit = window.limit === null ? dialect.noLimit : limitOfWay(limitOf(context, plan, window.limit), taken);
  return ` LIMIT ${limit}${window.offset > 0 ? ` OFFSET ${binder.bind(window.offset)}` : ''}`;
}

function limitOf({ dialect, binder }: PageContext, { filter }: PagePlan, count: number): string {
  return dialect.limit(count, binder, filter === null);
}

/** @returns the cursor of a page row: its sort values and id, as a JSON array */
export function compileCursor(dialect: ReadDialect, entityOrder: Order, alias: string): string {
  const values = entityOrder.keys.map((key, index) => dialect.canonicalValue(`${alias}.k${index}`, key.type));
  return dialect.jsonArray([...values, `${alias}.id`]);
}

/** @returns the FROM clause that ties page rows to their records, which the page has found among those that may be read */
export function joinPage(
  dialect: ReadDialect,
  entityType: EntityType,
  page: Pick<PageSelect, 'text'>,
  alias: string,
): string {
  const space = inSpace(dialect, alias);
  const records = entityType.union ? recordsOf(dialect, entityType) : identifier(tableName(entityType));
  return `(${page.text}) p ${dialect.joinInOrder} ${records} ${alias} ON ${space} AND ${alias}.id = p.id`;
}
