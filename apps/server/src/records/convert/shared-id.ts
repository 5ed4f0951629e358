/**
 * Leads and opportunities share their ids, because a qualified lead keeps its own: no record of the one may take an id of the other.
 */
import { notUnique } from '../../plan/change/field-errors.js';
import { validationBits } from '../../request/write-request.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

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
