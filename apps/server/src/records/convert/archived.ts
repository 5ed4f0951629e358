/**
 * A lead or an opportunity that was given up is not edited until it is reactivated. What may change meanwhile is what is said of its
 * loss. `validation-level` 8, which lets read-only members be written, lets an archived record be written too.
 */
import type { FieldLeaf } from '../../plan/change/field-errors.js';
import { validationBits } from '../../request/write-request.js';
import type { Draft } from '../write/draft.js';

/** `is_archived` itself reactivates. */
const ofTheLoss = new Set(['is_archived', 'lost_date', 'reason_of_close_id', 'reason_of_close_description']);

/** Adds an error for each member that the body changes. Call it before anything is derived in the draft. */
export function rejectArchivedEdit(draft: Draft): void {
  if (draft.act !== 'update' || draft.stored?.is_archived !== true || draft.get('is_archived') !== true) return;
  if ((draft.validationLevel & validationBits.readOnlyWritable) !== 0) return;
  draft.errors.push(...changedMembers(draft).map(archived));
}

function changedMembers(draft: Draft): string[] {
  const { change, stored } = draft;
  const values = [...change.values.keys()].filter((name) => draft.changes(name) && !ofTheLoss.has(name));
  const amounts = [...change.money].filter(([name, given]) => {
    const before = (stored?.[name] ?? {}) as Readonly<Record<string, unknown>>;
    return Object.entries(given ?? { base_value: null }).some(
      ([part, value]) => (value ?? null) !== (before[part] ?? null),
    );
  });
  const rows = draft.rowSets.filter(
    ({ field, drafts, removed }) =>
      change.rows.has(field.name) && (removed.length > 0 || drafts.some((row) => row.isNew || row.changesAnything)),
  );
  return [...values, ...amounts.map(([name]) => name), ...rows.map(({ field }) => field.name)];
}

function archived(field: string): FieldLeaf {
  const message =
    `[${field}] The record is archived and cannot be changed. Reactivate it first, by "is_archived": false, ` +
    'or write with validation-level 8.';
  return { errorName: 'ERROR_RECORD_ARCHIVED', message, field };
}
