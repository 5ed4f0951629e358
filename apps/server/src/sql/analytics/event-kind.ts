/**
 * What happens in a space that key figures count: for each kind of event the rows that tell of it. Data only.
 */

export type EventKind =
  | 'createLead'
  | 'createOppty'
  | 'qualifyLead'
  | 'winOppty'
  | 'loseLead'
  | 'loseOppty'
  | 'createActivity'
  | 'completeActivity'
  | 'sendEmail';

/** What can be known of events besides their number: the values of their records, and how long these had existed. */
export type Fact = 'amount' | 'seconds';

/** Where rows that tell of events are stored. */
export interface EventSource {
  readonly entityType: string;
  /** Says what happened. */
  readonly what: string;
  readonly when: string;
  /** The user who did it. */
  readonly who: string;
  /** The sales unit of the record at that time; null: rows tell of none, and the user's default unit counts. */
  readonly unit: string | null;
  /** The record to which it happened; the row itself where it is `id`. */
  readonly record: string;
}

const leadOpptyEvents: EventSource = {
  entityType: 'LeadOpptyKPI',
  what: 'kpi',
  when: 'created',
  who: 'client_id',
  unit: 'unit_id',
  record: 'lead_oppty_id',
};

const activityEvents: EventSource = { ...leadOpptyEvents, entityType: 'ActivityKPI', record: 'activity_id' };

const emails: EventSource = {
  entityType: 'Email',
  what: 'direction',
  when: 'date_sent',
  who: 'sender_client_id',
  unit: null,
  record: 'id',
};

export interface EventDefinition {
  readonly source: EventSource;
  /** The value of `what`. */
  readonly code: number;
  /** The entity types that its record can be of now; the first has what is added up. None: the row itself is the record. */
  readonly records: readonly string[];
  /** The entity types by whose records a filter chooses which of these events count. */
  readonly filteredBy: readonly string[];
}

const ofLeads = ['Lead', 'LeadOppty'];
const ofOpportunities = ['Opportunity', 'LeadOppty'];
const activities = ['Task', 'Appointment'];
const ofActivities = [...activities, 'Activity'];

export const eventKinds: Readonly<Record<EventKind, EventDefinition>> = {
  createLead: { source: leadOpptyEvents, code: 1, records: ['Lead', 'Opportunity'], filteredBy: ofLeads },
  createOppty: { source: leadOpptyEvents, code: 2, records: ['Opportunity', 'Lead'], filteredBy: ofOpportunities },
  qualifyLead: { source: leadOpptyEvents, code: 4, records: ['Opportunity'], filteredBy: ofLeads },
  winOppty: { source: leadOpptyEvents, code: 5, records: ['Opportunity'], filteredBy: ofOpportunities },
  loseLead: { source: leadOpptyEvents, code: 6, records: ['Lead'], filteredBy: ofLeads },
  loseOppty: { source: leadOpptyEvents, code: 7, records: ['Opportunity'], filteredBy: ofOpportunities },
  createActivity: { source: activityEvents, code: 1, records: activities, filteredBy: ofActivities },
  completeActivity: { source: activityEvents, code: 2, records: activities, filteredBy: ofActivities },
  sendEmail: { source: emails, code: 2, records: [], filteredBy: ['Email'] },
};

/** The entity types that a filter of key figures can be about. */
export const filterableTypes: readonly string[] = [
  ...new Set(Object.values(eventKinds).flatMap(({ filteredBy }) => filteredBy)),
];
