/**
 * Who may see and who may change a saved filter. A key that speaks for no user may do both. Pure.
 */
import type { Filter } from '../../request/filter.js';
import type { ProfileRecord } from './profile-record.js';

/** `share_mode` of profiles. */
const shareMode = { isPrivate: 1, allEdit: 3 } as const;

type Shared = Pick<ProfileRecord, 'owner_id' | 'share_mode'>;

/** @param client id of the user who asks */
export function maySee({ owner_id, share_mode }: Shared, client: string | null): boolean {
  return client === null || owner_id === null || owner_id === client || share_mode !== shareMode.isPrivate;
}

export function mayChange({ owner_id, share_mode }: Shared, client: string | null): boolean {
  return client === null || owner_id === null || owner_id === client || share_mode === shareMode.allEdit;
}

/** @returns which Profiles a user sees, for a list of them */
export function seenBy(client: string | null): Filter | null {
  if (client === null) return null;
  const condition = (field: string, operator: 'eq' | 'not-eq', value: string | number | null): Filter => {
    return { kind: 'condition', path: [field], operator, operands: [value], at: 'savedFilters' };
  };
  const owners = [condition('owner_id', 'eq', null), condition('owner_id', 'eq', client)];
  return { kind: 'or', filters: [...owners, condition('share_mode', 'not-eq', shareMode.isPrivate)] };
}
