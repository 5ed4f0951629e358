/**
 * Whether a report can be evaluated: every name in it is known, every filter fits. Pure; what a database alone can tell, such as too many
 * groups, is found out later.
 */
import type { Catalog } from '@headwater/catalog';
import { eachOf, everyOf } from '../../errors/collect-errors.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import { planPage } from '../../plan/list/plan-page.js';
import type { Filter } from '../../request/filter.js';
import type { SavedProfiles } from '../filters/read-profile.js';
import { entityOf } from './entity-of.js';
import { checkWholeFilters, itemFilter, type ReportScope } from './item-filter.js';
import { planPivot } from './plan-pivot.js';
import type { Report, ReportItem } from './report-item.js';
import { planColumns, sortOf } from './table-columns.js';

/**
 * @param profiles all that the report names, as far as the caller may see them
 * @throws ParameterErrors for all that is wrong
 */
export function checkReport(catalog: Catalog, report: Report, profiles: SavedProfiles, now: string): void {
  const scope = { now, timeZone: 'UTC', profiles, filters: report.filters };
  everyOf({
    filters: () => checkWholeFilters(catalog, report, profiles),
    items: () => eachOf(report.items, (item) => checkItem(catalog, item, scope)),
  });
}

/** @throws ParameterErrors for all that is wrong in an item and in the filters of the report that hold in it */
export function checkItem(catalog: Catalog, item: ReportItem, scope: ReportScope): void {
  const entityType = entityOf(catalog, item);
  const filtered = (): Filter | null => itemFilter(catalog, entityType, item, scope);
  if (item.kind === 'pivot') {
    const { filter } = everyOf({ filter: filtered, plan: () => planPivot(catalog, entityType, item) });
    if (filter) planFilter(catalog, entityType, filter);
    return;
  }
  const page = { sort: sortOf(item), window: { kind: 'cursor' }, includeDeleted: false } as const;
  const { filter } = everyOf({
    filter: filtered,
    columns: () => planColumns(catalog, entityType, item),
    order: () => planPage(catalog, entityType, { ...page, filter: null }),
  });
  if (filter) planFilter(catalog, entityType, filter);
}
