/**
 * The filter of a request: the tab that came with it and the saved one that it names, both of which must hold.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { allOf, type Filter } from '../../request/filter.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab } from './plan-filter-tab.js';
import { readSelection, type SavedSelection } from './read-profile.js';

export interface GivenFilter {
  /** Name of the entity type whose records are filtered. */
  readonly entityType: string;
  readonly tab: FilterTab | null;
  /** Id of a Profile record. */
  readonly profileId: string | null;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** In which days are counted, unless the tab names another. */
  readonly timeZone: string;
  /** Where the arguments are, for messages: `insights`. */
  readonly at: string;
}

/**
 * @returns null when every record is found
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a saved filter that is not there; ParameterErrors for all that is wrong in a tab, and a
 *   saved filter of another entity type
 */
export async function filterOf(store: RecordStore, call: Call, asked: GivenFilter): Promise<Filter | null> {
  const saved = await readSelection(store, call, asked.profileId, `${asked.at}.profileId`);
  return joinFilters(store.catalog, asked, saved);
}

/**
 * The same with a saved filter that has been read. Pure.
 * @param saved the one that `profileId` names
 */
export function joinFilters(catalog: Catalog, asked: GivenFilter, saved: SavedSelection | null): Filter | null {
  const { tab, at } = asked;
  const entityType = catalog.existing(asked.entityType);
  const filters = [
    () => tab && planFilterTab(catalog, entityType, tab, asked),
    () => saved && savedFilter(entityType, saved, asked, `${at}.profileId`),
  ];
  return allOf(eachOf(filters, (plan) => plan()));
}

function savedFilter(entityType: EntityType, saved: SavedSelection, asked: GivenFilter, at: string): Filter | null {
  if (saved.entityType.name === entityType.name) return saved.filter(asked);
  const problem = `the saved filter selects ${saved.entityType.name} records, not ${entityType.name} records`;
  throw parameterError(at, problem);
}
