/**
 * Appointment: how long it is, its status by the clock of its last write, what series it belongs to, when its next reminder is
 * due, whether a connected calendar has it too. That it was made and that it took place are events.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { Operand } from '../../plan/list/predicate.js';
import {
  activityStatus,
  recordActivityEvents,
  reminderStatus,
  reminders,
  resolveActiveReminder,
  wantCompletion,
} from '../activities/activity-events.js';
import { type HeadFacts, hoursBetween, resolveSeries, secondsBefore, wantSeries } from '../activities/series.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

const calendarIds = ['exchange_entity_id', 'gapi_entity_id', 'o365_entity_id'];

export const appointmentRule: EntityRule = {
  follows: [reminders],

  wantRows(draft) {
    return draft.changes('start_date') ? [reminders] : [];
  },

  prepare(draft, context) {
    if (draft.act === 'delete') return undefined;
    const head = wantSeries(draft, context);
    wantCompletion(draft, context);
    return () => complete(draft, context, head);
  },
};

function complete(draft: Draft, context: RuleContext, head: HeadFacts | undefined): void {
  const [start, end] = [draft.text('start_date'), draft.text('end_date')];
  if (start !== null && end !== null) {
    if (end < start) draft.errors.push(invalid('end_date', 'is before start_date.'));
    draft.set('duration', hoursBetween(start, end));
  }
  resolveSeries(draft, context, head);
  draft.set('status', statusAt(draft, context.now));
  resolveActiveReminder(draft, context, (reminder) => dueOf(reminder, start));
  draft.set(
    'has_3rd_party_mapping',
    calendarIds.some((name) => (draft.text(name) ?? '') !== ''),
  );
  recordActivityEvents(draft, context, end !== null && end < context.now ? end : context.now);
}

/** What the write itself says stands; canceled stays until a write says something else. */
function statusAt(draft: Draft, now: string): Operand {
  const isSaid = draft.change.values.has('status') && draft.changes('status');
  if (isSaid || draft.stored?.status === activityStatus.canceled) return draft.get('status');
  const [start, end] = [draft.text('start_date'), draft.text('end_date')];
  if (start === null || start > now) return activityStatus.notStarted;
  return end === null || end > now ? activityStatus.inProgress : activityStatus.completed;
}

function dueOf(reminder: Draft, start: string | null): string | null {
  const status = reminder.get('status');
  if (status === reminderStatus.snoozed) return reminder.text('snooze_date');
  if (status !== reminderStatus.scheduled || start === null) return null;
  return secondsBefore(start, Number(reminder.get('end_date_offset') ?? 0));
}
