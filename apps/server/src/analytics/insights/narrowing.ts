/**
 * The records that count for key figures: the filter of a request, and the saved one that it names, as one condition.
 */
import type { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { filterableTypes } from '../../sql/analytics/event-kind.js';
import type { Narrowing } from '../../sql/analytics/insights-select.js';
import { joinFilters } from '../filters/read-filter.js';
import { readSelection } from '../filters/read-profile.js';
import type { InsightsRequest } from './insights-request.js';

/**
 * @returns null when all records count
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid filter, or one of records that no key figure is about
 */
export async function narrowingOf(
  store: RecordStore,
  call: Call,
  { filter: tab, profileId, period, now, at }: InsightsRequest,
): Promise<Narrowing | null> {
  const path = `${at}.profileId`;
  const saved = await readSelection(store, call, profileId, path);
  // The main box says whose records are meant; without one the saved filter does.
  const entityType = tab?.mainBox.entity ?? saved?.entityType.name;
  if (entityType === undefined) return null;
  if (!filterableTypes.includes(entityType)) throw notFilterable(entityType, tab ? `${tab.mainBox.at}.entity` : path);
  const { timeZone } = period;
  const filter = joinFilters(store.catalog, { entityType, tab, profileId, now, timeZone, at }, saved);
  if (filter === null) return null;
  return { entityType, predicate: planFilter(store.catalog, store.catalog.existing(entityType), filter) };
}

function notFilterable(entityType: string, at: string): ApiError {
  const problem = `no key figure is about ${entityType} records. Choose among ${filterableTypes.join(', ')}`;
  return parameterError(at, problem, suggestion(entityType, filterableTypes));
}
