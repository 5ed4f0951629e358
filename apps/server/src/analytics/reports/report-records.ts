/**
 * Pages of records of a report: those behind a cell of a pivot table, and the lines of a report table. One statement each.
 */
import type { EntityType } from '@headwater/catalog';
import { Temporal } from 'temporal-polyfill';
import { ApiError } from '../../errors/api-error.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import { allOf, type Filter } from '../../request/filter.js';
import type { Sort } from '../../request/list-arguments.js';
import { type MemberSelection, valuesOf } from '../../request/selection.js';
import { startOf } from '../filters/zone.js';
import { entityOf } from './entity-of.js';
import { itemFilter, type ReportScope } from './item-filter.js';
import { type PivotPlan, type PlannedGroup, planPivot } from './plan-pivot.js';
import type { GroupPeriod, PivotItem, TableItem } from './report-item.js';
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

// The records behind a cell of a pivot table, as a filter. Pure.

/** Keys of a row and of a column, as the evaluated table gives them: fewer than groups in a total. */
interface CellPath {
  readonly rowKeys: readonly (string | null)[];
  readonly columnKeys: readonly (string | null)[];
  readonly at: string;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for more keys than groups, and for one that is no period */
function cellFilter(plan: PivotPlan, { rowKeys, columnKeys, at }: CellPath, timeZone: string): Filter {
  return {
    kind: 'and',
    filters: [
      ...axisFilters(plan.rows, rowKeys, timeZone, `${at}.rowKeys`),
      ...axisFilters(plan.columns, columnKeys, timeZone, `${at}.columnKeys`),
    ],
  };
}

function axisFilters(
  groups: readonly PlannedGroup[],
  keys: readonly (string | null)[],
  timeZone: string,
  at: string,
): Filter[] {
  if (keys.length > groups.length) throw parameterError(at, `at most ${groups.length} keys, one for each group`);
  return groups.slice(0, keys.length).flatMap((group, index): Filter[] => {
    const key = keys[index] ?? null;
    const keyAt = `${at}[${index}]`;
    const { path } = group;
    const condition = (operator: 'eq' | 'gte' | 'lt' | 'not-null', ...operands: string[]): Filter => {
      return { kind: 'condition', path, operator, operands, at: keyAt };
    };
    // Where a relation leads to no record, there is no value either.
    if (key === null) return [{ kind: 'not', filter: condition('not-null') }];
    if (group.period === null) return [condition('eq', key)];
    const [first, after] = boundsOf(group.period, key, keyAt);
    const moment = (day: Temporal.PlainDate) => (group.type === 'date' ? day.toString() : startOf(day, timeZone));
    return [condition('gte', moment(first)), condition('lt', moment(after))];
  });
}

const lengths: Readonly<Record<GroupPeriod, Temporal.DurationLike>> = {
  Day: { days: 1 },
  Week: { weeks: 1 },
  Month: { months: 1 },
  Quarter: { months: 3 },
  Year: { years: 1 },
};

/** @returns the first day and the one after the last */
function boundsOf(period: GroupPeriod, key: string, at: string): [Temporal.PlainDate, Temporal.PlainDate] {
  const first = parseDay(key);
  if (!first || !isFirst(period, first)) throw parameterError(at, 'must be the first day of a period, YYYY-MM-DD');
  return [first, first.add(lengths[period])];
}

function parseDay(text: string): Temporal.PlainDate | null {
  try {
    const day = Temporal.PlainDate.from(text);
    return day.toString() === text ? day : null;
  } catch {
    return null;
  }
}

function isFirst(period: GroupPeriod, { day, month, dayOfWeek }: Temporal.PlainDate): boolean {
  switch (period) {
    case 'Day':
      return true;
    case 'Week':
      return dayOfWeek === 1;
    case 'Month':
      return day === 1;
    case 'Quarter':
      return day === 1 && month % 3 === 1;
    case 'Year':
      return day === 1 && month === 1;
  }
}
