/**
 * The items of a report as the arguments of GraphQL give them, and as answers show them. Whether their names fit is
 * found out when they are evaluated.
 */
import type { EntitySubtypeInput, PivotGroupInput, ReportItemInput } from '@headwater/graphql-types';
import { checkItem, checkStructure, maxItems } from '../../../analytics/reports/check-report.js';
import type {
  EntitySubtype,
  PivotGroup,
  PivotItem,
  ReportItem,
  TableItem,
} from '../../../analytics/reports/report-item.js';
import { eachOf, everyOf } from '../../../errors/collect-errors.js';
import { parameterError } from '../../../errors/parameter-error.js';
import type { FieldContext } from '../special-field.js';
import { parseFilterTab, renderFilterTab } from './filter-tab.js';

/**
 * @param at path of the structure, for messages
 * @param judge rejects items whose names don't fit
 * @returns the items, each behind its parent
 * @throws ParameterErrors for all that is wrong: a structure that is no tree, items that are neither or both tables, what `judge` rejects
 */
export function parseStructure(
  given: readonly ReportItemInput[],
  at: string,
  judge: (item: ReportItem) => void,
): ReportItem[] {
  const places = given.map((item, index) => {
    const { id, parentId, sortOrder } = item;
    return { id, parentId: parentId ?? null, sortOrder: sortOrder ?? 0, item, at: `${at}[${index}]` };
  });
  const { tree, items } = everyOf({
    tree: () => checkStructure(places, at),
    items: () => new Map(eachOf(places.slice(0, maxItems), (place) => [place.id, judged(parseItem(place), judge)])),
  });
  return tree.flatMap(({ id }) => items.get(id) ?? []);
}

function judged(item: ReportItem, judge: (item: ReportItem) => void): ReportItem {
  judge(item);
  return item;
}

interface GivenItem extends Pick<ReportItem, 'id' | 'parentId' | 'sortOrder' | 'at'> {
  readonly item: ReportItemInput;
}

function parseItem({ item: { pivotTable, reportTable }, at, ...place }: GivenItem): ReportItem {
  if (pivotTable != null && reportTable == null) {
    const inside = `${at}.pivotTable`;
    const { rows, columns, measures, subTotals, grandTotals } = pivotTable;
    return {
      kind: 'pivot',
      ...place,
      ...parseSource(pivotTable, inside),
      calculationFieldId: pivotTable.calculationFieldId ?? null,
      view: {
        rows: (rows ?? []).map((group, index) => parseGroup(group, `${inside}.rows[${index}]`)),
        columns: (columns ?? []).map((group, index) => parseGroup(group, `${inside}.columns[${index}]`)),
        measures: measures.map((measure, index) => {
          return { function: measure.function, field: measure.field ?? null, at: `${inside}.measures[${index}]` };
        }),
        subTotals: subTotals ?? true,
        grandTotals: grandTotals ?? true,
      },
      at: inside,
    };
  }
  if (reportTable != null && pivotTable == null) {
    const inside = `${at}.reportTable`;
    return {
      kind: 'table',
      ...place,
      ...parseSource(reportTable, inside),
      columns: reportTable.columns.map((field, index) => ({ field, at: `${inside}.columns[${index}]` })),
      orderBy: (reportTable.orderBy ?? []).map(({ field, direction }, index) => {
        return { field, descending: direction === 'DESC', at: `${inside}.orderBy[${index}]` };
      }),
      at: inside,
    };
  }
  throw parameterError(at, 'give either "pivotTable" or "reportTable"');
}

type GivenSource = Pick<
  NonNullable<ReportItemInput['reportTable']>,
  'entityType' | 'entityApiName' | 'entitySubtypes' | 'filter' | 'profileId'
>;

function parseSource({ entityType, entityApiName, entitySubtypes, filter, profileId }: GivenSource, at: string) {
  return {
    entityType,
    entityApiName: entityApiName ?? null,
    entitySubtypes:
      entitySubtypes?.map((subtype, index) => parseSubtype(subtype, `${at}.entitySubtypes[${index}]`)) ?? null,
    filter: parseFilterTab(filter, `${at}.filter`),
    profileId: profileId ?? null,
  };
}

function parseSubtype({ entityType, id }: EntitySubtypeInput, at: string): EntitySubtype {
  return { entityType, typeId: id ?? null, at };
}

function parseGroup({ field, period, sortMeasure, direction, limit }: PivotGroupInput, at: string): PivotGroup {
  return {
    field,
    period: period ?? null,
    sortMeasure: sortMeasure ?? null,
    descending: direction === 'DESC',
    limit: limit ?? null,
    at,
  };
}

/**
 * The items of a report as GraphQL shows them, without what they come to.
 */
export function showItem(item: ReportItem) {
  const { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes } = item;
  const subtypes = entitySubtypes?.map((one) => ({ entityType: one.entityType, id: one.typeId })) ?? null;
  const common = { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes: subtypes };
  return { ...common, ...(item.kind === 'pivot' ? showPivot(item) : showTable(item)) };
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

// What can be said of an item of a report before anything is read: its names and the filter that came with it.

/** @throws ParameterErrors for all that is wrong; the saved filter that it names is judged when it has been read */
export function judgeGiven({ catalog, reading }: Pick<FieldContext, 'catalog' | 'reading'>, item: ReportItem): void {
  const scope = { now: reading.filters.now, timeZone: 'UTC', profiles: new Map(), filters: [] };
  checkItem(catalog, { ...item, profileId: null }, scope);
}
