/**
 * Writes the statements that find the activities of an agenda: one for appointments, one for what replaces occurrences, one
 * for tasks. Pure.
 */
import type { Statement } from '../binder.js';
import { column } from '../select/compile-value.js';
import type { AgendaQuery, AgendaSelect, Selected } from './agenda-select.js';

/** `status` of activities. */
const status = { completed: 4, canceled: 6 } as const;

/** `response` of somebody who does not come. */
const declined = 2;

/** A row of `compileAppointments`. */
export interface AppointmentRow {
  readonly client: string;
  readonly id: string;
  readonly name: string | null;
  readonly start: string;
  readonly end: string | null;
  readonly icon: number | string | null;
  /** It is the head of a series. */
  readonly heads: boolean | number | null;
  readonly excepts: boolean | number | null;
  readonly rule: string | null;
  readonly zone: string | null;
  /** A JSON array of `[status, end_date_offset, snooze_date]`. */
  readonly reminders: string;
}

/**
 * @returns a statement that finds the appointments of which a part lies in the period, and the heads of series that began before its
 *   end; an appointment may come twice for a user who both owns it and is invited
 */
export function compileAppointments(select: AgendaSelect, request: AgendaQuery): Statement {
  const { binder } = select;
  const users = select.bindIds(request.users);
  const [start, end] = [binder.bind(request.period.start), binder.bind(request.period.end)];
  const [startDate, endDate] = [column('r', 'start_date'), column('r', 'end_date')];
  const parts = [`${startDate} >= ${start}`, `${endDate} > ${start}`];
  if (request.kinds.has('RecurrentAppointmentVirtualOccurence')) parts.push(column('r', 'is_recurrence_active'));
  const conditions = [
    ...select.living('r'),
    `${startDate} < ${end}`,
    `(${parts.join(' OR ')})`,
    `${column('r', 'status')} <> ${status.canceled}`,
    ...select.matching('r', request.predicates.Appointment),
  ];
  const owned = select.select(appointmentColumns(select, column('r', 'owner_id')), select.records('Appointment', 'r'), [
    select.isOneOf('r', 'owner_id', users),
    ...conditions,
  ]);
  const invitations = select.records('AppointmentClientInviteesRelation', 'i');
  const invited = select.select(
    appointmentColumns(select, column('i', 'client_id')),
    `${invitations} JOIN ${select.records('Appointment', 'r')} ON ${select.ofSpace('r')} AND r.id = ${column('i', 'appointment_id')}`,
    [
      ...select.living('i'),
      select.isOneOf('i', 'client_id', users),
      `${column('i', 'response')} <> ${declined}`,
      ...conditions,
    ],
  );
  return select.union([owned, invited]);
}

function appointmentColumns(select: AgendaSelect, user: string): Selected[] {
  const { dialect } = select;
  const reminder = [
    column('m', 'status'),
    column('m', 'end_date_offset'),
    dialect.jsonValue(column('m', 'snooze_date'), 'datetime'),
  ];
  return [
    [user, 'client'],
    ['r.id', 'id'],
    [column('r', 'formatted_name'), 'name'],
    [select.moment('r', 'start_date'), '"start"'],
    [select.moment('r', 'end_date'), '"end"'],
    [select.icon('r', 'AppointmentType'), 'icon'],
    [column('r', 'is_recurrence_active'), 'heads'],
    [column('r', 'is_recurrence_exception'), 'excepts'],
    [column('r', 'recurrence_rule'), 'rule'],
    [column('r', 'recurrence_tzid'), 'zone'],
    [select.reminders('AppointmentReminder', 'appointment_id', 'r', user, reminder), 'reminders'],
  ];
}

/** A row of `compileExceptions`. */
export interface ExceptionRow {
  readonly head: string;
  readonly occurrence: string;
}

/**
 * @param heads ids of heads of series @param from the first moment, @param to the first that is too late
 * @returns a statement that finds the occurrences that are replaced, also by what was deleted or canceled since
 */
export function compileExceptions(select: AgendaSelect, heads: readonly string[], from: string, to: string): Statement {
  const { binder } = select;
  const occurrence = column('r', 'occurence_date');
  const conditions = [
    select.ofSpace('r'),
    select.isOneOf('r', 'recurrence_master_id', select.bindIds(heads)),
    `${occurrence} >= ${binder.bind(from)}`,
    `${occurrence} < ${binder.bind(to)}`,
  ];
  const columns: Selected[] = [
    [column('r', 'recurrence_master_id'), 'head'],
    [select.moment('r', 'occurence_date'), 'occurrence'],
  ];
  return select.whole(select.select(columns, select.records('Appointment', 'r'), conditions));
}

/** A row of `compileTasks`. */
export interface TaskRow {
  readonly client: string;
  readonly id: string;
  readonly name: string | null;
  readonly due: string;
  readonly icon: number | string | null;
  readonly priority: number | string | null;
  /** A JSON array of `[set_date]`. */
  readonly reminders: string;
}

/** @returns a statement that finds the tasks that are due in the period */
export function compileTasks(select: AgendaSelect, request: AgendaQuery): Statement {
  const { binder, dialect } = select;
  const { startDate, endDate } = request.period;
  const [user, due] = [column('r', 'owner_id'), column('r', 'due_date')];
  const reminder = [dialect.jsonValue(column('m', 'set_date'), 'datetime')];
  const columns: Selected[] = [
    [user, 'client'],
    ['r.id', 'id'],
    [column('r', 'formatted_name'), 'name'],
    [dialect.canonicalValue(due, 'date'), 'due'],
    [select.icon('r', 'TaskType'), 'icon'],
    [column('r', 'priority'), 'priority'],
    [select.reminders('TaskReminder', 'task_id', 'r', user, reminder), 'reminders'],
  ];
  const conditions = [
    ...select.living('r'),
    select.isOneOf('r', 'owner_id', select.bindIds(request.users)),
    `${due} BETWEEN ${binder.bind(startDate)} AND ${binder.bind(endDate)}`,
    // Nobody has said how far the others are: they are still to be done.
    ...(request.includeCompleted ? [] : [`coalesce(${column('r', 'status')}, 0) <> ${status.completed}`]),
    ...select.matching('r', request.predicates.Task),
  ];
  return select.union([select.select(columns, select.records('Task', 'r'), conditions)]);
}
