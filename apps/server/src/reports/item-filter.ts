/**
 * Which records an item of a report is about, as a filter: of its subtypes, its own filter and the saved one it names, and what the
 * caller asks of all of them.
 */
import type { EntityType } from '@headwater/catalog';
import { allOf } from '../filters/all-of.js';
import { filterOf } from '../filters/read-filter.js';
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import type { Filter } from '../request/filter.js';
import { subtypeFilter } from './entity-of.js';
import type { ReportItem } from './report-item.js';

/** As of when and where days are counted. */
export interface ReportMoment {
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  readonly timeZone: string;
}

/** @returns null for all records @throws ApiError `ERROR_PARAMETER_INVALID` for a mistaken filter */
export async function itemFilter(
  store: RecordStore,
  call: Call,
  entityType: EntityType,
  item: ReportItem,
  moment: ReportMoment,
): Promise<Filter | null> {
  const { filter: tab, profileId, at } = item;
  const asked = { entityType: entityType.name, tab, profileId, at, ...moment };
  const subtypes = subtypeFilter(store.catalog, entityType, item.entitySubtypes);
  return allOf([subtypes, await filterOf(store, call, asked)]);
}
