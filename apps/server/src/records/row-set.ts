/**
 * The owned rows of one relation as they will be after a write of their parent.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { RowsChange } from '../plan/change.js';
import { inItem, invalid, relationMissing } from '../plan/mistakes.js';
import { checkPrimary } from '../plan/plan-change.js';
import { Draft, type StoredRecord, unchangedDraft } from './draft.js';

export interface RowSet {
  readonly field: RowsField;
  readonly target: EntityType;
  /** Rows to make and rows to change, in the order of the body. */
  readonly drafts: readonly Draft[];
  /** Ids of stored rows that the new set leaves out. */
  readonly removed: readonly string[];
}

/**
 * Lays the set that a body gives over the stored one. Mistakes of the set go to the parent.
 * @param stored the parent's rows that are not deleted
 */
export function draftRows(
  parent: Draft,
  rows: RowsChange,
  target: EntityType,
  stored: readonly StoredRecord[],
  newId: () => string,
): RowSet {
  const { field } = rows;
  const storedById = new Map(stored.map((row) => [String(row.id), row]));
  const named = new Set<string>();
  const drafts = rows.items.map(({ id, change }, index) => {
    const row = id === undefined ? undefined : storedById.get(id);
    if (id !== undefined) {
      if (!row) parent.mistakes.push(inItem(field, index, relationMissing(target, 'id', id, target.name)));
      if (named.has(id))
        parent.mistakes.push(inItem(field, index, invalid('id', 'stands in an earlier item already.')));
      named.add(id);
    }
    const draft = new Draft(target, id ?? newId(), row, { ...change, mistakes: [] }, parent.validationLevel);
    if (!row) draft.set(field.via, parent.id);
    return draft;
  });
  const isPrimaryNow = (id: string) => field.primary !== undefined && storedById.get(id)?.[field.primary] === true;
  const primaryMistake = checkPrimary(rows, isPrimaryNow);
  if (primaryMistake) parent.mistakes.push(primaryMistake);
  if (field.primary !== undefined) {
    for (const draft of drafts) if (draft.get(field.primary) === null) draft.set(field.primary, false);
  }
  const kept = new Set(drafts.map((draft) => draft.id));
  return { field, target, drafts, removed: [...storedById.keys()].filter((id) => !kept.has(id)) };
}

/** The stored set as it is; only what follows from a change of its parent changes in it. */
export function keepRows(field: RowsField, target: EntityType, stored: readonly StoredRecord[]): RowSet {
  return { field, target, drafts: stored.map((row) => unchangedDraft(target, row)), removed: [] };
}

/** Whether the new set differs from the stored one. */
export function changesRows({ drafts, removed }: RowSet): boolean {
  return removed.length > 0 || drafts.some((draft) => draft.isNew || draft.changesAnything);
}

/** Sets the parent's fields that show members of its primary row. */
export function derivePrimary(parent: Draft, set: RowSet): void {
  const { primary } = set.field;
  const row = primary === undefined ? undefined : set.drafts.find((draft) => draft.get(primary) === true);
  for (const field of parent.entityType.fields) {
    if (field.derived?.kind !== 'primary' || field.derived.rows !== set.field.name) continue;
    parent.set(field.name, row?.get(field.derived.member) ?? null);
  }
}
