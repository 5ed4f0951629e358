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
import { compileEvents, type EventQuery, type EventRow, type Span } from '../../sql/analytics/compile-events.js';
import { type EventKind, eventKinds, type Fact, filterableTypes } from '../../sql/analytics/event-kind.js';
import { InsightsSelect, type Narrowing } from '../../sql/analytics/insights-select.js';
import { before } from '../filters/period.js';
import { joinFilters, readSelection } from '../filters/read-filter.js';
import type { InsightsRequest } from './insights-request.js';
import { needsOf, Tallies } from './measure.js';
import { readSubjects, type SubjectFound } from './read-subjects.js';

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
  const [subjects, ...counted] = await Promise.all([
    readSubjects(store, call, request),
    ...queriesOf(request, narrowing).map((query) => readEvents(store, call, request, query)),
  ]);
  const own = ownTallies(counted.flat());
  const items = subjects.map((subject): InsightItem => ({ subject, ...sumOf(own, subject.covers) }));
  const covered = new Set(subjects.flatMap(({ covers }) => [...covers]));
  return { items: items.filter((item) => isShown(item, request)), total: sumOf(own, covered) };
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
): Promise<Counted[]> {
  const select = new InsightsSelect(store.shown, store.catalog, scopeOf(call), request);
  const statement = compileEvents(select, query);
  requireTables(store, statement);
  const rows = (await store.db.read(statement)) as unknown as EventRow[];
  const kinds = new Map([...query.kinds.keys()].map((kind) => [eventKinds[kind].code, kind]));
  const columns = rows[0] ? amountColumns(rows[0]) : [];
  return rows.flatMap((row) => {
    const kind = kinds.get(row.code);
    return kind === undefined || row.id === null
      ? []
      : [{ id: row.id, kind, row, amounts: columns.map((name) => row[name] ?? null) }];
  });
}

/** @returns what each user or unit did itself */
function ownTallies(counted: readonly Counted[]): ReadonlyMap<string, PeriodTallies> {
  const own = new Map<string, PeriodTallies>();
  for (const { id, kind, row, amounts } of counted) {
    const tallies = own.get(id) ?? { now: new Tallies(), before: new Tallies() };
    own.set(id, tallies);
    tallies[row.is_now ? 'now' : 'before'].add(kind, row.count, Number(row.seconds ?? 0), amounts);
  }
  return own;
}

/** @returns the columns of a row that hold parts of amounts */
function amountColumns(row: EventRow): readonly `a${number}`[] {
  return Object.keys(row).filter((name): name is `a${number}` => /^a\d+$/.test(name));
}

function sumOf(own: ReadonlyMap<string, PeriodTallies>, ids: ReadonlySet<string>): PeriodTallies {
  const sum = { now: new Tallies(), before: new Tallies() };
  for (const id of ids) {
    const tallies = own.get(id);
    if (!tallies) continue;
    sum.now.addAll(tallies.now);
    sum.before.addAll(tallies.before);
  }
  return sum;
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
