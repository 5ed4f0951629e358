/**
 * A request for agendas and the items that answer it, as data.
 */
import type { AgendaQuery } from '../../sql/analytics/agenda-select.js';
import type { FilterTab } from '../filters/filter-tab.js';
import type { Period } from '../filters/period.js';

/** The order of items of one time and name. */
export const agendaKinds = [
  'Appointment',
  'RecurrentAppointmentVirtualOccurence',
  'DueDateTask',
  'OpportunityClosingDate',
  'OpportunityVelocity',
] as const;

export type AgendaKind = (typeof agendaKinds)[number];

/** From good to bad. */
export const warningLevels = ['Ok', 'Notice', 'Warning', 'Error'] as const;

export type WarningLevel = (typeof warningLevels)[number];

interface ItemBase {
  readonly linkedId: string;
  /** `YYYY-MM-DD` in the zone of the agenda. */
  readonly date: string;
  readonly name: string;
}

export interface AppointmentItem extends ItemBase {
  readonly kind: 'Appointment';
  /** Moments in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly startDatetime: string | null;
  readonly endDatetime: string | null;
  readonly reminder: string | null;
  readonly appointmentType: string;
  readonly isRecurrent: boolean;
}

export interface OccurrenceItem extends ItemBase {
  readonly kind: 'RecurrentAppointmentVirtualOccurence';
  readonly startDatetime: string;
  readonly endDatetime: string | null;
  readonly occurenceDate: string;
  readonly appointmentType: string;
}

export interface TaskItem extends ItemBase {
  readonly kind: 'DueDateTask';
  readonly taskType: string;
  readonly priority: string;
  readonly reminder: string | null;
}

export interface OpportunityItem extends ItemBase {
  readonly kind: 'OpportunityClosingDate' | 'OpportunityVelocity';
  readonly fitness: WarningLevel | null;
  readonly opportunityRanking: number;
  readonly opportunityLabel: number;
}

export type AgendaItem = AppointmentItem | OccurrenceItem | TaskItem | OpportunityItem;

/** An item in the agenda of a user. */
export interface UserItem<Item extends AgendaItem = AgendaItem> {
  readonly user: string;
  readonly item: Item;
}

// A request for agendas, as data.

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
