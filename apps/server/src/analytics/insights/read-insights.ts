/**
 * Reads the key figures of users or sales units: a fixed number of statements, however many there are and however long the period.
 */
import type { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Call } from '../../records/call.js';
import { requireTables } from '../../records/read/require-tables.js';
import { type RecordStore, scopeOf } from '../../records/record-store.js';
import { Yielder } from '../../records/yielder.js';
import { compileEvents, type EventQuery, type EventRow, type Span } from '../../sql/analytics/compile-events.js';
import { type EventKind, eventKinds, type Fact, filterableTypes } from '../../sql/analytics/event-kind.js';
import { InsightsSelect, type Narrowing } from '../../sql/analytics/insights-select.js';
import { before } from '../filters/period.js';
import { joinFilters, readSelection } from '../filters/read-filter.js';
import type { InsightsRequest } from './insights-request.js';
import { needsOf, Tallies } from './measure.js';
import { readSubjects, type SubjectFound } from './read-subjects.js';
import { addUp, unitsBelow } from './unit-tree.js';

/** What happened in the period, and in the one before. */
export interface PeriodTallies {
  readonly now: Tallies;
  readonly before: Tallies;
}

export interface InsightItem extends PeriodTallies {
  readonly subject: SubjectFound;
}

export interface Insights {
  /** By name. */
  readonly items: readonly InsightItem[];
  /** What all of them share counts once. */
  readonly total: PeriodTallies;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID`: an unknown user or unit, an invalid filter */
export async function readInsights(store: RecordStore, call: Call, request: InsightsRequest): Promise<Insights> {
  const narrowing = await narrowingOf(store, call, request);
  const yielder = new Yielder(() => store.db.checkTime?.());
  const pause = () => yielder.pause();
  const [{ subjects, units }, ...counted] = await Promise.all([
    readSubjects(store, call, request, pause),
    ...queriesOf(request, narrowing).map((query) => readEvents(store, call, request, query, yielder)),
  ]);
  const own = await ownTallies(counted, yielder);
  const ids = subjects.map(({ id }) => id);
  if (units === null) return insightsOf(request, subjects, own, await totalOf(own, ids, yielder));
  for (const { id, counts } of units) if (!counts) own.delete(id);
  const sums = await addUp(units, { own: (id) => copyOf(own.get(id)), add: addTallies }, pause);
  return insightsOf(request, subjects, sums, await totalOf(own, await unitsBelow(units, ids, pause), yielder));
}

/** @param sums by the id of a user or unit what counts for it */
function insightsOf(
  request: InsightsRequest,
  subjects: readonly SubjectFound[],
  sums: ReadonlyMap<string, PeriodTallies>,
  total: PeriodTallies,
): Insights {
  const items = subjects.map((subject): InsightItem => ({ subject, ...(sums.get(subject.id) ?? copyOf(undefined)) }));
  return { items: items.filter((item) => isShown(item, request)), total };
}

/** Deleted ones are shown when something of them counts, or when they were asked for. */
function isShown({ subject, now }: InsightItem, { clientIds, unitIds }: InsightsRequest): boolean {
  return !subject.isDeleted || !now.isEmpty || clientIds !== null || unitIds !== null;
}

/** One query for each source of events and, where more than their number is wanted, one for that. */
function queriesOf(request: InsightsRequest, narrowing: Narrowing | null): EventQuery[] {
  const { period, comparison } = request;
  const span: Span = {
    before: comparison === null ? null : before(period, comparison).start,
    start: period.start,
    end: period.end,
  };
  const groups = new Map<string, Map<EventKind, ReadonlySet<Fact>>>();
  for (const [kind, facts] of needsOf(request.measures)) {
    const name = `${eventKinds[kind].source.entityType} ${facts.size > 0}`;
    groups.set(name, (groups.get(name) ?? new Map<EventKind, ReadonlySet<Fact>>()).set(kind, facts));
  }
  return [...groups.values()].map((kinds) => ({ subject: request.subject, span, narrowing, kinds }));
}

/** What happened to one user or unit. */
interface Counted {
  readonly id: string;
  readonly kind: EventKind;
  readonly row: EventRow;
  /** Texts of decimals that add up to the amount. */
  readonly amounts: readonly (string | null)[];
}

async function readEvents(
  store: RecordStore,
  call: Call,
  request: InsightsRequest,
  query: EventQuery,
  yielder: Yielder,
): Promise<Counted[]> {
  const select = new InsightsSelect(store.shown, store.catalog, scopeOf(call), request);
  const statement = compileEvents(select, query);
  requireTables(store, statement);
  const rows = (await store.db.read(statement)) as unknown as EventRow[];
  const kinds = new Map([...query.kinds.keys()].map((kind) => [eventKinds[kind].code, kind]));
  const columns = rows[0] ? amountColumns(rows[0]) : [];
  const counted: Counted[] = [];
  for (const row of rows) {
    await yielder.pause();
    const kind = kinds.get(row.code);
    if (kind === undefined || row.id === null) continue;
    counted.push({ id: row.id, kind, row, amounts: columns.map((name) => row[name] ?? null) });
  }
  return counted;
}

/** @returns what each user or unit did itself */
async function ownTallies(
  counted: readonly (readonly Counted[])[],
  yielder: Yielder,
): Promise<Map<string, PeriodTallies>> {
  const own = new Map<string, PeriodTallies>();
  for (const part of counted) {
    for (const { id, kind, row, amounts } of part) {
      await yielder.pause();
      const tallies = own.get(id) ?? copyOf(undefined);
      own.set(id, tallies);
      tallies[row.is_now ? 'now' : 'before'].add(kind, row.count, Number(row.seconds ?? 0), amounts);
    }
  }
  return own;
}

/** @returns the columns of a row that hold parts of amounts */
function amountColumns(row: EventRow): readonly `a${number}`[] {
  return Object.keys(row).filter((name): name is `a${number}` => /^a\d+$/.test(name));
}

/** @param ids whose events count; each counts once */
async function totalOf(
  own: ReadonlyMap<string, PeriodTallies>,
  ids: Iterable<string>,
  yielder: Yielder,
): Promise<PeriodTallies> {
  const total = copyOf(undefined);
  for (const id of ids) {
    const tallies = own.get(id);
    if (!tallies) continue;
    await yielder.pause();
    addTallies(total, tallies);
  }
  return total;
}

/** @returns tallies of their own to which others can be added; of nothing, empty ones */
function copyOf(tallies: PeriodTallies | undefined): PeriodTallies {
  const copy = { now: new Tallies(), before: new Tallies() };
  if (tallies) addTallies(copy, tallies);
  return copy;
}

function addTallies(sum: PeriodTallies, other: PeriodTallies): void {
  sum.now.addAll(other.now);
  sum.before.addAll(other.before);
}

/**
 * @returns null when all records count
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid filter, or one of records that no key figure is about
 */
async function narrowingOf(
  store: RecordStore,
  call: Call,
  { filter: tab, profileId, period, now, at }: InsightsRequest,
): Promise<Narrowing | null> {
  const path = `${at}.profileId`;
  const saved = await readSelection(store, call, profileId, path);
  // The main box says whose records are meant; without one the saved filter does.
  const entityType = tab?.mainBox.entity ?? saved?.entityType.name;
  if (entityType === undefined) return null;
  if (!filterableTypes.includes(entityType)) throw notFilterable(entityType, tab ? `${tab.mainBox.at}.entity` : path);
  const { timeZone } = period;
  const filter = joinFilters(store.catalog, { entityType, tab, profileId, now, timeZone, at }, saved);
  if (filter === null) return null;
  return { entityType, predicate: planFilter(store.catalog, store.catalog.existing(entityType), filter) };
}

function notFilterable(entityType: string, at: string): ApiError {
  const problem = `no key figure is about ${entityType} records. Choose among ${filterableTypes.join(', ')}`;
  return parameterError(at, problem, suggestion(entityType, filterableTypes));
}
