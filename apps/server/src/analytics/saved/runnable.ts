/**
 * Whether a saved filter or report can be run, for those who show it and for those who want to change the catalog. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { StoredDefinitions } from '../../records/write/entity-rule.js';
import type { SavedRecord, SavedRecords } from './saved-records.js';
import { maySee } from './sharing.js';

/** @returns what a step gives, or the message of the ApiError with which it rejects */
export function attempt<Value>(
  step: () => Value,
): { readonly value: Value; readonly problem: null } | { readonly value: null; readonly problem: string } {
  try {
    return { value: step(), problem: null };
  } catch (error) {
    if (error instanceof ApiError) return { value: null, problem: error.message };
    throw error;
  }
}

/**
 * @param members those that `run` reads besides the settings
 * @param searched members in whose text names of fields and entity types are
 * @param run throws an ApiError for a record that cannot be run with the catalog; `now`: `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC
 */
export function storedDefinitions<Stored extends SavedRecord, Member extends keyof Stored & string>(
  { entityType, noun }: SavedRecords<Stored>,
  { members, searched }: { readonly members: readonly Member[]; readonly searched: readonly (Member | 'settings')[] },
  run: (catalog: Catalog, record: Pick<Stored, Member | 'id' | 'settings'>, now: string) => void,
): StoredDefinitions {
  return {
    entityType,
    label: `the ${noun}`,
    members: ['owner_id', 'share_mode', 'settings', ...members],
    searched,
    canRun: (catalog, record, now) => attempt(() => run(catalog, record as unknown as Stored, now)).problem === null,
    maySee: (record, client) => maySee(record as unknown as Stored, client),
  };
}
