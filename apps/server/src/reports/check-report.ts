/**
 * Whether a report can be evaluated: every name in it is known, every filter fits. Pure; what a database alone can tell, such as too many
 * groups, is found out later.
 */
import type { Catalog } from '@headwater/catalog';
import type { SavedProfiles } from '../filters/read-profile.js';
import { planFilter } from '../plan/plan-filter.js';
import { planPage } from '../plan/plan-page.js';
import { entityOf } from './entity-of.js';
import { checkWholeFilters, itemFilter, type ReportScope } from './item-filter.js';
import { planPivot } from './plan-pivot.js';
import type { Report, ReportItem } from './report-item.js';
import { planColumns, sortOf } from './table-columns.js';

/**
 * @param profiles all that the report names, as far as the caller may see them
 * @throws ApiError `ERROR_PARAMETER_INVALID` for the first thing that is wrong
 */
export function checkReport(catalog: Catalog, report: Report, profiles: SavedProfiles, now: string): void {
  checkWholeFilters(catalog, report, profiles);
  const scope = { now, timeZone: 'UTC', profiles, filters: report.filters };
  for (const item of report.items) checkItem(catalog, item, scope);
}

function checkItem(catalog: Catalog, item: ReportItem, scope: ReportScope): void {
  const entityType = entityOf(catalog, item);
  const filter = itemFilter(catalog, entityType, item, scope);
  if (item.kind === 'pivot') {
    planPivot(catalog, entityType, item);
    if (filter) planFilter(catalog, entityType, filter);
    return;
  }
  planColumns(catalog, entityType, item);
  const window = { kind: 'cursor' } as const;
  planPage(catalog, entityType, { filter, sort: sortOf(item), window, includeDeleted: false });
}
