/**
 * Asks for agendas over GraphQL, with all that their items tell.
 */
import type { AnsweredError } from '../graphql/graphql-server.js';
import type { Json, TestSpace } from '../test-space.js';

export interface AgendaItem extends Json {
  readonly __typename: string;
  readonly linkedId: string;
  readonly date: string;
  readonly name: string;
}

export interface Agenda {
  readonly clientId: string;
  readonly items: readonly AgendaItem[];
}

export type Variables = Readonly<Record<string, unknown>>;

const activities = `
  __typename linkedId date name
  ... on AgendaAppointment { startDatetime endDatetime reminder appointmentType isRecurrent }
  ... on AgendaRecurrentAppointmentVirtualOccurence { startDatetime endDatetime occurenceDate appointmentType }
  ... on AgendaDueDateTask { taskType priority reminder }`;

const opportunities = `
  ... on AgendaOpportunityClosingDate { fitness opportunityRanking opportunityLabel }
  ... on AgendaOpportunityVelocity { fitness opportunityRanking opportunityLabel }`;

const common =
  '$clientIds: [UUID!]!, $period: PeriodInput!, $kinds: [AgendaItemKindEnum!], $includeCompleted: Boolean! = false';
const filters = '$appointments: AgendaFilterInput, $tasks: AgendaFilterInput';
const given = `clientIds: $clientIds, period: $period, kinds: $kinds, includeCompleted: $includeCompleted,
  appointments: $appointments, tasks: $tasks`;

export const documents = {
  navigatorAgenda: `query (${common}, ${filters}, $opportunities: AgendaFilterInput) {
    navigatorAgenda(${given}, opportunities: $opportunities) { clientId items { ${activities} ${opportunities} } }
  }`,
  activityAgenda: `query (${common}, ${filters}) {
    activityAgenda(${given}) { clientId items { ${activities} } }
  }`,
} as const;

export type AgendaField = keyof typeof documents;

interface Sent {
  readonly data?: Readonly<Record<string, readonly Agenda[]>>;
  readonly errors?: readonly AnsweredError[];
}

export async function sendAgenda(space: TestSpace, field: AgendaField, variables: Variables): Promise<Sent> {
  const answer = await fetch(`${space.origin}/api/v100/graphql/spaces/${space.id}`, {
    method: 'POST',
    headers: { authorization: space.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: documents[field], variables }),
  });
  return (await answer.json()) as Sent;
}

/** @throws Error for an answer with errors */
export async function askAgenda(
  space: TestSpace,
  variables: Variables,
  field: AgendaField = 'navigatorAgenda',
): Promise<readonly Agenda[]> {
  const { data, errors } = await sendAgenda(space, field, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data?.[field] ?? [];
}

/** @returns the items of the only agenda */
export async function itemsOf(
  space: TestSpace,
  variables: Variables,
  field?: AgendaField,
): Promise<readonly AgendaItem[]> {
  const [agenda, ...others] = await askAgenda(space, variables, field);
  if (!agenda || others.length > 0) throw new Error(`${others.length + Number(agenda !== undefined)} agendas`);
  return agenda.items;
}
