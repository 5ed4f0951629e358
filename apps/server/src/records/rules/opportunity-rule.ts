/**
 * Opportunity: what its step and its archiving say of its life. The last step of the pipeline wins it, archiving loses it.
 */
import type { Draft } from '../draft.js';
import type { EntityRule, RuleContext } from '../entity-rule.js';

const status = { open: 1, lost: 2, won: 3 } as const;

export const opportunityRule: EntityRule = {
  prepare(draft, context) {
    const step = draft.text('step_id');
    if (step === null || !isMoved(draft)) return;
    lastStep(context, step);
  },

  complete(draft, context) {
    if (isMoved(draft)) setStatus(draft, context);
    if (draft.isNew) setFirstMove(draft);
    else if (draft.changes('step_id') && !draft.changes('last_move_date')) draft.set('last_move_date', context.now);
  },
};

/** A record of the past came into its step when it was won, lost or made, not when it is written down here. */
function setFirstMove(draft: Draft): void {
  const moments = ['last_move_date', 'won_date', 'lost_date', 'created'].map((name) => draft.get(name));
  draft.set('last_move_date', moments.find((moment) => moment !== null) ?? null);
}

function setStatus(draft: Draft, context: RuleContext): void {
  const step = draft.text('step_id');
  const isLast = step !== null && context.lookups.found(lastStep(context, step)) === step;
  const after = draft.get('is_archived') === true ? status.lost : isLast ? status.won : status.open;
  const before = draft.isNew ? status.open : draft.get('status');
  draft.set('status', after);
  if (after === before) return;
  setDate(draft, 'won_date', after === status.won, context.now);
  setDate(draft, 'lost_date', after === status.lost, context.now);
}

/** Only a move decides anew: steps that are added to a pipeline later do not take back what was won in it. */
function isMoved(draft: Draft): boolean {
  return draft.isNew || draft.changes('step_id') || draft.changes('is_archived');
}

/**
 * A date that the body changes stands; one that it only repeats was not meant. Otherwise it is the moment of winning or losing,
 * and goes when that is undone.
 */
function setDate(draft: Draft, field: string, isReached: boolean, now: string): void {
  if (draft.changes(field)) return;
  draft.set(field, isReached ? now : null);
}

function lastStep({ catalog, lookups }: RuleContext, step: string) {
  return lookups.lastSibling(catalog.existing('Step'), step, 'pipeline_id', 'sort_order');
}
