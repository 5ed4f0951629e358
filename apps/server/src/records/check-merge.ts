/**
 * Refuses merges that make no sense: what may stand in `secondary_ids`, and which records may go. Every problem is named at once.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import { isUuid } from '../plan/operand.js';
import type { MergeRequest } from '../request/merge-request.js';
import type { StoredRecord } from './draft.js';

/** Records that one merge makes go. */
const maxSecondaries = 100;

export interface MergedIds {
  readonly master: string;
  /** In the order of the request. */
  readonly secondaries: readonly string[];
}

/**
 * @returns the ids in canonical form
 * @throws ApiError `ERROR_MERGE_REFUSED` for none, too many, malformed or repeated ones
 */
export function checkMergedIds(entityType: EntityType, { master, secondaryIds }: MergeRequest): MergedIds {
  const { id } = master;
  const problems: string[] = [];
  if (!isUuid(id)) problems.push('master needs an id, which is a uuid.');
  if (secondaryIds.length === 0) problems.push('secondary_ids is empty.');
  if (secondaryIds.length > maxSecondaries) {
    problems.push(`secondary_ids has ${secondaryIds.length} ids; ${maxSecondaries} are the most.`);
    refuse(entityType, problems);
  }
  const ids = secondaryIds.map((secondary) => secondary.toLowerCase());
  const masterId = isUuid(id) ? id.toLowerCase() : '';
  for (const [index, secondary] of ids.entries()) {
    const at = `secondary_ids[${index}]`;
    if (!isUuid(secondary)) problems.push(`${at} is not a uuid.`);
    else if (secondary === masterId) problems.push(`${at} is the id of the master.`);
    else if (ids.indexOf(secondary) < index) problems.push(`${at} stands in the list already.`);
  }
  refuse(entityType, problems);
  return { master: masterId, secondaries: ids };
}

/**
 * @param stored the records that are there, deleted ones included, by id
 * @throws ApiError `ERROR_MERGE_REFUSED` for those that are not, that are deleted, and that must not be
 */
export function checkMergedRecords(
  entityType: EntityType,
  { master, secondaries }: MergedIds,
  stored: ReadonlyMap<string, StoredRecord>,
): void {
  const problems = [master, ...secondaries].flatMap((id, index) => {
    const at = index === 0 ? 'master.id' : `secondary_ids[${index - 1}]`;
    const record = stored.get(id);
    if (!record) return [`${at} belongs to no ${entityType.name}: ${id}.`];
    if (record.is_deleted === true) return [`${at} is deleted: ${id}.`];
    if (index > 0 && record.is_delete_protected === true) return [`${at} is protected from deletion: ${id}.`];
    return [];
  });
  refuse(entityType, problems);
}

function refuse({ collection }: EntityType, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ApiError('ERROR_MERGE_REFUSED', `These ${collection} cannot be merged: ${problems.join(' ')}`);
}
