/**
 * The filter of a request: the tab that came with it and the saved one that it names, both of which must hold. A saved
 * filter is a Profile record.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { eachOf, everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { allOf, type Filter } from '../../request/filter.js';
import { readSaved } from '../saved/saved-records.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab, type TabMoment } from './plan-filter-tab.js';
import {
  entityTypeOf,
  hasPipelines,
  type ProfileRecord,
  profileRecords,
  staticProfile,
  withoutPipelines,
} from './profile-record.js';
import { parseTabSettings } from './tab-settings.js';

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

// A saved filter: a Profile record as the filter of the records that it selects.

/** Which records a saved filter selects. */
export interface SavedSelection {
  readonly entityType: EntityType;
  /** Null for a list that people put records on by hand. */
  readonly tab: FilterTab | null;
  /** @returns null when every record is found @throws ApiError `ERROR_PARAMETER_INVALID` for rules that fit no field */
  filter(moment: TabMoment): Filter | null;
}

/** By their ids. */
export type SavedProfiles = ReadonlyMap<string, ProfileRecord>;

/** @returns those of them that are there and that the caller may see, by one statement, or none when there is no id */
export function readProfiles(store: RecordStore, call: Call, ids: readonly string[]): Promise<SavedProfiles> {
  return readSaved(store, call, profileRecords, ids);
}

/**
 * @param at where the caller wrote the id, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when it is not among the profiles, and as `selectionOf` does
 */
export function selectionIn(catalog: Catalog, profiles: SavedProfiles, id: string, at: string): SavedSelection {
  const profile = profiles.get(id);
  if (profile) return selectionOf(catalog, profile, at);
  throw parameterError(at, `there is no saved filter ${id}`);
}

/** @returns the saved filter with an id; null without an id @throws ApiError as `selectionIn` does */
export async function readSelection(
  store: RecordStore,
  call: Call,
  id: string | null,
  at: string,
): Promise<SavedSelection | null> {
  if (id === null) return null;
  return selectionIn(store.catalog, await readProfiles(store, call, [id]), id, at);
}

/** The members of a Profile that say what it selects. */
type SelectingProfile = Pick<ProfileRecord, 'id' | 'entity' | 'entity_api_name' | 'type' | 'pipelines' | 'settings'>;

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for records of an entity type that the space does not have; ParameterErrors for settings
 *   that are no filter, and pipelines of records that have none
 */
export function selectionOf(catalog: Catalog, profile: SelectingProfile, at: string): SavedSelection {
  const entityType = entityTypeOf(catalog, profile, at);
  const isStatic = profile.type === staticProfile;
  const { further, tab } = everyOf({
    further: () => furtherFilters(entityType, profile, at),
    tab: () => (isStatic ? null : parseTabSettings(profile.settings, entityType.name, `${at}.settings`)),
  });
  return {
    entityType,
    tab,
    filter(moment) {
      return allOf([tab && planFilterTab(catalog, entityType, tab, moment), ...further]);
    },
  };
}

/** @returns the conditions besides the boxes: the pipelines of the opportunities, or being on the list */
function furtherFilters(entityType: EntityType, profile: SelectingProfile, at: string): Filter[] {
  const filters: Filter[] = [];
  if (profile.type === staticProfile) {
    const path = ['static_profiles', 'profile_id'];
    filters.push({ kind: 'condition', path, operator: 'eq', operands: [profile.id], at });
  }
  if (profile.pipelines.length > 0) {
    if (!hasPipelines(entityType)) throw withoutPipelines(entityType, `${at}.pipelines`);
    const path = ['step', 'pipeline_id'];
    filters.push({ kind: 'condition', path, operator: 'eq', operands: profile.pipelines, at });
  }
  return filters;
}
