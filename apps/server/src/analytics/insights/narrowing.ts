/**
 * The records that count for key figures: the filter of a request, and the saved one that it names, as one condition.
 */
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { planFilter } from '../../plan/plan-filter.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { filterOf } from '../filters/read-filter.js';
import { readProfile } from '../filters/read-profile.js';
import type { Narrowing } from './compile-narrowing.js';
import { filterableTypes } from './event-kind.js';
import type { InsightsRequest } from './insights-request.js';

/**
 * @returns null when all records count
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a mistaken filter, or one of records that no key figure is about
 */
export async function narrowingOf(
  store: RecordStore,
  call: Call,
  { filter: tab, profileId, period, now, at }: InsightsRequest,
): Promise<Narrowing | null> {
  const asked = await entityTypeOf(store, call, tab?.mainBox ?? null, profileId, at);
  if (asked === null) return null;
  const { entityType, place } = asked;
  if (!filterableTypes.includes(entityType)) {
    const problem = `no key figure is about ${entityType} records. Choose among ${filterableTypes.join(', ')}`;
    throw new ApiError('ERROR_PARAMETER_INVALID', `${place}: ${problem}.${suggestion(entityType, filterableTypes)}`, {
      at: place,
    });
  }
  const { timeZone } = period;
  const filter = await filterOf(store, call, { entityType, tab, profileId, now, timeZone, at });
  if (filter === null) return null;
  return { entityType, predicate: planFilter(store.catalog, store.catalog.existing(entityType), filter) };
}

/** The main box says whose records are meant; without one the saved filter does. */
async function entityTypeOf(
  store: RecordStore,
  call: Call,
  mainBox: { readonly entity: string; readonly at: string } | null,
  profileId: string | null,
  at: string,
): Promise<{ readonly entityType: string; readonly place: string } | null> {
  if (mainBox) return { entityType: mainBox.entity, place: `${mainBox.at}.entity` };
  if (profileId === null) return null;
  const place = `${at}.profileId`;
  const { entityType } = await readProfile(store, call, profileId, place);
  return { entityType: entityType.name, place };
}
