/**
 * When a lead or an opportunity last came into another step, from which its days in the step are counted.
 */
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
