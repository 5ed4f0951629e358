/**
 * Pages of records of a report: those behind a cell of a pivot table, and the lines of a report table. One statement each.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import { allOf, type Filter } from '../../request/filter.js';
import type { Sort } from '../../request/list-arguments.js';
import { type MemberSelection, valuesOf } from '../../request/selection.js';
import { type CellPath, cellFilter } from './cell-filter.js';
import { entityOf } from './entity-of.js';
import { itemFilter, type ReportScope } from './item-filter.js';
import { planPivot } from './plan-pivot.js';
import type { PivotItem, TableItem } from './report-item.js';
import { planColumns, type ReadColumn, sortOf } from './table-columns.js';

export interface PageWindow {
  readonly first: number;
  readonly after: string | null;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
  /** Undefined unless it is asked for. */
  readonly totalCount: number | undefined;
}

interface RecordName {
  readonly id: string;
  readonly name: string | null;
}

interface TableLine {
  readonly id: string;
  /** In the order of the columns. */
  readonly values: readonly unknown[];
}

interface PageRequest {
  readonly window: PageWindow;
  readonly withTotal: boolean;
  readonly scope: ReportScope;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for whatever is wrong in the table or the cell */
export async function readCell(
  store: RecordStore,
  call: Call,
  item: PivotItem,
  { place, ...page }: PageRequest & { readonly place: CellPath },
): Promise<Page<RecordName>> {
  const entityType = entityOf(store.catalog, item);
  const plan = planPivot(store.catalog, entityType, item);
  const inCell = cellFilter(plan, place, page.scope.timeZone);
  const filter = allOf([itemFilter(store.catalog, entityType, item, page.scope), inCell]);
  const members = ['id', ...(entityType.label === 'id' ? [] : [entityType.label])];
  const selection = valuesOf(members);
  return readPage(store, call, { entityType, filter, sort: [], selection, ...page }, (record) => ({
    id: String(record.id),
    name: record[entityType.label] == null ? null : String(record[entityType.label]),
  }));
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for whatever is wrong in the table */
export async function readTable(
  store: RecordStore,
  call: Call,
  item: TableItem,
  page: PageRequest,
): Promise<Page<TableLine>> {
  const entityType = entityOf(store.catalog, item);
  const { selection, columns } = planColumns(store.catalog, entityType, item);
  const filter = itemFilter(store.catalog, entityType, item, page.scope);
  return readPage(store, call, { entityType, filter, sort: sortOf(item), selection, ...page }, (record) => ({
    id: String(record.id),
    values: columns.map((read: ReadColumn) => read(record)),
  }));
}

interface Listed extends PageRequest {
  readonly entityType: EntityType;
  readonly filter: Filter | null;
  readonly sort: readonly Sort[];
  readonly selection: MemberSelection;
}

async function readPage<Item>(
  store: RecordStore,
  call: Call,
  { entityType, filter, sort, selection, window, withTotal }: Listed,
  show: (record: Readonly<Record<string, unknown>>) => Item,
): Promise<Page<Item>> {
  if (!entityType.operations.includes('list') && !entityType.union) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `records of ${entityType.name} are not listed.`, {});
  }
  const { first, after } = window;
  const page = await listRecords(store, call, {
    entityType: entityType.name,
    filter,
    sort,
    window: { kind: 'cursor', first, ...(after === null ? {} : { after }) },
    includeDeleted: false,
    selection,
    withTotal,
  });
  return {
    items: page.texts.map((text) => show(JSON.parse(text) as Readonly<Record<string, unknown>>)),
    hasNextPage: page.hasNextPage,
    endCursor: page.endCursor,
    totalCount: page.total,
  };
}
