/**
 * The first phase of a write: reads and locks all that a group of items builds on, and drafts the items.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { draftConverted } from '../convert/origin.js';
import { lockRecordsAbove } from '../derived/lock-above.js';
import { notFound } from '../read/get-record.js';
import { bodilessDraft, Draft, type StoredRecord } from './draft.js';
import type { EntityRules } from './entity-rule.js';
import { type PlannedItem, storedId } from './plan-item.js';
import { readRowSets } from './rows/row-sets.js';
import { loadSiblings, type RowMove, type SiblingGroups, type SiblingRows } from './rows/sibling-rows.js';
import { readStored } from './stored-record.js';
import type { WriteContext } from './write-context.js';
import type { WriteOutcome } from './write-outcome.js';
import { notChangeable, seenOf } from './write-rights.js';

/** An item with its draft, and the groups of siblings that the record belongs to as a row. */
export interface DraftedItem {
  readonly planned: PlannedItem;
  readonly draft: Draft;
  readonly siblings: readonly SiblingRows[];
}

export interface LoadedItems {
  readonly entityType: EntityType;
  readonly drafted: readonly DraftedItem[];
  /** Of items that need no draft: rejected, or done without a change. By their index. */
  readonly outcomes: ReadonlyMap<number, WriteOutcome>;
}

/**
 * Parents are locked ahead of their rows.
 * @param items of one entity type that are written together, at least one
 * @param seen rows as they are stored, by id, read before their parents were locked
 */
export async function load(
  context: WriteContext,
  items: readonly PlannedItem[],
  seen: ReadonlyMap<string, StoredRecord>,
): Promise<LoadedItems> {
  const [{ entityType }] = items as [PlannedItem];
  const { rules, ownedRelations } = context.store;
  if (context.affected) await lockRecordsAbove(context, context.affected.plan, items);
  const isRow = ownedRelations.has(entityType.name);
  const siblings = isRow ? await loadSiblings(context, entityType, movesOf(items, seen)) : undefined;
  const ids = items.flatMap((planned) => storedId(planned) ?? []);
  const includeDeleted = items.some((planned) => mayBeDeleted(rules, planned));
  const stored = await readStored(context, entityType, ids, { lock: context.rowLock, includeDeleted });
  const seenByUser = await seenOf(context, entityType, [...new Set(ids)]);
  siblings?.checkSameParents(seen, stored);
  const outcomes = new Map<number, WriteOutcome>();
  const drafted: DraftedItem[] = [];
  for (const planned of items) {
    try {
      const record = seenByUser?.has(planned.id) === false ? undefined : stored.get(planned.id);
      if (seenByUser?.get(planned.id) === false) throw notChangeable(entityType, planned.id);
      const draft = draftItem(rules, planned, record);
      if (draft) drafted.push({ planned, draft, siblings: siblings?.enter(draft) ?? [] });
      else outcomes.set(planned.index, unchanged(planned, record));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.set(planned.index, { kind: 'failed', error });
    }
  }
  const drafts = drafted.map(({ draft }) => draft);
  await readRowSets(context, drafts);
  if (siblings) await readParentRows(context, siblings);
  for (const draft of drafts) {
    const rule = rules.get(draft.entityType.name);
    if (rule?.lockAhead) await rule.lockAhead(draft, context);
  }
  return { entityType, drafted, outcomes };
}

/** Where the rows among the items belong before and after. */
function movesOf(items: readonly PlannedItem[], seen: ReadonlyMap<string, StoredRecord>): RowMove[] {
  return items.map(({ id, change }) => ({ seen: seen.get(id), changed: change.values }));
}

function unchanged({ entityType, id }: PlannedItem, stored: StoredRecord | undefined): WriteOutcome {
  return { kind: 'done', entityType: entityType.name, id, revision: Number(stored?.revision) };
}

/** Shows parents their rows as they will be, and reads what their rules need besides. */
async function readParentRows(context: WriteContext, siblings: SiblingGroups): Promise<void> {
  for (const group of siblings.all) group.showParents();
  const parents = siblings.all.flatMap((group) => group.parents);
  if (parents.length === 0) return;
  await readRowSets(context, [...new Set(parents.map(({ draft }) => draft))]);
  for (const group of new Set(parents.flatMap(({ above }) => above))) {
    group.showParents();
    await readRowSets(
      context,
      group.parents.map(({ draft }) => draft),
    );
  }
}

/** Names the record into which a deleted one was merged. */
const mergedInto = 'merged_into';

/**
 * @param stored the record of the item, deleted or not; undefined when there is none
 * @returns null when nothing is to be done
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`
 */
function draftItem(rules: EntityRules, planned: PlannedItem, stored: StoredRecord | undefined): Draft | null {
  const { item, entityType, id, change, origin } = planned;
  const { validationLevel } = item;
  if (origin) return draftConverted(entityType, change, validationLevel, origin);
  if (item.kind === 'create') {
    const draft = new Draft(entityType, id, undefined, change, validationLevel);
    draft.hasFreshId = !planned.hasChosenId;
    return draft;
  }
  if (!stored || (stored.is_deleted === true && !mayBeDeleted(rules, planned))) throw notFound(entityType, item.id);
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
function mayBeDeleted(rules: EntityRules, { item, entityType }: PlannedItem): boolean {
  if (item.kind !== 'delete') return item.kind === 'restore';
  const later = rules.get(entityType.name)?.takesAlongLater;
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
