/**
 * The root fields that evaluate reports: their arguments, and how what was evaluated is shown.
 */
import type { QueryEvaluateReportArgs, QueryPivotRecordsArgs } from '@headwater/graphql-types';
import { checkZone } from '../../../analytics/filters/zone.js';
import { checkItem, maxItems } from '../../../analytics/reports/check-report.js';
import type { ReportScope } from '../../../analytics/reports/item-filter.js';
import { openReport, type ReportSource } from '../../../analytics/reports/open-report.js';
import { readPivot } from '../../../analytics/reports/read-pivot.js';
import type { PivotItem, ReportItem, TableItem, WholeFilter } from '../../../analytics/reports/report-item.js';
import { type PageWindow, readCell, readTable } from '../../../analytics/reports/report-records.js';
import { eachOf } from '../../../errors/collect-errors.js';
import { parameterError } from '../../../errors/parameter-error.js';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { pageSize } from '../limits.js';
import type { SelectionSize } from '../parse/selection-size.js';
import type { FieldContext, SpecialCall, SpecialQueries } from '../special-field.js';
import { parseFilterTab } from './filter-tab.js';
import { judgeGiven, parseStructure, showItem } from './report-items.js';

export const reportFields: SpecialQueries<'evaluateReport' | 'pivotRecords'> = { evaluateReport, pivotRecords };

function evaluateReport(given: QueryEvaluateReportArgs, { names, at, ...context }: FieldContext) {
  const source = readSource(given, context, { at, isWanted: (id) => given.itemIds?.includes(id) ?? true });
  const items = source.kind === 'saved' ? null : wantedItems(source.items, given.itemIds, at);
  const window = readWindow(given, at);
  if (items) checkWindow(window, items, at);
  const request = requestOf(source, given, at);
  const wanted: Wanted = { window, withTotal: names.has('totalCount'), withResult: names.has('result') };
  return {
    kind: 'special',
    size: sizeOf(items, given.itemIds?.length ?? maxItems, wanted),
    async run(deps, call) {
      const report = await openReport(deps, call, { ...request, now: deps.clock() });
      const shown = wantedItems(report.items, given.itemIds, at);
      checkWindow(window, shown, at);
      eachOf(shown, (item) => checkItem(deps.catalog, item, report.scope));
      return { items: await Promise.all(shown.map((item) => evaluate(deps, call, item, report.scope, wanted))) };
    },
  } satisfies SpecialCall;
}

function pivotRecords(given: QueryPivotRecordsArgs, { names, at, ...context }: FieldContext) {
  const source = readSource(given, context, { at, isWanted: (id) => id === given.itemId });
  if (source.kind === 'given') pivotOf(source.items, given.itemId, at);
  const request = requestOf(source, given, at);
  const window = readWindow(given, at);
  const place = { rowKeys: keysOf(given.rowKeys), columnKeys: keysOf(given.columnKeys), at };
  return {
    kind: 'special',
    size: { records: window.first, depth: 0 },
    async run(deps, call) {
      const { items, scope } = await openReport(deps, call, { ...request, now: deps.clock() });
      const item = pivotOf(items, given.itemId, at);
      return readCell(deps, call, item, { place, window, withTotal: names.has('totalCount'), scope });
    },
  } satisfies SpecialCall;
}

/** What the work and the answer of a pivot table are set equal to: some hundred of them are too many for one operation. */
const recordsOfPivot = 250;

/** @param count of the items of a saved report, which are not known yet: the most that there may be */
function sizeOf(items: readonly ReportItem[] | null, count: number, { window, withResult }: Wanted): SelectionSize {
  if (!withResult) return { records: 1, depth: 0 };
  const costs = `A pivot table counts as ${recordsOfPivot} records, a report table as "first"`;
  if (!items) {
    const remedy = `${costs}, a saved report as ${maxItems} pivot tables. Name fewer items in "itemIds", or send several operations.`;
    return { records: Math.max(1, count * Math.max(window.first, recordsOfPivot)), depth: 0, remedy };
  }
  const sizes = items.map(({ kind }) => (kind === 'table' ? window.first : recordsOfPivot));
  const remedy = `${costs}. Give or name fewer items, lower "first" of report tables, or send several operations.`;
  return { records: sizes.reduce((sum, size) => sum + size, 1), depth: 0, remedy };
}

type GivenReport = Pick<QueryEvaluateReportArgs, 'structure' | 'reportId' | 'filter' | 'profileId' | 'timeZone'>;

interface Read {
  readonly at: string;
  /** Whether the item with this id is evaluated; others are not judged. */
  isWanted(id: string): boolean;
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` unless a report is given in exactly one way; ParameterErrors for all that is wrong in its
 *   items but for saved filters, which the database alone knows
 */
function readSource(
  { structure, reportId }: GivenReport,
  context: Pick<FieldContext, 'catalog' | 'reading'>,
  { at, isWanted }: Read,
): ReportSource {
  if (structure != null && reportId == null) {
    const judge = (item: ReportItem) => {
      if (isWanted(item.id)) judgeGiven(context, item);
    };
    return { kind: 'given', items: parseStructure(structure, `${at}.structure`, judge) };
  }
  if (structure == null && reportId != null) return { kind: 'saved', id: reportId, at: `${at}.reportId` };
  throw parameterError(at, 'give either "structure" or "reportId"');
}

function requestOf(source: ReportSource, { filter, profileId, timeZone }: GivenReport, at: string) {
  const tab = parseFilterTab(filter, `${at}.filter`);
  const filters: WholeFilter[] = [
    ...(tab ? [{ kind: 'tab', tab } as const] : []),
    ...(profileId == null ? [] : [{ kind: 'profile', id: profileId, at: `${at}.profileId` } as const]),
  ];
  return { source, filters, timeZone: checkZone(timeZone ?? 'UTC', `${at}.timeZone`) };
}

function pivotOf(items: readonly ReportItem[], id: string, at: string): PivotItem {
  const item = items.find((one) => one.id === id);
  if (item?.kind !== 'pivot') throw parameterError(`${at}.itemId`, 'there is no pivot table with this id');
  return item;
}

function checkWindow({ after }: PageWindow, items: readonly ReportItem[], at: string): void {
  if (after !== null && items.filter(({ kind }) => kind === 'table').length !== 1) {
    throw parameterError(`${at}.after`, 'continues one report table; name it in "itemIds"');
  }
}

function keysOf(given: readonly (string | null | undefined)[] | null | undefined): (string | null)[] {
  return (given ?? []).map((key) => key ?? null);
}

function wantedItems(
  items: readonly ReportItem[],
  ids: readonly string[] | null | undefined,
  at: string,
): readonly ReportItem[] {
  if (ids == null) return items;
  const unknown = ids.find((id) => !items.some((item) => item.id === id));
  if (unknown !== undefined) throw parameterError(`${at}.itemIds`, `there is no item ${JSON.stringify(unknown)}`);
  return items.filter(({ id }) => ids.includes(id));
}

function readWindow(
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
  at: string,
): PageWindow {
  const size = first ?? pageSize.default;
  if (size < 1 || size > pageSize.max) throw parameterError(`${at}.first`, `must be from 1 to ${pageSize.max}`);
  return { first: size, after: after ?? null };
}

interface Wanted {
  readonly window: PageWindow;
  readonly withTotal: boolean;
  readonly withResult: boolean;
}

async function evaluate(deps: ServerDeps, call: Call, item: ReportItem, scope: ReportScope, wanted: Wanted) {
  if (!wanted.withResult) return showItem(item);
  return item.kind === 'pivot'
    ? { ...showItem(item), result: await readPivot(deps, call, item, scope) }
    : { ...showItem(item), result: await tableResult(deps, call, item, scope, wanted) };
}

async function tableResult(
  deps: ServerDeps,
  call: Call,
  item: TableItem,
  scope: ReportScope,
  { window, withTotal }: Wanted,
) {
  const { items, ...page } = await readTable(deps, call, item, { window, withTotal, scope });
  return { ...page, lines: items };
}
