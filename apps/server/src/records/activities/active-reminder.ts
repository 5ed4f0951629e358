/**
 * When the next reminder of a task or an appointment is due. It follows every write of a reminder.
 */
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

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
