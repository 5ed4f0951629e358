/**
 * Evaluates a pivot table: one statement.
 */
import { setImmediate } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import type { Database } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Call } from '../../records/call.js';
import { type RecordStore, scopeOf } from '../../records/record-store.js';
import { compilePivot, type Offset, type PivotRow } from '../../sql/analytics/compile-pivot.js';
import { entityOf } from './entity-of.js';
import { foldPivot, type PivotTable } from './fold-pivot.js';
import { groupKey } from './group-value.js';
import { itemFilter, type ReportScope } from './item-filter.js';
import { boundOf } from './pivot-bounds.js';
import { type PivotPlan, type PlannedGroup, planPivot } from './plan-pivot.js';
import type { PivotItem } from './report-item.js';

/** Ends with the last table that a database was asked for; a database belongs to one operation. */
const lastTables = new WeakMap<Database, Promise<unknown>>();

/**
 * The tables of one operation are made one after the other, so that it holds the rows of one statement at a time.
 * @throws ApiError `ERROR_PARAMETER_INVALID` for whatever is wrong in the table, and where its groups are too many; `ERROR_UNAVAILABLE`
 *   when the time of the operation is up
 */
export function readPivot(store: RecordStore, call: Call, item: PivotItem, scope: ReportScope): Promise<PivotTable> {
  const read = () => readNow(store, call, item, scope);
  const table = (lastTables.get(store.db) ?? Promise.resolve()).then(read, read);
  lastTables.set(store.db, table);
  return table;
}

async function readNow(store: RecordStore, call: Call, item: PivotItem, scope: ReportScope): Promise<PivotTable> {
  const { catalog, db } = store;
  const entityType = entityOf(catalog, item);
  const plan = planPivot(catalog, entityType, item);
  const filter = itemFilter(catalog, entityType, item, scope);
  const where = filter && planFilter(catalog, entityType, filter);
  const offsets = zoneOffsets(scope.timeZone);
  const { combinations: most, levels, isLowered } = boundOf(plan, item.view);
  const rows = await db.read(compilePivot(store.shown, catalog, scopeOf(call), { plan, most, where, offsets }));
  if (rows.length > most) throw tooMany(item, plan, { most, levels, isLowered, rows: rows as PivotRow[] });
  return foldPivot(plan, item.view, rows as PivotRow[], async () => {
    await setImmediate();
    db.checkTime?.();
  });
}

interface Passed {
  readonly most: number;
  readonly levels: number;
  readonly isLowered: boolean;
  /** What the statement has found, one more than allowed. */
  readonly rows: readonly PivotRow[];
}

function tooMany({ at }: PivotItem, plan: PivotPlan, { most, levels, isLowered, rows }: Passed): ApiError {
  const problem = `there are more than ${most} combinations of groups`;
  const reason = `, the most for ${plan.measures.length} measures with ${levels} levels of totals`;
  const [bound, remedy] = isLowered ? [reason, 'groups, measures or totals'] : ['', 'groups'];
  const advice = `Use fewer ${remedy}, or a filter. ${widestGroup(plan, rows)}`;
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}${bound}. ${advice}`, { at });
}

/** Changes of clocks outside these years are left out; the offset before or after them counts there. */
const years = { first: '1970-01-01T00:00:00Z', last: '2060-01-01T00:00:00Z' } as const;

/** @returns in the order of time; at least one */
function zoneOffsets(timeZone: string): readonly Offset[] {
  const last = Temporal.Instant.from(years.last);
  let moment = Temporal.Instant.from(years.first).toZonedDateTimeISO(timeZone);
  const offsets: Offset[] = [{ from: null, seconds: secondsOf(moment) }];
  for (;;) {
    const next = moment.getTimeZoneTransition('next');
    if (next === null || Temporal.Instant.compare(next.toInstant(), last) >= 0) return offsets;
    const from = next.toInstant().toString({ fractionalSecondDigits: 6 }).slice(0, -1);
    if (secondsOf(next) !== offsets.at(-1)?.seconds) offsets.push({ from, seconds: secondsOf(next) });
    moment = next;
  }
}

function secondsOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return Math.round(offsetNanoseconds / 1e9);
}

// Names the group of a pivot table that makes most of its combinations. Pure.

/**
 * @param plan of a table that has groups
 * @param found rows of its statement
 * @returns a sentence on the group with the most values: what is to be left out first
 */
export function widestGroup(
  { rows: across, columns: down }: Pick<PivotPlan, 'rows' | 'columns'>,
  found: readonly PivotRow[],
): string {
  const groups = [
    ...across.map((planned, index) => ({ planned, path: `rows[${index}]` })),
    ...down.map((planned, index) => ({ planned, path: `columns[${index}]` })),
  ].map((group, index) => ({ ...group, count: valuesOf(group.planned, found, index) }));
  const widest = groups.reduce((most, group) => (group.count > most.count ? group : most));
  const { group, period } = widest.planned;
  const longer = period === null ? '' : `, by ${period}: a longer period has fewer`;
  return `The most values, ${widest.count} and more, has ${widest.path} "${group.field}"${longer}.`;
}

function valuesOf(group: PlannedGroup, found: readonly PivotRow[], index: number): number {
  return new Set(found.map((row) => groupKey(group, row, index))).size;
}
