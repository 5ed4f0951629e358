/**
 * TaskRecurrence: a pattern that can come true. Parts of it that are left out follow from its first day.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { EntityRule } from '../write/entity-rule.js';

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
