/**
 * Opportunity: it is in a step of a pipeline, whose last one wins it; archiving loses it; each step of its life leaves an event.
 * Its value can follow from its line items, and one of its quotes is the one that it goes by.
 */

import { rejectArchivedEdit, rejectTakenId, resolveMoves, wantSharedId } from '../convert/lead-opportunity.js';
import { leadOpptyEvents, lifecycleEvent, recordEvent } from '../convert/lifecycle-events.js';
import {
  mayTakeOverEnd,
  type Outcome,
  resolveOutcomes,
  status,
  statusByStage,
  wantOutcomes,
} from '../convert/outcome.js';
import { isStaged, resolveStage, type StageFields, wantStage } from '../convert/stage.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';
import { resolveNamedQuote, wantNamedQuote } from './active-quote.js';
import { announceSum, itemsRelation, sumOfItems, sumsItems } from './line-items.js';

const stageFields: StageFields = {
  type: 'oppty_type_id',
  process: 'pipeline_id',
  mayLackType: true,
  mayLackStep: false,
};
const outcomes: readonly Outcome[] = [
  { status: status.won, date: 'won_date', kpi: lifecycleEvent.winOpportunity },
  { status: status.lost, date: 'lost_date', kpi: lifecycleEvent.loseOpportunity },
];
const leads = 'Lead';

export const opportunityRule: EntityRule = {
  follows: [itemsRelation],

  wantRows(draft) {
    return isSummed(draft) && sumsItems(draft, 'value', ['is_value_auto_calculate']) ? [itemsRelation] : [];
  },

  prepare(draft, context) {
    if (draft.act === 'delete') return undefined;
    wantSharedId(draft, context, leads);
    const stage = isDecided(draft) ? wantStage(draft, context, stageFields) : undefined;
    wantOutcomes(draft, context, outcomes);
    wantNamedQuote(draft, context);
    if (isSummed(draft)) announceSum(draft, context, 'value');
    return () => {
      rejectTakenId(draft, context, leads);
      rejectArchivedEdit(draft);
      resolveStage(draft, context, stageFields, stage);
      resolveOutcomes(draft, context, outcomes, isDecided(draft) ? statusByStage(draft, context, stage) : undefined);
      resolveMoves(draft, context);
      resolveNamedQuote(draft, context);
      if (isSummed(draft)) sumOfItems(draft, context, 'value');
      if (draft.isNew) recordBeginning(draft, context);
    };
  },

  mayTakeOver: mayTakeOverEnd,
};

/** Only a move decides again: steps that are added to a pipeline later do not take back what was won in it. */
function isDecided(draft: Draft): boolean {
  return isStaged(draft, stageFields) || draft.changes('is_archived');
}

function isSummed(draft: Draft): boolean {
  return draft.get('is_value_auto_calculate') === true;
}

/** What began as a lead was qualified, not created. */
function recordBeginning(draft: Draft, context: RuleContext): void {
  const qualified = draft.get('qualify_date');
  if (qualified !== null) recordEvent(draft, context, leadOpptyEvents, lifecycleEvent.qualifyLead, qualified);
  else
    recordEvent(draft, context, leadOpptyEvents, lifecycleEvent.createOpportunity, draft.get('created') ?? context.now);
}
