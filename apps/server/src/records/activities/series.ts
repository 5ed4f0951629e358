/**
 * Recurring appointments: the head of a series has a rule; an exception takes the place of one occurrence and names the head.
 */
import { invalid } from '../../plan/change/field-errors.js';
import { valueField } from '../../plan/relations/field-path.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';
import { recurrenceProblem } from './recurrence-rule.js';

const rule = 'recurrence_rule';
const zone = 'recurrence_tzid';
const head = 'recurrence_master_id';
const occurrence = 'occurence_date';

/** How long an appointment that repeats may last: its occurrences are in all agendas of that time. */
export const maxRepeatedDays = 31;

/** What a write needs to know of the head that its draft names. */
export interface HeadFacts {
  readonly state: Fact;
  readonly rule: Fact;
}

/** Asks for what `resolveSeries` decides by. */
export function wantSeries(draft: Draft, { lookups }: RuleContext): HeadFacts | undefined {
  const id = draft.text(head);
  if (id === null || !draft.setsAnew(head)) return undefined;
  const { entityType } = draft;
  return {
    state: lookups.stateOf(entityType, id),
    rule: lookups.memberOf(entityType, id, valueField(entityType, rule)),
  };
}

export function resolveSeries(draft: Draft, context: RuleContext, facts: HeadFacts | undefined): void {
  checkRule(draft);
  checkZone(draft);
  if (draft.text(head) === null) resolveNoException(draft);
  else resolveException(draft, context, facts);
  const isException = draft.text(head) !== null;
  draft.set('is_recurrence_exception', isException);
  draft.set('is_recurrence_active', !isException && (draft.text(rule) ?? '') !== '');
  checkLength(draft);
}

function checkLength(draft: Draft): void {
  const [start, end] = [draft.text('start_date'), draft.text('end_date')];
  if (draft.get('is_recurrence_active') !== true || start === null || end === null) return;
  if (![rule, 'start_date', 'end_date'].some((name) => draft.setsAnew(name))) return;
  if (hoursBetween(start, end) <= 24 * maxRepeatedDays) return;
  const problem = `is more than ${maxRepeatedDays} days after start_date; an appointment that repeats lasts at most so long.`;
  draft.errors.push(invalid('end_date', problem));
}

function checkRule(draft: Draft): void {
  const text = draft.text(rule);
  const problem = text === null || text === '' || !draft.setsAnew(rule) ? undefined : recurrenceProblem(text);
  if (problem !== undefined) draft.errors.push(invalid(rule, problem));
}

function checkZone(draft: Draft): void {
  const name = draft.text(zone);
  if (name === null || name === '' || !draft.setsAnew(zone) || isTimeZone(name)) return;
  draft.errors.push(
    invalid(zone, `${JSON.stringify(name)} is not a time zone; use an IANA name such as Europe/Vienna.`),
  );
}

/** Node would take an offset too, which says nothing of summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function resolveNoException(draft: Draft): void {
  if (draft.get(occurrence) === null) return;
  if (draft.changes(occurrence)) {
    draft.errors.push(invalid(occurrence, `is of an exception only: name its series in ${head}.`));
  } else {
    draft.set(occurrence, null);
  }
}

function resolveException(draft: Draft, { lookups }: RuleContext, facts: HeadFacts | undefined): void {
  // One that is not there is an error of its own. An exception has no rule, and so is no head.
  if (facts && lookups.found(facts.state) !== null && (lookups.found(facts.rule) ?? '') === '') {
    draft.errors.push(invalid(head, `${draft.text(head)} is not the head of a series.`));
  }
  if (draft.text(head) === draft.id) draft.errors.push(invalid(head, 'An appointment is not an exception of itself.'));
  if ((draft.text(rule) ?? '') !== '') {
    draft.errors.push(invalid(rule, `An exception follows the rule of its series, which ${head} names.`));
  }
  const becomesException = draft.isNew || (draft.stored?.[head] ?? null) === null;
  if (becomesException && !draft.changes(occurrence)) {
    draft.set(occurrence, draft.stored ? String(draft.stored.start_date) : draft.get('start_date'));
  }
}

// Computes with moments in the form that is stored: `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. Pure.

const microsecondsPerHour = 3_600_000_000;

/** @returns hours from one moment to another; negative when the second comes first */
export function hoursBetween(start: string, end: string): number {
  return (microseconds(end) - microseconds(start)) / microsecondsPerHour;
}

/** @param seconds whole ones */
export function secondsBefore(moment: string, seconds: number): string {
  const whole = new Date(Date.parse(`${moment.slice(0, 19)}Z`) - seconds * 1000);
  return `${whole.toISOString().slice(0, 19)}${moment.slice(19)}`;
}

/** Since the beginning of 1970. Doubles hold them exactly until the year 2255. */
function microseconds(moment: string): number {
  return Date.parse(`${moment.slice(0, 19)}Z`) * 1000 + Number(moment.slice(20).padEnd(6, '0'));
}
