/**
 * Chooses which of the items that wait can be written together. What the items before them change must be written first, where they
 * depend on it.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { StoredRecord } from '../draft.js';
import { type PlannedItem, storedId } from '../plan-item.js';
import { readStored } from '../stored-record.js';
import type { WriteContext } from '../write-context.js';
import type { OwnedRelation } from './owned-rows.js';
import { parentIds } from './sibling-rows.js';

/** Items of one entity type that are written together, and those that wait. */
export interface ChosenGroup {
  readonly items: readonly PlannedItem[];
  /** In their order. */
  readonly later: readonly PlannedItem[];
}

/** A record that must stay the same while rows of it are written. */
export interface ParentLock {
  readonly id: string;
  /** No other row of it may be written meanwhile. */
  readonly isExclusive: boolean;
}

/** Whether nothing is to be chosen: one item is left, about a record that is no row of another. */
export function isSingle({ store }: WriteContext, waiting: readonly PlannedItem[]): boolean {
  return waiting.length === 1 && waiting.every(({ entityType }) => !store.ownedRelations.has(entityType.name));
}

/**
 * @param waiting at least one, in their order
 * @param seen stored rows by id, read ahead of their group to know the parents that must be locked before them; what is read is added
 */
export async function nextGroup(
  context: WriteContext,
  waiting: readonly PlannedItem[],
  seen: Map<string, StoredRecord>,
): Promise<ChosenGroup> {
  const [{ entityType }] = waiting as [PlannedItem];
  const relations = context.store.ownedRelations.get(entityType.name) ?? [];
  if (relations.length > 0) await readRows(context, entityType, waiting, seen);
  return chooseGroup(waiting, (planned) => parentLocks(relations, planned, seen.get(planned.id)));
}

async function readRows(
  context: WriteContext,
  entityType: EntityType,
  waiting: readonly PlannedItem[],
  seen: Map<string, StoredRecord>,
): Promise<void> {
  const unseen = waiting.filter((planned) => planned.entityType === entityType && !seen.has(planned.id));
  const includeDeleted = unseen.some(({ item }) => item.kind === 'restore');
  const ids = unseen.flatMap((planned) => storedId(planned) ?? []);
  for (const [id, record] of await readStored(context, entityType, ids, { lock: 'none', includeDeleted })) {
    seen.set(id, record);
  }
}

function parentLocks(
  relations: readonly OwnedRelation[],
  planned: PlannedItem,
  stored: StoredRecord | undefined,
): ParentLock[] {
  return relations.flatMap(({ field }) => {
    const isExclusive = planned.isAlone === true || mayMoveFlag(planned, field, stored);
    const parents = parentIds(field, [{ seen: stored, changed: planned.change.values }]);
    return parents.map((id) => ({ id, isExclusive }));
  });
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

/**
 * Items of one entity type, the first one always among them. A record is written once in a group; what points at a record that comes,
 * goes or comes back in it waits until that is done, and so does what makes a record out of one that changes. Items that move records
 * in a hierarchy do not overtake each other: whether one makes a circle depends on those before it.
 * @param waiting at least one, in their order
 */
export function chooseGroup(
  waiting: readonly PlannedItem[],
  parentsOf: (item: PlannedItem) => readonly ParentLock[],
): ChosenGroup {
  const entityType = waiting[0]?.entityType;
  const end = waiting.findIndex((item) => item.entityType !== entityType);
  const candidates = end === -1 ? waiting : waiting.slice(0, end);
  const blocked = new BlockedRecords();
  const items: PlannedItem[] = [];
  const later: PlannedItem[] = [];
  for (const item of candidates) {
    const parents = parentsOf(item);
    const isFree = !blocked.blocks(item, parents);
    (isFree ? items : later).push(item);
    // What waits blocks its records too: what comes after it must not overtake it.
    blocked.add(item, parents, isFree);
  }
  return { items, later: [...later, ...waiting.slice(candidates.length)] };
}

/** The records that the items so far change or lock. */
class BlockedRecords {
  private readonly changed = new Set<string>();
  private readonly movedInOrOut = new Set<string>();
  private readonly parents = new Map<string, boolean>();
  private moveWaits = false;

  blocks({ id, item, references, movesInHierarchy }: PlannedItem, parents: readonly ParentLock[]): boolean {
    if (this.changed.has(id) || (movesInHierarchy && this.moveWaits)) return true;
    const awaited = item.kind === 'create' ? this.changed : this.movedInOrOut;
    if (references.some((reference) => awaited.has(reference))) return true;
    return parents.some((parent) => {
      const isExclusive = this.parents.get(parent.id);
      return isExclusive !== undefined && (isExclusive || parent.isExclusive);
    });
  }

  add({ id, item, movesInHierarchy }: PlannedItem, parents: readonly ParentLock[], isFree: boolean): void {
    if (movesInHierarchy && !isFree) this.moveWaits = true;
    this.changed.add(id);
    if (item.kind !== 'update') this.movedInOrOut.add(id);
    for (const parent of parents) {
      this.parents.set(parent.id, parent.isExclusive || this.parents.get(parent.id) === true);
    }
  }
}
