/**
 * The root fields of reports: what they are asked, and how what was evaluated is shown.
 */
import type { QueryEvaluateReportArgs, QueryPivotRecordsArgs } from '@headwater/graphql-types';
import { ApiError } from '../../errors/api-error.js';
import { checkZone } from '../../filters/zone.js';
import type { Call } from '../../records/call.js';
import { entityOf } from '../../reports/entity-of.js';
import type { ReportMoment } from '../../reports/item-filter.js';
import { planPivot } from '../../reports/plan-pivot.js';
import { readPivot } from '../../reports/read-pivot.js';
import type { PivotItem, ReportItem, TableItem } from '../../reports/report-item.js';
import { type PageWindow, readCell, readTable } from '../../reports/report-records.js';
import type { ServerDeps } from '../../server-deps.js';
import { renderFilterTab } from '../filters/render-filter-tab.js';
import { pageSize } from '../limits.js';
import type { Asked, OwnCall, OwnField } from '../own-field.js';
import { parseStructure } from './parse-structure.js';

export const reportFields: readonly (readonly [name: string, field: OwnField])[] = [
  ['evaluateReport', evaluateReport],
  ['pivotRecords', pivotRecords],
];

function evaluateReport(given: QueryEvaluateReportArgs, { names, catalog, at }: Asked): OwnCall {
  const items = wantedItems(parseStructure(given.structure, `${at}.structure`), given.itemIds, at);
  for (const item of items) if (item.kind === 'pivot') planPivot(catalog, entityOf(catalog, item), item);
  const timeZone = checkZone(given.timeZone ?? 'UTC', `${at}.timeZone`);
  const window = readWindow(given, at);
  const tables = items.filter(({ kind }) => kind === 'table').length;
  if (window.after !== null && tables !== 1) {
    throw refuse(`${at}.after`, 'continues one report table; name it in "itemIds"');
  }
  const asked: Wanted = { window, withTotal: names.has('totalCount'), withResult: names.has('result') };
  return {
    kind: 'own',
    size: { records: Math.max(1, tables * window.first), depth: 0 },
    async run(deps, call) {
      const moment = { now: deps.clock(), timeZone };
      return { items: await Promise.all(items.map((item) => showItem(deps, call, item, moment, asked))) };
    },
  };
}

function pivotRecords(given: QueryPivotRecordsArgs, { names, at }: Asked): OwnCall {
  const items = parseStructure(given.structure, `${at}.structure`);
  const item = items.find(({ id }) => id === given.itemId);
  if (item?.kind !== 'pivot') throw refuse(`${at}.itemId`, 'there is no pivot table with this id');
  const timeZone = checkZone(given.timeZone ?? 'UTC', `${at}.timeZone`);
  const window = readWindow(given, at);
  const place = { rowKeys: keysOf(given.rowKeys), columnKeys: keysOf(given.columnKeys), at };
  return {
    kind: 'own',
    size: { records: window.first, depth: 0 },
    run: (deps, call) => {
      const moment = { now: deps.clock(), timeZone };
      return readCell(deps, call, item, { place, window, withTotal: names.has('totalCount'), moment });
    },
  };
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
  if (unknown !== undefined) throw refuse(`${at}.itemIds`, `there is no item ${JSON.stringify(unknown)}`);
  return items.filter(({ id }) => ids.includes(id));
}

function readWindow(
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
  at: string,
): PageWindow {
  const size = first ?? pageSize.default;
  if (size < 1 || size > pageSize.max) throw refuse(`${at}.first`, `must be from 1 to ${pageSize.max}`);
  return { first: size, after: after ?? null };
}

interface Wanted {
  readonly window: PageWindow;
  readonly withTotal: boolean;
  readonly withResult: boolean;
}

async function showItem(deps: ServerDeps, call: Call, item: ReportItem, moment: ReportMoment, wanted: Wanted) {
  const { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes } = item;
  const subtypes = entitySubtypes?.map((one) => ({ entityType: one.entityType, id: one.typeId })) ?? null;
  const common = { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes: subtypes };
  return item.kind === 'pivot'
    ? { ...common, ...showPivot(item), result: wanted.withResult ? await pivotResult(deps, call, item, moment) : null }
    : {
        ...common,
        ...showTable(item),
        result: wanted.withResult ? await tableResult(deps, call, item, moment, wanted) : null,
      };
}

function showPivot({ calculationFieldId, filter, profileId, view }: PivotItem) {
  const groups = (list: PivotItem['view']['rows']) =>
    list.map(({ descending, ...group }) => ({ ...group, direction: descending ? 'DESC' : 'ASC' }));
  return {
    __typename: 'PivotTable',
    calculationFieldId,
    tabs: {
      __typename: 'PivotReportTabs',
      filter: filter && renderFilterTab(filter),
      profileId,
      view: { ...view, rows: groups(view.rows), columns: groups(view.columns) },
    },
  };
}

function showTable({ filter, profileId, columns, orderBy }: TableItem) {
  return {
    __typename: 'ReportTable',
    filter: filter && renderFilterTab(filter),
    profileId,
    columns: columns.map(({ field }) => field),
    orderBy: orderBy.map(({ field, descending }) => ({ field, direction: descending ? 'DESC' : 'ASC' })),
  };
}

async function pivotResult(deps: ServerDeps, call: Call, item: PivotItem, moment: ReportMoment) {
  const { rows, columns, cells, isTruncated } = await readPivot(deps, call, item, moment);
  return {
    rows,
    columns,
    cells: cells.map(({ row, column, values }) => ({ row, column, values: values.map(({ value }) => value) })),
    isTruncated,
  };
}

async function tableResult(
  deps: ServerDeps,
  call: Call,
  item: TableItem,
  moment: ReportMoment,
  { window, withTotal }: Wanted,
) {
  const { items, ...page } = await readTable(deps, call, item, { window, withTotal, moment });
  return { ...page, lines: items };
}

function refuse(at: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}
