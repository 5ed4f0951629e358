/**
 * What leads and opportunities share: since when they are in their step, that an archived one is not edited, and their
 * ids.
 */

import { type FieldLeaf, notUnique } from '../../plan/change/field-errors.js';
import { validationBits } from '../../request/write-request.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';
import { leadOpptyEvents, lifecycleEvent, recordEvent } from './lifecycle-events.js';

/** A record of the past came into its step when it was won, lost or made, not when it is written down here. */
const firstMoments = ['last_move_date', 'won_date', 'lost_date', 'created'] as const;

/** Call it once status and step are resolved. */
export function resolveMoves(draft: Draft, context: RuleContext): void {
  if (draft.origin) {
    draft.set('last_move_date', context.now);
  } else if (draft.isNew) {
    const moments = firstMoments.map((name) => draft.get(name));
    draft.set('last_move_date', moments.find((moment) => moment !== null) ?? null);
  } else if (draft.changes('step_id')) {
    if (!draft.changes('last_move_date')) draft.set('last_move_date', context.now);
    recordEvent(draft, context, leadOpptyEvents, lifecycleEvent.move, draft.get('last_move_date'));
  }
}

// A lead or an opportunity that was given up is not edited until it is reactivated. What may change meanwhile is what is said of its
// loss. `validation-level` 8, which lets read-only members be written, lets an archived record be written too.

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

// Leads and opportunities share their ids, because a qualified lead keeps its own: no record of the one may take an id of the other.

/** Ids that the service gives are new; only a caller who may choose one can meet another record's. */
function mayBeTaken(draft: Draft): boolean {
  return draft.isNew && !draft.origin && (draft.validationLevel & validationBits.readOnlyWritable) !== 0;
}

export function wantSharedId(draft: Draft, { catalog, lookups }: RuleContext, other: string): void {
  if (mayBeTaken(draft)) lookups.stateOf(catalog.existing(other), draft.id);
}

/** @param other the entity type that the ids are shared with */
export function rejectTakenId(draft: Draft, { catalog, lookups }: RuleContext, other: string): void {
  if (!mayBeTaken(draft)) return;
  if (lookups.found(lookups.stateOf(catalog.existing(other), draft.id)) !== null) {
    draft.errors.push(notUnique('id', draft.id, draft.id));
  }
}
