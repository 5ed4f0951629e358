/**
 * What is asked of agendas, as data.
 */
import type { Period } from '../filters/period.js';
import type { Predicate } from '../plan/predicate.js';
import type { AgendaKind } from './agenda-item.js';

export interface AgendaRequest {
  /** Each once. */
  readonly users: readonly string[];
  readonly period: Period;
  readonly kinds: ReadonlySet<AgendaKind>;
  readonly includeCompleted: boolean;
  /** Whether it is to be found out how opportunities stand. */
  readonly withFitness: boolean;
  /** Which records may stand there; null: all. */
  readonly appointments: Predicate | null;
  readonly tasks: Predicate | null;
  readonly opportunities: Predicate | null;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** Where the caller wrote it, for messages. */
  readonly at: string;
}

/** Items of one answer. Far more than anybody reads; what one answer holds and one statement brings up is bounded by it. */
export const maxAgendaItems = 10_000;
