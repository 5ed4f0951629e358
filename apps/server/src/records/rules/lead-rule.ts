/**
 * Lead: it is in a step of its type's process, archiving loses it, and each step of its life leaves an event. One that was an
 * opportunity comes back: its qualification is undone.
 */

import { rejectArchivedEdit, rejectTakenId, resolveMoves, wantSharedId } from '../convert/lead-opportunity.js';
import { changeEvent, leadOpptyEvents, lifecycleEvent, recordEvent, wantEvent } from '../convert/lifecycle-events.js';
import { mayTakeOverEnd, type Outcome, resolveOutcomes, status, wantOutcomes } from '../convert/outcome.js';
import { isStaged, resolveStage, type StageFields, wantStage } from '../convert/stage.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

const stageFields: StageFields = {
  type: 'lead_type_id',
  process: 'lead_process_id',
  mayLackType: false,
  mayLackStep: true,
};
const outcomes: readonly Outcome[] = [{ status: status.lost, date: 'lost_date', kpi: lifecycleEvent.loseLead }];
const opportunities = 'Opportunity';

export const leadRule: EntityRule = {
  prepare(draft, context) {
    if (draft.act === 'delete') return undefined;
    wantSharedId(draft, context, opportunities);
    const stage = isStaged(draft, stageFields) ? wantStage(draft, context, stageFields) : undefined;
    wantOutcomes(draft, context, outcomes);
    if (draft.origin) wantEvent(draft, context, lifecycleEvent.qualifyLead);
    return () => {
      rejectTakenId(draft, context, opportunities);
      rejectArchivedEdit(draft);
      resolveStage(draft, context, stageFields, stage);
      resolveOutcomes(draft, context, outcomes, statusAfter(draft));
      resolveMoves(draft, context);
      if (draft.origin) changeEvent(draft, context, lifecycleEvent.qualifyLead, { is_deleted: true });
      else if (draft.isNew) recordCreation(draft, context);
    };
  },

  mayTakeOver: mayTakeOverEnd,
};

function recordCreation(draft: Draft, context: RuleContext): void {
  recordEvent(draft, context, leadOpptyEvents, lifecycleEvent.createLead, draft.get('created') ?? context.now);
}

function statusAfter(draft: Draft) {
  if (!draft.isNew && !draft.changes('is_archived')) return undefined;
  return draft.get('is_archived') === true ? status.lost : status.open;
}
