/**
 * Quote: it is in a step of its type's process, whose last one wins it, and archiving loses it; its value is the sum of its line items;
 * it can be the one that its opportunity goes by.
 */

import { statusByStage } from '../convert/outcome.js';
import { isStaged, resolveStage, type StageFields, wantStage } from '../convert/stage.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule } from '../write/entity-rule.js';
import { resolveMarkedQuote, unmarkRemoved, wantMarkedQuote } from './active-quote.js';
import { announceSum, itemsRelation, sumOfItems, sumsItems } from './line-items.js';

const stageFields: StageFields = {
  type: 'quote_type_id',
  process: 'quote_process_id',
  mayLackType: false,
  mayLackStep: true,
};
const total = 'total_amount';

export const quoteRule: EntityRule = {
  follows: [itemsRelation],
  watchesDeletion: true,

  wantRows(draft) {
    return sumsItems(draft, total) ? [itemsRelation] : [];
  },

  prepare(draft, context) {
    wantMarkedQuote(draft, context);
    if (draft.act === 'delete') return () => unmarkRemoved(draft, context);
    const stage = isDecided(draft) ? wantStage(draft, context, stageFields) : undefined;
    announceSum(draft, context, total);
    return () => {
      resolveStage(draft, context, stageFields, stage);
      if (isDecided(draft)) draft.set('status', statusByStage(draft, context, stage));
      resolveMarkedQuote(draft, context);
      sumOfItems(draft, context, total);
    };
  },
};

/** Only a move decides again: steps that are added to a process later do not take back what was won in it. */
function isDecided(draft: Draft): boolean {
  return isStaged(draft, stageFields) || (draft.act === 'update' && draft.changes('is_archived'));
}
