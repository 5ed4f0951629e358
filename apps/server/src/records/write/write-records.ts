/**
 * Writes any number of records inside one transaction: a loop of write groups, each of which goes through all phases.
 */
import type { RowsField } from '@headwater/catalog';
import type { WriteItem } from '../../request/write-request.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import { chooseGroup, type ParentLock, type WriteGroup } from './choose-group.js';
import { chooseKinds } from './choose-kinds.js';
import type { StoredRecord } from './draft.js';
import { type PlannedItem, planItem, storedId } from './plan-item.js';
import { parentIds } from './sibling-rows.js';
import { readStored } from './stored-record.js';
import type { WriteContext } from './write-context.js';
import { writeGroup } from './write-group.js';
import { type WriteDone, type WriteOutcome, WritesRejected } from './write-outcome.js';

export interface WriteOptions {
  /** Failed items are left out and all others written; else the first failures make the whole call fail. */
  readonly keepGoing: boolean;
}

/**
 * Writes one record; a rejected write leaves the transaction as it was.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`; ValidationError with every error of
 *   the body, or of what a restored record had
 */
export async function writeRecord(context: WriteContext, item: WriteItem): Promise<WriteDone> {
  return onlyOutcome(await writeRecords(context, [item], { keepGoing: true }));
}

/**
 * Writes with a handful of statements, with the outcome that the items would have one after another: an item sees what those before it
 * have done.
 * @returns the outcome of each item, in their order
 * @throws WritesRejected with the failed items, unless `keepGoing`; the transaction must then be given up
 */
export async function writeRecords(
  context: WriteContext,
  items: readonly WriteItem[],
  options: WriteOptions,
): Promise<WriteOutcome[]> {
  const planned = items.map((item, index) => planItem(context.catalog, item, index));
  const outcomes = await writeGroups(context, await chooseKinds(context, planned), options);
  await recomputeRollUps(context);
  return outcomes;
}

/** The same for planned items; roll-ups are left as they are. */
export async function writeGroups(
  context: WriteContext,
  items: readonly PlannedItem[],
  { keepGoing }: WriteOptions,
): Promise<WriteOutcome[]> {
  const outcomes = new Map<number, WriteOutcome>();
  const seen = new Map<string, StoredRecord>();
  let waiting = items;
  while (waiting.length > 0) {
    const [{ entityType }] = waiting as [PlannedItem];
    const group = await nextGroup(context, waiting, seen);
    const done = await writeGroup(context, { entityType, items: group.items, seen }, keepGoing);
    for (const [index, outcome] of done.outcomes) outcomes.set(index, outcome);
    if ([...done.outcomes.values()].some(({ kind }) => kind === 'failed')) await context.confirmCatalog();
    if (!keepGoing) rejectFailures(done.outcomes);
    for (const id of done.written) seen.delete(id);
    waiting = [...done.later, ...group.later].sort((a, b) => a.index - b.index);
  }
  return items.map((_, index) => outcomes.get(index) as WriteOutcome);
}

/** @throws what the only item failed by */
export function onlyOutcome([outcome]: readonly WriteOutcome[]): WriteDone {
  if (outcome?.kind !== 'done') throw outcome?.error ?? new Error('a write has no outcome');
  return outcome;
}

/** Rows are looked at ahead of their group, to know the parents that must be locked before them. */
async function nextGroup(
  context: WriteContext,
  waiting: readonly PlannedItem[],
  seen: Map<string, StoredRecord>,
): Promise<WriteGroup> {
  const [{ entityType }] = waiting as [PlannedItem];
  const relations = context.store.ownedRelations.get(entityType.name) ?? [];
  if (relations.length === 0) return chooseGroup(waiting, () => []);
  const unseen = waiting.filter((planned) => planned.entityType === entityType && !seen.has(planned.id));
  const includeDeleted = unseen.some(({ item }) => item.kind === 'restore');
  const ids = unseen.flatMap((planned) => storedId(planned) ?? []);
  for (const [id, record] of await readStored(context, entityType, ids, { lock: 'none', includeDeleted })) {
    seen.set(id, record);
  }
  return chooseGroup(waiting, (planned): ParentLock[] =>
    relations.flatMap(({ field }) => {
      const stored = seen.get(planned.id);
      const isExclusive = planned.isAlone === true || mayMoveFlag(planned, field, stored);
      const parents = parentIds(field, [{ seen: stored, changed: planned.change.values }]);
      return parents.map((id) => ({ id, isExclusive }));
    }),
  );
}

/** Whether the flag of the one primary row may come to a row, go from it or be passed on by it. */
function mayMoveFlag(
  { item, change }: PlannedItem,
  { primary, via }: RowsField,
  stored: StoredRecord | undefined,
): boolean {
  if (primary === undefined) return false;
  if (item.kind === 'create') return change.values.get(primary) === true;
  if (item.kind === 'restore' || stored === undefined) return true;
  return stored[primary] === true || change.values.get(primary) === true || change.values.has(via);
}

function rejectFailures(outcomes: ReadonlyMap<number, WriteOutcome>): void {
  const failures = [...outcomes].flatMap(([index, outcome]) =>
    outcome.kind === 'failed' ? [{ index, error: outcome.error }] : [],
  );
  if (failures.length > 0) throw new WritesRejected(failures.sort((a, b) => a.index - b.index));
}
