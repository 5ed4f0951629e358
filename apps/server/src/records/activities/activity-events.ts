/**
 * The events of tasks and appointments that key figures count: that they were made and that they were completed. One
 * whose completion is taken back loses that event. And their reminders: which is active.
 */
import type { Operand } from '../../plan/list/predicate.js';
import type { Fact } from '../../sql/write/lookups.js';
import { creation, type EventType, recordEvent } from '../convert/lifecycle-events.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

/** `status` of tasks and appointments. */
export const activityStatus = { notStarted: 1, inProgress: 2, completed: 4, canceled: 6 } as const;

const events: EventType = { entityType: 'ActivityKPI', record: 'activity_id' };
const completion = 2;

/** Asks for the event that may have to go; call it before `recordActivityEvents`. */
export function wantCompletion(draft: Draft, context: RuleContext): void {
  if (wasCompleted(draft)) completionOf(draft, context);
}

/** @param completedAt when it was completed, if the write completes it */
export function recordActivityEvents(draft: Draft, context: RuleContext, completedAt: Operand): void {
  const isCompleted = draft.get('status') === activityStatus.completed;
  if (draft.isNew) recordEvent(draft, context, events, creation, draft.get('created') ?? context.now);
  if (isCompleted && !wasCompleted(draft)) recordEvent(draft, context, events, completion, completedAt);
  if (!isCompleted && wasCompleted(draft)) takeBack(draft, context);
}

function wasCompleted(draft: Draft): boolean {
  return draft.stored?.status === activityStatus.completed;
}

function takeBack(draft: Draft, context: RuleContext): void {
  const event = context.lookups.found(completionOf(draft, context));
  if (event !== null) context.change(events.entityType, event, new Map([['is_deleted', true]]));
}

/** The last one: it may have been completed several times. */
function completionOf(draft: Draft, { catalog, lookups }: RuleContext): Fact {
  return lookups.lastWhere(catalog.existing(events.entityType), { [events.record]: draft.id, kpi: completion });
}

// When the next reminder of a task or an appointment is due. It follows every write of a reminder.

/** The relation to the reminders: one for each user who is reminded. */
export const reminders = 'reminder';

/** `status` of a reminder. */
export const reminderStatus = { snoozed: 0, scheduled: 1, dismissed: 2 } as const;

/**
 * Leaves it as it is when the write works on no reminder.
 * @param dueOf when a reminder is due; null: never
 */
export function resolveActiveReminder(
  draft: Draft,
  { rowSets }: RuleContext,
  dueOf: (reminder: Draft) => string | null,
): void {
  const set = rowSets.find(({ field }) => field.name === reminders);
  if (!set) return;
  const due = set.drafts.flatMap((reminder) => dueOf(reminder) ?? []).sort();
  draft.set('active_reminder', due[0] ?? null);
}
