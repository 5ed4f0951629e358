/**
 * Tells of Profile records whether they can be run with a catalog, for whoever wants to change it. Pure.
 */
import { ApiError } from '../../errors/api-error.js';
import type { StoredDefinitions } from '../../metadata/stored-definitions.js';
import { planFilter } from '../../plan/plan-filter.js';
import type { ProfileRecord } from './profile-record.js';
import { maySee } from './profile-rights.js';
import { selectionOf } from './read-profile.js';

type ReadProfile = Omit<ProfileRecord, 'pipelines' | 'created' | 'modified' | 'revision'>;

export const savedFilterDefinitions: StoredDefinitions = {
  entityType: 'Profile',
  label: 'the saved filter',
  members: ['entity', 'entity_api_name', 'type', 'owner_id', 'settings', 'share_mode'],
  searched: ['settings', 'entity_api_name'],
  canRun: (catalog, record, now) =>
    isAccepted(() => {
      const selection = selectionOf(catalog, { ...(record as unknown as ReadProfile), pipelines: [] }, 'profile');
      const filter = selection.filter({ now, timeZone: 'UTC' });
      if (filter) planFilter(catalog, selection.entityType, filter);
    }),
  maySee: (record, client) => maySee(record as unknown as ReadProfile, client),
};

/** @returns whether a step throws no ApiError */
export function isAccepted(step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
