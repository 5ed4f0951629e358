/**
 * How a lead or an opportunity ended: its status, the date of its win or loss and the event that key figures count. All three follow
 * from one another; a reopened record loses both date and event.
 */
import type { Draft, StoredRecord } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';
import { changeEvent, leadOpptyEvents, recordEvent, wantEvent } from './lifecycle-events.js';
import { type StepFacts, standsInLastStep } from './stage.js';

export const status = { open: 1, lost: 2, won: 3 } as const;
export type Status = (typeof status)[keyof typeof status];

/** @returns what archive and stage say of a record, once its stage is resolved */
export function statusByStage(draft: Draft, context: RuleContext, stage: StepFacts | undefined): Status {
  if (draft.get('is_archived') === true) return status.lost;
  return standsInLastStep(draft, context, stage) ? status.won : status.open;
}

/** An end that a record can come to. */
export interface Outcome {
  readonly status: Status;
  /** The field with the date of it. */
  readonly date: string;
  readonly kpi: number;
}

/** Asks for the events that may have to move or go; call it before `resolveOutcomes`. */
export function wantOutcomes(draft: Draft, context: RuleContext, outcomes: readonly Outcome[]): void {
  if (draft.isNew) return;
  for (const outcome of outcomes) if (mayHaveEvent(draft, outcome)) wantEvent(draft, context, outcome.kpi);
}

/** Only what was there before the write has an event already. */
function mayHaveEvent(draft: Draft, outcome: Outcome): boolean {
  return draft.stored?.status === outcome.status;
}

/**
 * Sets the status, and the dates and events that go with it.
 * @param after undefined: the write does not decide on the status
 */
export function resolveOutcomes(
  draft: Draft,
  context: RuleContext,
  outcomes: readonly Outcome[],
  after: Status | undefined,
): void {
  const before = draft.isNew ? status.open : draft.stored?.status;
  if (after !== undefined) draft.set('status', after);
  const now = after ?? before;
  for (const outcome of outcomes) {
    const isReached = now === outcome.status;
    if (now !== before) setDate(draft, outcome, isReached, context.now);
    if (isReached && now === before) followDate(draft, context, outcome);
    else if (isReached) recordEvent(draft, context, leadOpptyEvents, outcome.kpi, draft.get(outcome.date));
    else if (mayHaveEvent(draft, outcome)) changeEvent(draft, context, outcome.kpi, { is_deleted: true });
  }
}

/**
 * A date that the body changes stands; one that it only repeats was not meant. Otherwise it is the moment of winning or losing,
 * and goes when that is undone.
 */
function setDate(draft: Draft, { date }: Outcome, isReached: boolean, now: string): void {
  const isGiven = draft.changes(date) && (draft.get(date) !== null || !isReached);
  if (!isGiven) draft.set(date, isReached ? now : null);
}

/** The date of a win or a loss can be another one, but not none: it keeps what it is. */
function followDate(draft: Draft, context: RuleContext, { date, kpi }: Outcome): void {
  if (!draft.changes(date)) return;
  if (draft.get(date) === null) draft.values.delete(date);
  else changeEvent(draft, context, kpi, { created: draft.get(date) });
}

/** What is said of an end. */
const ofTheEnd = new Set(['won_date', 'lost_date', 'reason_of_close_id', 'reason_of_close_description']);

/** When records are merged, how one of them ended is said of another one only where that ended alike. */
export function mayTakeOverEnd(name: string, record: StoredRecord, other: StoredRecord): boolean {
  return !ofTheEnd.has(name) || record.status === other.status;
}
