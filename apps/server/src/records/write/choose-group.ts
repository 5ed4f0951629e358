/**
 * Chooses which of many writes can be made together with the outcome that they would have one after another. Pure.
 */
import type { PlannedItem } from './plan-item.js';

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
