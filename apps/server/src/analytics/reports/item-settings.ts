/**
 * Items of a report as the settings of records store them, in snake case, read and written. Programs that speak REST write them
 * too, so what is read is checked as whatever comes from outside; members that are not known here are passed over. Pure.
 */

import { everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { FilterTab } from '../filters/filter-tab.js';
import { parseTabSettings, renderTabSettings } from '../filters/tab-settings.js';
import {
  idOrNull,
  integerAt,
  objectAt,
  oneOf,
  parseList,
  type Settings,
  textAt,
  textOrNull,
} from '../saved/settings-values.js';
import {
  type EntitySubtype,
  groupPeriods,
  type PivotGroup,
  type PivotItem,
  type PivotMeasure,
  type PivotView,
  pivotFunctions,
  type ReportItem,
  type TableItem,
  type TableOrder,
} from './report-item.js';

/** How a kind of item calls itself, as in the interface. */
const typeNames = { pivot: 'PivotTable', table: 'ReportTable' } as const;

/**
 * @param at where it is, for messages
 * @throws ParameterErrors for all that keeps it from being an item
 */
export function parseItemSettings(given: unknown, at: string): ReportItem {
  const item = objectAt(given, at);
  const kind = kindOf(item, at);
  const entityApiName = () => textOrNull(item.entity_api_name, `${at}.entity_api_name`);
  const entityType = () => textAt(item.entity_type, `${at}.entity_type`);
  const about = typeof item.entity_api_name === 'string' ? item.entity_api_name : String(item.entity_type);
  const common = {
    id: () => textAt(item.id, `${at}.id`),
    parentId: () => textOrNull(item.parent_id, `${at}.parent_id`),
    sortOrder: () => integerOr(0, item.sort_order, `${at}.sort_order`),
    entityType,
    entityApiName,
    entitySubtypes: () => parseSubtypes(item.entity_subtypes, `${at}.entity_subtypes`),
    at: () => at,
  };
  return kind === 'table'
    ? everyOf<TableItem>({ kind: () => kind, ...common, ...tableReaders(item, about, at) })
    : everyOf<PivotItem>({ kind: () => kind, ...common, ...pivotReaders(item, about, at) });
}

/** Programs that don't name it show by the members which it is. */
function kindOf(item: Settings, at: string): ReportItem['kind'] {
  const { __typename: name } = item;
  if (name === undefined || name === null) {
    if (item.tabs === undefined && item.columns === undefined) {
      throw parameterError(at, 'has neither "tabs", as a pivot table has, nor "columns", as a report table has');
    }
    return item.tabs === undefined ? 'table' : 'pivot';
  }
  const known = oneOf(Object.values(typeNames), name, `${at}.__typename`);
  return known === typeNames.pivot ? 'pivot' : 'table';
}

function pivotReaders(item: Settings, entity: string, at: string) {
  const place = `${at}.tabs`;
  const tabs = objectAt(item.tabs, place);
  return {
    calculationFieldId: () => textOrNull(item.calculation_field_id, `${at}.calculation_field_id`),
    ...filterReaders(tabs, entity, place),
    view: () => parseView(objectAt(tabs.view, `${place}.view`), `${place}.view`),
  };
}

function tableReaders(item: Settings, entity: string, at: string) {
  return {
    ...filterReaders(item, entity, at),
    columns: () =>
      parseList(item.columns, `${at}.columns`, (field, place) => ({ field: textAt(field, place), at: place })),
    orderBy: () => parseList(item.order_by, `${at}.order_by`, parseOrder),
  };
}

function filterReaders({ filter, profile_id }: Settings, entity: string, at: string) {
  return {
    filter: () => parseFilterSettings(filter, entity, `${at}.filter`),
    profileId: () => idOrNull(profile_id, `${at}.profile_id`),
  };
}

/** @returns null when there is none */
export function parseFilterSettings(filter: unknown, entity: string, at: string): FilterTab | null {
  return filter === undefined || filter === null ? null : parseTabSettings(filter, entity, at);
}

function parseSubtypes(given: unknown, at: string): readonly EntitySubtype[] | null {
  if (given === undefined || given === null) return null;
  return parseList(given, at, (one, place) => {
    const { entity_type, id } = objectAt(one, place);
    return everyOf<EntitySubtype>({
      entityType: () => textAt(entity_type, `${place}.entity_type`),
      typeId: () => idOrNull(id, `${place}.id`),
      at: () => place,
    });
  });
}

function parseView(view: Settings, at: string): PivotView {
  return everyOf<PivotView>({
    rows: () => parseList(view.rows, `${at}.rows`, parseGroup),
    columns: () => parseList(view.columns, `${at}.columns`, parseGroup),
    measures: () => parseList(view.measures, `${at}.measures`, parseMeasure),
    subTotals: () => view.sub_totals !== false,
    grandTotals: () => view.grand_totals !== false,
  });
}

function parseGroup(given: unknown, at: string): PivotGroup {
  const { field, period, sort_measure, direction, limit } = objectAt(given, at);
  return everyOf<PivotGroup>({
    field: () => textAt(field, `${at}.field`),
    period: () => (period === undefined || period === null ? null : oneOf(groupPeriods, period, `${at}.period`)),
    sortMeasure: () => integerOr(null, sort_measure, `${at}.sort_measure`),
    descending: () => parseDirection(direction, `${at}.direction`),
    limit: () => integerOr(null, limit, `${at}.limit`),
    at: () => at,
  });
}

function parseMeasure(given: unknown, at: string): PivotMeasure {
  const measure = objectAt(given, at);
  return everyOf<PivotMeasure>({
    function: () => oneOf(pivotFunctions, measure.function, `${at}.function`),
    field: () => textOrNull(measure.field, `${at}.field`),
    at: () => at,
  });
}

function parseOrder(given: unknown, at: string): TableOrder {
  const { field, direction } = objectAt(given, at);
  return everyOf<TableOrder>({
    field: () => textAt(field, `${at}.field`),
    descending: () => parseDirection(direction, `${at}.direction`),
    at: () => at,
  });
}

function parseDirection(given: unknown, at: string): boolean {
  return oneOf(['ASC', 'DESC'] as const, given ?? 'ASC', at) === 'DESC';
}

function integerOr<Absent>(absent: Absent, value: unknown, at: string): number | Absent {
  return value === undefined || value === null ? absent : integerAt(value, at);
}

/** @returns the item as settings store it */
export function renderItemSettings(item: ReportItem): Settings {
  const { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes } = item;
  return {
    __typename: typeNames[item.kind],
    id,
    parent_id: parentId,
    sort_order: sortOrder,
    entity_type: entityType,
    entity_api_name: entityApiName,
    entity_subtypes: entitySubtypes?.map((one) => ({ entity_type: one.entityType, id: one.typeId })) ?? null,
    ...(item.kind === 'pivot' ? renderPivot(item) : renderTable(item)),
  };
}

function renderPivot({ calculationFieldId, filter, profileId, view }: PivotItem): Settings {
  const { rows, columns, measures, subTotals, grandTotals } = view;
  return {
    calculation_field_id: calculationFieldId,
    tabs: {
      ...renderFilters(filter, profileId),
      view: {
        rows: rows.map(renderGroup),
        columns: columns.map(renderGroup),
        measures: measures.map(({ function: name, field }) => ({ function: name, field })),
        sub_totals: subTotals,
        grand_totals: grandTotals,
      },
    },
  };
}

function renderTable({ filter, profileId, columns, orderBy }: TableItem): Settings {
  return {
    ...renderFilters(filter, profileId),
    columns: columns.map(({ field }) => field),
    order_by: orderBy.map(({ field, descending }) => ({ field, direction: directionOf(descending) })),
  };
}

function renderFilters(filter: FilterTab | null, profileId: string | null): Settings {
  return { filter: filter && renderTabSettings(filter), profile_id: profileId };
}

function renderGroup({ field, period, sortMeasure, descending, limit }: PivotGroup): Settings {
  return { field, period, sort_measure: sortMeasure, direction: directionOf(descending), limit };
}

function directionOf(descending: boolean): 'ASC' | 'DESC' {
  return descending ? 'DESC' : 'ASC';
}
