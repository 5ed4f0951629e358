/**
 * Promises of GraphQL about agendas. What is made is at days around a change of clocks, under names of its own.
 */

import type { RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectEqual } from '../../expectation.js';
import { type Json, type JsonObject, readObjects } from '../../http/json.js';
import { createTwoSteps } from '../two-steps.js';
import { expectArgumentRejected } from './errors.js';
import { tabOf } from './tabs.js';

/** On the morning of March 30, 2031 clocks in Vienna go from two to three. */
const period = { startDate: '2031-03-28', endDate: '2031-04-02', timeZone: 'Europe/Vienna' };

const members = `__typename linkedId date name
  ... on AgendaDueDateTask { priority }
  ... on AgendaAppointment { startDatetime endDatetime isRecurrent }
  ... on AgendaRecurrentAppointmentVirtualOccurence { startDatetime endDatetime occurenceDate }`;

/** The items that carry the name, without it. */
async function agenda(
  { graphql, fixtures }: CheckContext,
  field: 'navigatorAgenda' | 'activityAgenda',
  name: string,
  more: JsonObject = {},
): Promise<JsonObject[]> {
  const declared = '$ids: [UUID!]!, $period: PeriodInput!, $kinds: [AgendaItemKindEnum!], $done: Boolean! = false';
  const query = `query (${declared}, $tasks: AgendaFilterInput) {
    ${field}(clientIds: $ids, period: $period, kinds: $kinds, includeCompleted: $done, tasks: $tasks) {
      clientId
      items { ${members}${field === 'navigatorAgenda' ? ' ... on AgendaOpportunityClosingDate { opportunityRanking }' : ''} }
    }
  }`;
  const ids = [await fixtures.idOf('Client')];
  const agendas = readObjects((await graphql.run(query, { ids, period, ...more }))[field], field);
  expectEqual(
    agendas.map(({ clientId }) => clientId),
    ids,
    'the users of the agendas',
  );
  const items = readObjects(agendas[0]?.items, 'items').filter((item) => item.name === name);
  return items.map(({ name: _, ...item }) => item);
}

const appointment = (subject: string, start: string, end: string, more: Record<string, Json> = {}) => ({
  subject,
  start_date: `2031-${start}:00`,
  end_date: `2031-${end}:00`,
  ...more,
});

interface Week {
  readonly name: string;
  readonly task: RecordJson;
  readonly visit: RecordJson;
  readonly deal: RecordJson;
}

/** A task, an appointment late in the evening, and an opportunity. */
async function week({ fixtures }: CheckContext): Promise<Week> {
  const name = fixtures.uniqueText();
  const owner_id = await fixtures.idOf('Client');
  const { open } = await createTwoSteps(fixtures);
  const visit = appointment(name, '03-28T23:30', '03-29T00:30', { owner_id });
  return {
    name,
    task: await fixtures.create('Task', { subject: name, owner_id, due_date: '2031-03-30' }),
    visit: await fixtures.create('Appointment', visit),
    deal: await fixtures.create('Opportunity', { name, owner_id, closing_date: '2031-03-31', ...open }),
  };
}

const visitItem = ({ visit }: Week) => ({
  __typename: 'AgendaAppointment',
  linkedId: visit.id,
  date: '2031-03-29',
  startDatetime: '2031-03-28T23:30:00.000000',
  endDatetime: '2031-03-29T00:30:00.000000',
  isRecurrent: false,
});

const taskItem = ({ task }: Week) => ({
  __typename: 'AgendaDueDateTask',
  linkedId: task.id,
  date: '2031-03-30',
  priority: 'Medium',
});

export const graphqlAgendaChecks: readonly Check[] = [
  {
    id: 'graphql.agenda.navigator',
    sentence: 'MUST show appointments at their days in the time zone, tasks when due, opportunities at their closing',
    spec: 'graphql#Query.navigatorAgenda',
    run: async (context) => {
      const made = await week(context);
      const dealItem = {
        __typename: 'AgendaOpportunityClosingDate',
        linkedId: made.deal.id,
        date: '2031-03-31',
        opportunityRanking: made.deal.ranking ?? 0,
      };
      const wanted = [visitItem(made), taskItem(made), dealItem];
      expectEqual(await agenda(context, 'navigatorAgenda', made.name), wanted, 'the items');
    },
  },
  {
    id: 'graphql.agenda.activities',
    sentence: 'MUST show activities alone in `activityAgenda`, and only the kinds and the records that are requested',
    spec: 'graphql#Query.activityAgenda',
    run: async (context) => {
      const made = await week(context);
      const [visit, task] = [visitItem(made), taskItem(made)];
      expectEqual(await agenda(context, 'activityAgenda', made.name), [visit, task], 'the activities');
      const kinds = ['DueDateTask'];
      expectEqual(await agenda(context, 'activityAgenda', made.name, { kinds }), [task], 'the tasks');
      const tasks = { filter: tabOf('Task', [['subject', 'IsNot', made.name]]) };
      expectEqual(await agenda(context, 'activityAgenda', made.name, { tasks }), [visit], 'what the filter leaves');
    },
  },
  {
    id: 'graphql.agenda.series',
    sentence:
      'MUST show the occurrences of a series in its own zone, and in place of one the appointment that replaces it',
    spec: 'graphql#AgendaRecurrentAppointmentVirtualOccurence',
    run: async (context) => {
      const { fixtures } = context;
      const subject = fixtures.uniqueText();
      const owner_id = await fixtures.idOf('Client');
      const rule = { recurrence_rule: 'FREQ=DAILY;COUNT=5', recurrence_tzid: 'Europe/Vienna' };
      const head = appointment(subject, '03-28T08:00', '03-28T08:30', { owner_id, ...rule });
      const { id = null } = await fixtures.create('Appointment', head);
      // It takes the place of the occurrence that begins when it does, and keeps it when it is moved.
      const instead = appointment(subject, '03-31T07:00', '03-31T07:30', { owner_id, recurrence_master_id: id });
      const moved = await fixtures.update('Appointment', await fixtures.create('Appointment', instead), {
        start_date: '2031-03-31T12:00:00',
        end_date: '2031-03-31T13:00:00',
      });
      const shown = (await agenda(context, 'activityAgenda', subject)).map((item) => [
        item.linkedId,
        item.date,
        item.startDatetime,
        item.occurenceDate ?? null,
      ]);
      const occurrence = (day: string, moment: string) => [id, day, `${moment}.000000`, `${moment}.000000`];
      const wanted = [
        [id, '2031-03-28', '2031-03-28T08:00:00.000000', null],
        occurrence('2031-03-29', '2031-03-29T08:00:00'),
        occurrence('2031-03-30', '2031-03-30T07:00:00'),
        [moved.id, '2031-03-31', '2031-03-31T12:00:00.000000', null],
        occurrence('2031-04-01', '2031-04-01T07:00:00'),
      ];
      expectEqual(shown, wanted, 'ids, days, begins and occurrences');
    },
  },
  {
    id: 'graphql.agenda.left-out',
    sentence: 'MUST leave out what is deleted, lost or completed, and show completed tasks with `includeCompleted`',
    spec: 'graphql#NavigatorAgenda.items',
    run: async (context) => {
      const { rest, fixtures } = context;
      const made = await week(context);
      await rest.delete('Appointments', String(made.visit.id));
      await fixtures.update('Opportunity', made.deal, { is_archived: true });
      await fixtures.update('Task', made.task, { status: 4 });
      expectEqual(await agenda(context, 'navigatorAgenda', made.name), [], 'the items');
      const done = await agenda(context, 'navigatorAgenda', made.name, { done: true });
      expectEqual(done, [taskItem(made)], 'the items with completed tasks');
    },
  },
  {
    id: 'graphql.agenda.rejected',
    sentence: 'MUST reject an agenda of more than 400 days, and one of a user who is unknown',
    spec: 'graphql#Query.activityAgenda',
    run: async ({ graphql, fixtures }) => {
      const query =
        'query ($ids: [UUID!]!, $period: PeriodInput!) { activityAgenda(clientIds: $ids, period: $period) { clientId } }';
      const ids = [await fixtures.idOf('Client')];
      const long = { startDate: '2031-01-01', endDate: '2032-12-31' };
      expectArgumentRejected(await graphql.send(query, { ids, period: long }), 'activityAgenda.period');
      const unknown = await graphql.send(query, { ids: [fixtures.freshId()], period });
      expectArgumentRejected(unknown, 'clientIds');
    },
  },
];
