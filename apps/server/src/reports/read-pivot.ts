/**
 * Evaluates a pivot table: one statement.
 */
import { ApiError } from '../errors/api-error.js';
import { planFilter } from '../plan/plan-filter.js';
import type { Call } from '../records/call.js';
import { type RecordStore, scopeOf } from '../records/record-store.js';
import { compilePivot, maxGroups, type PivotRow } from './compile-pivot.js';
import { entityOf } from './entity-of.js';
import { foldPivot, type PivotTable } from './fold-pivot.js';
import { itemFilter, type ReportScope } from './item-filter.js';
import { planPivot } from './plan-pivot.js';
import type { PivotItem } from './report-item.js';
import { zoneOffsets } from './zone-offsets.js';

/** @throws ApiError `ERROR_PARAMETER_INVALID` for whatever is wrong in the table, and where its groups are too many */
export async function readPivot(
  store: RecordStore,
  call: Call,
  item: PivotItem,
  scope: ReportScope,
): Promise<PivotTable> {
  const { catalog, db } = store;
  const entityType = entityOf(catalog, item);
  const plan = planPivot(catalog, entityType, item);
  const filter = itemFilter(catalog, entityType, item, scope);
  const where = filter && planFilter(catalog, entityType, filter);
  const offsets = zoneOffsets(scope.timeZone);
  const rows = await db.read(compilePivot(db.dialect, catalog, scopeOf(call), { plan, where, offsets }));
  if (rows.length > maxGroups) {
    const problem = `there are more than ${maxGroups} combinations of groups. Use fewer groups, or a filter`;
    throw new ApiError('ERROR_PARAMETER_INVALID', `${item.at}: ${problem}.`, { at: item.at });
  }
  return foldPivot(plan, item.view, rows as PivotRow[]);
}
