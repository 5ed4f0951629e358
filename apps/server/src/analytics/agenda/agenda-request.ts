/**
 * A request for agendas, as data.
 */

import type { AgendaQuery } from '../../sql/analytics/agenda-select.js';
import type { FilterTab } from '../filters/filter-tab.js';
import type { Period } from '../filters/period.js';
import type { AgendaKind } from './agenda-item.js';

export { maxAgendaItems } from '../../sql/analytics/agenda-select.js';

/** Types of records that agendas show. */
export type FilteredType = keyof AgendaQuery['predicates'];

export interface GivenFilter {
  readonly tab: FilterTab | null;
  /** Id of a saved filter. */
  readonly profileId: string | null;
  /** Where the caller wrote it, for messages. */
  readonly at: string;
}

export interface AgendaRequest {
  /** Each once. */
  readonly users: readonly string[];
  readonly period: Period;
  readonly kinds: ReadonlySet<AgendaKind>;
  readonly includeCompleted: boolean;
  /** Whether the fitness of opportunities is wanted. */
  readonly withFitness: boolean;
  /** Which records may be shown. */
  readonly filters: Readonly<Record<FilteredType, GivenFilter>>;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** Where the caller wrote it, for messages. */
  readonly at: string;
}

/** The same with its filters planned. */
export interface PlannedAgenda extends AgendaRequest {
  readonly predicates: AgendaQuery['predicates'];
}
