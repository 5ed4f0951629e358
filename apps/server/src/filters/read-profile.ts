/**
 * A saved filter: a Profile record, read once and turned into the filter of the records that it selects.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import type { Call } from '../records/call.js';
import { getRecord } from '../records/get-record.js';
import type { RecordStore } from '../records/record-store.js';
import type { Filter } from '../request/filter.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab, type TabMoment } from './plan-filter-tab.js';
import { type ProfileRecord, profileEntity, profileMembers, staticProfile } from './profile-record.js';
import { parseTabSettings } from './tab-settings.js';

export interface SavedSelection {
  readonly entityType: EntityType;
  /** Null for a list that people put records on by hand. */
  readonly tab: FilterTab | null;
  /** @returns null when every record is found @throws ApiError `ERROR_PARAMETER_INVALID` for settings that are no filter */
  filter(moment: TabMoment): Filter | null;
}

/**
 * @param at where the caller wrote the id, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when there is no such Profile, or one of records that are not kept here
 */
export async function readProfile(store: RecordStore, call: Call, id: string, at: string): Promise<SavedSelection> {
  const selection = { kind: 'members', members: profileMembers } as const;
  const request = { entityType: 'Profile', id, selection, includeDeleted: false };
  const found = await getRecord(store, call, request).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.errorName !== 'ERROR_RECORD_NOT_FOUND') throw error;
    throw new ApiError('ERROR_PARAMETER_INVALID', `${at}: there is no saved filter ${id}.`, { at, cause: error });
  });
  return selectionOf(store, JSON.parse(found.text) as ProfileRecord, at);
}

function selectionOf({ catalog }: RecordStore, profile: ProfileRecord, at: string): SavedSelection {
  const entityType = profileEntity(catalog, profile, at);
  const further = furtherFilters(entityType, profile, at);
  const isStatic = profile.type === staticProfile;
  const tab = isStatic ? null : parseTabSettings(profile.settings, entityType.name, `${at}.settings`);
  return {
    entityType,
    tab,
    filter(moment) {
      const planned = tab && planFilterTab(catalog, entityType, tab, moment);
      const filters = planned ? [planned, ...further] : further;
      return filters.length > 1 ? { kind: 'and', filters } : (filters[0] ?? null);
    },
  };
}

/** What a profile asks besides its boxes: the pipelines of its opportunities, or being on its list. */
function furtherFilters(entityType: EntityType, profile: ProfileRecord, at: string): Filter[] {
  const filters: Filter[] = [];
  if (profile.type === staticProfile) {
    const path = ['static_profiles', 'profile_id'];
    filters.push({ kind: 'condition', path, operator: 'eq', operands: [profile.id], at });
  }
  const hasSteps = entityType.fields.some(({ name }) => name === 'step_id');
  if (profile.pipelines.length > 0 && hasSteps) {
    const path = ['step', 'pipeline_id'];
    filters.push({ kind: 'condition', path, operator: 'eq', operands: profile.pipelines, at });
  }
  return filters;
}
