/**
 * The shape of what a generated team does and notes down.
 */
import type { appointmentTypes, taskTypes } from '../spaces/first-records.js';
import type { Place } from './demo-records.js';

/** What something is about: the places of records that are set. */
export interface DemoSubject {
  readonly account?: Place;
  readonly contact?: Place;
  readonly lead?: Place;
  readonly opportunity?: Place;
}

export interface DemoTask {
  readonly subject: string;
  readonly about: DemoSubject;
  readonly owner: Place;
  readonly type: (typeof taskTypes)[number]['name'];
  /** Date, UTC. */
  readonly start_date?: string;
  readonly due_date: string;
  readonly status: number;
  readonly priority: number;
  /** Seconds. */
  readonly call_duration?: number;
  readonly callOutcome?: string;
  /** Date-time, UTC: when the owner is reminded. */
  readonly remindAt?: string;
  readonly task_recurrence?: {
    readonly type: number;
    readonly occur_every: number;
    readonly day_of_week?: number;
    readonly day?: number;
    readonly start_date: string;
  };
  readonly created: string;
  /** When it was completed or last touched. */
  readonly modified: string;
}

export interface DemoAppointment {
  readonly subject: string;
  readonly about: DemoSubject;
  readonly owner: Place;
  readonly type: (typeof appointmentTypes)[number]['name'];
  /** Date-time, UTC. */
  readonly start_date: string;
  readonly end_date: string;
  readonly location?: string;
  readonly meeting_url?: { readonly url: string };
  /** Colleagues. */
  readonly users: readonly Place[];
  /** Seconds before the start at which the owner is reminded. */
  readonly remindBefore?: number;
  readonly recurrence_rule?: string;
  readonly recurrence_tzid?: string;
  /** Of an exception, an appointment earlier in the list and the occurrence that it replaces. */
  readonly series?: { readonly head: Place; readonly occurence_date: string };
  readonly created: string;
}

/** What a user wrote about a task. */
export interface DemoComment {
  readonly task: Place;
  readonly comment: string;
  readonly owner: Place;
  readonly created: string;
}

/** What a user wrote to a customer. */
export interface DemoEmail {
  readonly subject: string;
  readonly body: string;
  /** An address; none is known of some customers. */
  readonly to?: string;
  readonly about: DemoSubject;
  readonly owner: Place;
  /** Date-time, UTC. */
  readonly date_sent: string;
}

export interface DemoNote {
  readonly note: string;
  readonly about: DemoSubject;
  readonly owner: Place;
  readonly created: string;
}
