/**
 * What agendas should show, worked out from the records as REST tells them.
 */
import type { Json, TestSpace } from '../test-space.js';
import type { Agenda, AgendaItem } from './ask-agenda.js';
import { dateAt, day, momentAt, momentText, wallTime } from './wall-clock.js';

export interface Days {
  readonly startDate: string;
  readonly endDate: string;
  readonly timeZone: string;
}

type Row = Json & { readonly id: string };

/** All records of the kinds that matter, deleted ones too. */
export class Records {
  private constructor(private readonly collections: ReadonlyMap<string, readonly Row[]>) {}

  static async read(space: TestSpace): Promise<Records> {
    const names = ['Appointments', 'AppointmentClientInviteesRelations', 'AppointmentReminders', 'AppointmentTypes'];
    names.push('Tasks', 'TaskReminders', 'TaskTypes', 'Opportunities', 'Steps');
    const collections = new Map<string, Row[]>();
    for (const name of names) {
      const rows: Row[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const query: Record<string, string | number | boolean> = { first: 100, 'include-deleted': true };
        const page = await space.list(name, after === '' ? query : { ...query, after });
        rows.push(...page.data);
        after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
      }
      collections.set(name, rows);
    }
    return new Records(collections);
  }

  all(name: string): readonly Row[] {
    return this.collections.get(name) ?? [];
  }

  living(name: string): readonly Row[] {
    return this.all(name).filter(({ is_deleted }) => is_deleted !== true);
  }

  find(name: string, id: unknown): Row | undefined {
    return this.all(name).find((row) => row.id === id);
  }
}

export function expectAgenda(records: Records, user: string, days: Days, includeCompleted = false): Agenda {
  const items = [
    ...appointmentItems(records, user, days),
    ...taskItems(records, user, days, includeCompleted),
    ...dealItems(records, user, days),
  ];
  const order = (item: AgendaItem) => [
    item.date,
    item.startDatetime ?? '',
    codePoints(item.name),
    place(item),
    item.linkedId,
  ];
  const sorted = items.map((item) => [JSON.stringify(order(item)), item] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { clientId: user, items: sorted.map(([, item]) => item) };
}

function codePoints(text: string): string {
  return Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
}

const kinds = [
  'Appointment',
  'RecurrentAppointmentVirtualOccurence',
  'DueDateTask',
  'OpportunityClosingDate',
  'OpportunityVelocity',
];
const place = ({ __typename }: AgendaItem) => kinds.indexOf(__typename.replace('Agenda', ''));

const icons = [
  'GeneralIcon',
  'Task',
  'Appointment',
  'Call',
  'Mail',
  'Message',
  'TicketingIntegration',
  'DocumentManagement',
  'EventManagement',
];
icons[15] = 'SmsMessaging';

function appointmentItems(records: Records, user: string, days: Days): AgendaItem[] {
  const isInvited = ({ id }: Row) =>
    records
      .living('AppointmentClientInviteesRelations')
      .some((row) => row.appointment_id === id && row.client_id === user && row.response !== 2);
  const mine = records
    .living('Appointments')
    .filter((row) => (row.owner_id === user || isInvited(row)) && row.status !== 6);
  return mine.flatMap((row) => {
    const starts = row.is_recurrence_active === true ? seriesStarts(records, row, days) : [String(row.start_date)];
    return starts.flatMap((start) => appointmentItem(records, user, row, start, days));
  });
}

function appointmentItem(records: Records, user: string, row: Row, start: string, days: Days): AgendaItem[] {
  const length = epoch(row.end_date) - epoch(row.start_date);
  const end = momentText(epoch(start) + length);
  const [first, last] = [dateAt(start, days.timeZone), length === 0 ? start : momentText(epoch(end) - 1000)];
  if (first > days.endDate || dateAt(last, days.timeZone) < days.startDate) return [];
  const base = {
    linkedId: row.id,
    date: [first, days.startDate].sort()[1] ?? '',
    name: String(row.subject),
    startDatetime: start,
    endDatetime: end,
    appointmentType: icons[Number(records.find('AppointmentTypes', row.activity_type_id)?.icon)],
  };
  if (start !== row.start_date) {
    return [{ __typename: 'AgendaRecurrentAppointmentVirtualOccurence', ...base, occurenceDate: start }];
  }
  const reminders = records
    .living('AppointmentReminders')
    .filter((one) => one.appointment_id === row.id && one.owner_id === user && one.status !== 2)
    .map((one) => (one.status === 0 ? one.snooze_date : momentText(epoch(start) - Number(one.end_date_offset) * 1000)));
  const isRecurrent = row.is_recurrence_active === true || row.recurrence_master_id !== null;
  return [{ __typename: 'AgendaAppointment', ...base, reminder: reminders.sort()[0] ?? null, isRecurrent }];
}

/** Every so many days at the same time on the wall. */
function seriesStarts(records: Records, head: Row, days: Days): string[] {
  const rule = String(head.recurrence_rule);
  const zone = String(head.recurrence_tzid);
  const every = rule.includes('WEEKLY') ? 7 : Number(/INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1);
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 1_000);
  const first = wallTime(epoch(head.start_date), zone);
  const last = Date.parse(days.endDate) + 2 * day;
  const starts: string[] = [];
  for (let wall = first; starts.length < count && wall < last; wall += every * day) {
    const moment = momentAt(wall, zone);
    if (moment !== undefined) starts.push(momentText(moment));
  }
  const taken = records.all('Appointments').filter((row) => row.recurrence_master_id === head.id);
  return starts.filter((start) => !taken.some((row) => row.occurence_date === start));
}

function taskItems(records: Records, user: string, days: Days, includeCompleted: boolean): AgendaItem[] {
  const tasks = records
    .living('Tasks')
    .filter((row) => row.owner_id === user && (includeCompleted || row.status !== 4));
  return tasks
    .filter(({ due_date }) => String(due_date) >= days.startDate && String(due_date) <= days.endDate)
    .map((row) => {
      const reminders = records
        .living('TaskReminders')
        .filter((one) => one.task_id === row.id && one.owner_id === user && one.status !== 2);
      return {
        __typename: 'AgendaDueDateTask',
        linkedId: row.id,
        date: String(row.due_date),
        name: String(row.subject),
        taskType: icons[Number(records.find('TaskTypes', row.activity_type_id)?.icon)],
        priority: ['Low', 'Medium', 'High'][Number(row.priority ?? 2) - 1],
        reminder: reminders.map(({ set_date }) => set_date).sort()[0] ?? null,
      };
    });
}

function dealItems(records: Records, user: string, days: Days): AgendaItem[] {
  const deals = records.living('Opportunities').filter((row) => row.owner_id === user && row.status === 1);
  return deals.flatMap((row) => {
    const facts = { fitness: null, opportunityRanking: row.ranking ?? 0, opportunityLabel: row.label_flag ?? 0 };
    const item = { linkedId: row.id, name: String(row.name), ...facts };
    const timeframe = records.find('Steps', row.step_id)?.timeframe;
    const dates = [['AgendaOpportunityClosingDate', String(row.closing_date)]];
    if (typeof timeframe === 'number') {
      const moved = dateAt(String(row.last_move_date), days.timeZone);
      dates.push(['AgendaOpportunityVelocity', momentText(Date.parse(moved) + timeframe * day).slice(0, 10)]);
    }
    const inside = dates.filter(([, date = '']) => date >= days.startDate && date <= days.endDate);
    return inside.map(([__typename = '', date = '']) => ({ __typename, date, ...item }));
  });
}

function epoch(moment: unknown): number {
  return Date.parse(`${String(moment).slice(0, 19)}Z`);
}
