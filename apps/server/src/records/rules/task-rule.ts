/**
 * Task: when its next reminder is due. Its creation and its completion are events.
 */
import { invalid } from '../../plan/change/field-errors.js';
import { reminderStatus, reminders, resolveActiveReminder } from '../activities/active-reminder.js';
import { recordActivityEvents, wantCompletion } from '../activities/activity-events.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

export const taskRule: EntityRule = {
  follows: [reminders],

  prepare(draft, context) {
    if (draft.act === 'delete') return undefined;
    wantCompletion(draft, context);
    return () => complete(draft, context);
  },
};

function complete(draft: Draft, context: RuleContext): void {
  const [start, due] = [draft.text('start_date'), draft.text('due_date')];
  if (start !== null && due !== null && due < start) {
    draft.errors.push(invalid('due_date', 'is before start_date.'));
  }
  resolveActiveReminder(draft, context, dueOf);
  // A task of the past was last changed when it was completed, as far as anybody says.
  recordActivityEvents(draft, context, draft.values.get('modified') ?? context.now);
}

function dueOf(reminder: Draft): string | null {
  return reminder.get('status') === reminderStatus.dismissed ? null : reminder.text('set_date');
}
