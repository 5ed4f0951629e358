/**
 * Task: when its next reminder is due. Its creation and its completion are events.
 */
import { invalid } from '../../plan/change/field-errors.js';
import {
  recordActivityEvents,
  reminderStatus,
  reminders,
  resolveActiveReminder,
  wantCompletion,
} from '../activities/activity-events.js';
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

// TaskRecurrence: a pattern that can come true. Parts of it that are left out follow from its first day.

const yearlyAbsolute = 6;
/** Of a leap year, from January on. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const taskRecurrenceRule: EntityRule = {
  complete(draft) {
    const [start, end] = [draft.text('start_date'), draft.text('end_date')];
    if (start !== null && end !== null && end < start) {
      draft.errors.push(invalid('end_date', 'is before start_date.'));
    }
    const [day, month] = [Number(draft.get('day') ?? 1), Number(draft.get('month') ?? 1)];
    const days = daysOfMonths[month - 1] ?? 31;
    if (draft.get('type') === yearlyAbsolute && day > days) {
      draft.errors.push(invalid('day', `must be from 1 to ${days} in this month.`));
    }
  },
};
