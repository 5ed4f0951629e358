/**
 * Makes the draft of one item once the record is known, or says why there is none. Asks no database.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { isUuid } from '../../plan/operand.js';
import { draftTurned } from '../convert/origin.js';
import { notFound } from '../read/get-record.js';
import { ruleOf } from '../rules/index.js';
import { bodilessDraft, Draft, type StoredRecord } from './draft.js';
import type { PlannedItem } from './plan-item.js';

/** Names the record into which a deleted one was merged. */
const mergedInto = 'merged_into';

/**
 * @param stored the record of the item, deleted or not; undefined when there is none
 * @returns null when nothing is to be done
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`
 */
export function draftItem(planned: PlannedItem, stored: StoredRecord | undefined): Draft | null {
  const { item, entityType, id, change, origin } = planned;
  const { validationLevel } = item;
  if (origin) return draftTurned(entityType, change, validationLevel, origin);
  if (item.kind === 'create') {
    const draft = new Draft(entityType, id, undefined, change, validationLevel);
    draft.hasFreshId = !planned.hasChosenId;
    return draft;
  }
  if (!stored || (stored.is_deleted === true && !mayBeDeleted(planned))) throw notFound(entityType, item.id);
  if (item.kind === 'restore') {
    return stored.is_deleted === true ? draftRestored(entityType, stored, validationLevel) : null;
  }
  checkRevision(planned, stored, [item.expectedRevision, change.expectedRevision]);
  if (item.kind === 'update') return new Draft(entityType, id, stored, change, validationLevel);
  if (stored.is_delete_protected === true) {
    const message = `${entityType.name} ${id} is protected: the service itself needs it.`;
    throw new ApiError('ERROR_DELETE_PROTECTED', message);
  }
  const draft = bodilessDraft(entityType, stored, 'delete', validationLevel);
  draft.alsoDeletes = item.alsoDeletes ?? [];
  return draft;
}

/** Whether the item may be about a record that is deleted. */
export function mayBeDeleted({ item, entityType }: PlannedItem): boolean {
  if (item.kind !== 'delete') return item.kind === 'restore';
  const later = ruleOf(entityType.name)?.takesAlongLater;
  return later !== undefined && item.alsoDeletes?.includes(later) === true;
}

function draftRestored(entityType: EntityType, stored: StoredRecord, validationLevel: number): Draft {
  const draft = bodilessDraft(entityType, stored, 'restore', validationLevel);
  // What comes back stands for itself again.
  if (stored[mergedInto]) draft.set(mergedInto, null);
  return draft;
}

/** @throws ApiError `ERROR_REVISION_CONFLICT` when the record is not at a revision that is expected */
export function checkRevision(
  { entityType, id }: Pick<PlannedItem, 'entityType' | 'id'>,
  stored: StoredRecord,
  expectedRevisions: readonly (number | undefined)[],
): void {
  const stale = expectedRevisions.find((expected) => expected !== undefined && expected !== stored.revision);
  if (stale === undefined) return;
  const message =
    `${entityType.name} ${id} is at revision ${String(stored.revision)}, not ${stale}: ` +
    'it was changed since. Read it again and repeat the change.';
  throw new ApiError('ERROR_REVISION_CONFLICT', message);
}

/** @returns the id to look the record of an item up by; undefined when it has none yet, or one that no record has */
export function storedId({ item, id }: PlannedItem): string | undefined {
  return item.kind === 'create' || !isUuid(id) ? undefined : id;
}
