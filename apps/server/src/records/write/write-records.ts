/**
 * Writes records inside one transaction, one or many: a loop of write groups, each of which goes through all phases.
 */

import type { RowsField } from '@headwater/catalog';
import type { Selection } from '../../request/selection.js';
import type {
  CreateRequest,
  DeleteRequest,
  RestoreRequest,
  UpdateRequest,
  WriteItem,
} from '../../request/write-request.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { StoredRecord } from './draft.js';
import { findNamedOptions } from './named-options.js';
import { chooseKinds, type PlannedItem, planItem, storedId } from './plan-item.js';
import { parentIds } from './sibling-rows.js';
import { readStored } from './stored-record.js';
import type { WriteContext } from './write-context.js';
import { writeGroup } from './write-group.js';
import { type WriteDone, type WriteOutcome, WritesRejected } from './write-outcome.js';

/** @throws ValidationError with every error of the body */
export async function createRecord(context: WriteContext, request: CreateRequest): Promise<RecordText> {
  const { selection, ...item } = request;
  const { id } = await writeRecord(context, { ...item, kind: 'create' });
  return readWritten(context, { entityType: request.entityType, id, selection });
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`; ValidationError with every error of the body */
export async function updateRecord(context: WriteContext, request: UpdateRequest): Promise<RecordText> {
  const { selection, ...item } = request;
  const { id } = await writeRecord(context, { ...item, kind: 'update' });
  return readWritten(context, { entityType: request.entityType, id, selection });
}

/**
 * Marks a record as deleted: it is found again only when deleted records are asked for.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`
 */
export function deleteRecord(context: WriteContext, request: DeleteRequest): Promise<WriteDone> {
  return writeRecord(context, { ...request, kind: 'delete' });
}

/**
 * Restores a deleted record with the owned rows that went with it; one that is not deleted stays as it is.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`; ValidationError when values are taken or targets deleted meanwhile
 */
export async function restoreRecord(
  context: WriteContext,
  { selection, ...item }: RestoreRequest & { readonly selection: Selection },
): Promise<RecordText> {
  const { id } = await writeRecord(context, { ...item, kind: 'restore' });
  return readWritten(context, { entityType: item.entityType, id, selection });
}

/** @returns a record as the transaction has left it */
export function readWritten(
  { store, call, transaction }: WriteContext,
  record: { readonly entityType: string; readonly id: string; readonly selection: Selection },
): Promise<RecordText> {
  return readRecord(store, call, { ...record, includeDeleted: false }, transaction.run);
}

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
  await findNamedOptions(context, items);
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

/** A record that must stay the same while rows of it are written. */
export interface ParentLock {
  readonly id: string;
  /** No other row of it may be written meanwhile. */
  readonly isExclusive: boolean;
}

export interface WriteGroup {
  readonly items: readonly PlannedItem[];
  /** In their order. */
  readonly later: readonly PlannedItem[];
}

/**
 * Items of one entity type, the first one always among them. A record is written once in a group; what points at a record that comes,
 * goes or comes back in it waits until that is done, and so does what makes a record out of one that changes. Items that move records
 * in a hierarchy do not overtake each other: whether one makes a circle depends on those before it.
 * @param waiting at least one, in their order
 */
export function chooseGroup(
  waiting: readonly PlannedItem[],
  parentsOf: (item: PlannedItem) => readonly ParentLock[],
): WriteGroup {
  const entityType = waiting[0]?.entityType;
  const end = waiting.findIndex((item) => item.entityType !== entityType);
  const candidates = end === -1 ? waiting : waiting.slice(0, end);
  const held = new Held();
  const items: PlannedItem[] = [];
  const later: PlannedItem[] = [];
  for (const item of candidates) {
    const parents = parentsOf(item);
    const isFree = held.isFree(item, parents);
    (isFree ? items : later).push(item);
    // What waits holds its records too: what comes after it must not overtake it.
    held.take(item, parents, isFree);
  }
  return { items, later: [...later, ...waiting.slice(candidates.length)] };
}

class Held {
  private readonly changed = new Set<string>();
  private readonly movedInOrOut = new Set<string>();
  private readonly parents = new Map<string, boolean>();
  private moveWaits = false;

  isFree({ id, item, references, movesInHierarchy }: PlannedItem, parents: readonly ParentLock[]): boolean {
    if (this.changed.has(id) || (movesInHierarchy && this.moveWaits)) return false;
    const awaited = item.kind === 'create' ? this.changed : this.movedInOrOut;
    if (references.some((reference) => awaited.has(reference))) return false;
    return parents.every((parent) => {
      const isExclusive = this.parents.get(parent.id);
      return isExclusive === undefined || !(isExclusive || parent.isExclusive);
    });
  }

  take({ id, item, movesInHierarchy }: PlannedItem, parents: readonly ParentLock[], isFree: boolean): void {
    if (movesInHierarchy && !isFree) this.moveWaits = true;
    this.changed.add(id);
    if (item.kind !== 'update') this.movedInOrOut.add(id);
    for (const parent of parents) {
      this.parents.set(parent.id, parent.isExclusive || this.parents.get(parent.id) === true);
    }
  }
}
