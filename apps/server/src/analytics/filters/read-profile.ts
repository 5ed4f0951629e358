/**
 * A saved filter: a Profile record, read once and turned into the filter of the records that it selects.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { everyOf } from '../../errors/refusals.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordStore } from '../../records/record-store.js';
import type { Filter } from '../../request/filter.js';
import { allOf } from './all-of.js';
import { hasPipelines, withoutPipelines } from './check-pipelines.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab, type TabMoment } from './plan-filter-tab.js';
import { type ProfileRecord, parseProfile, profileEntity, profileSelection, staticProfile } from './profile-record.js';
import { maySee, seenBy } from './profile-rights.js';
import { parseTabSettings } from './tab-settings.js';

/** Which records a saved filter selects. */
export interface SavedSelection {
  readonly entityType: EntityType;
  /** Null for a list that people put records on by hand. */
  readonly tab: FilterTab | null;
  /** @returns null when every record is found @throws ApiError `ERROR_PARAMETER_INVALID` for rules that fit no field */
  filter(moment: TabMoment): Filter | null;
}

/**
 * @param at where the caller wrote the id, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when there is no such Profile that the caller may see, when it is of records that are not
 *   kept here; ParameterErrors for settings that are no filter, and pipelines of records that stand in none
 */
export async function readProfile(store: RecordStore, call: Call, id: string, at: string): Promise<SavedSelection> {
  const profile = await findProfile(store, call, id);
  if (!profile) throw noProfile(id, at);
  return selectionOf(store.catalog, profile, at);
}

/** @returns undefined when there is none that the caller may see */
export async function findProfile(store: RecordStore, call: Call, id: string): Promise<ProfileRecord | undefined> {
  const request = { entityType: 'Profile', id, selection: profileSelection, includeDeleted: false };
  const found = await getRecord(store, call, request).catch((error: unknown) => {
    if (error instanceof ApiError && error.errorName === 'ERROR_RECORD_NOT_FOUND') return undefined;
    throw error;
  });
  const profile = found && parseProfile(found.text);
  return profile && maySee(profile, call.principal.client) ? profile : undefined;
}

/** By their ids. */
export type SavedProfiles = ReadonlyMap<string, ProfileRecord>;

/** @returns those of them that are there and that the caller may see, by one statement, or none when there is no id */
export async function readProfiles(store: RecordStore, call: Call, ids: ReadonlySet<string>): Promise<SavedProfiles> {
  if (ids.size === 0) return new Map();
  const isOne: Filter = { kind: 'condition', path: ['id'], operator: 'eq', operands: [...ids], at: 'profileId' };
  const { texts } = await listRecords(store, call, {
    entityType: 'Profile',
    filter: allOf([isOne, seenBy(call.principal.client)]),
    sort: [],
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted: false,
    selection: profileSelection,
    withTotal: false,
  });
  return new Map(texts.map(parseProfile).map((profile) => [profile.id, profile]));
}

/**
 * @param profiles that have been read
 * @throws ApiError as `readProfile` does
 */
export function selectionIn(catalog: Catalog, profiles: SavedProfiles, id: string, at: string): SavedSelection {
  const profile = profiles.get(id);
  if (!profile) throw noProfile(id, at);
  return selectionOf(catalog, profile, at);
}

function noProfile(id: string, at: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: there is no saved filter ${id}.`, { at });
}

/** The members of a Profile that say what it selects. */
type SelectingProfile = Pick<ProfileRecord, 'id' | 'entity' | 'entity_api_name' | 'type' | 'pipelines' | 'settings'>;

/** @throws ApiError as `readProfile` does */
export function selectionOf(catalog: Catalog, profile: SelectingProfile, at: string): SavedSelection {
  const entityType = profileEntity(catalog, profile, at);
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

/** What a profile asks besides its boxes: the pipelines of its opportunities, or being on its list. */
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
