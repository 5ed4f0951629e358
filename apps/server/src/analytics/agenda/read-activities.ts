/**
 * Reads the activities of an agenda: appointments, the occurrences of series, tasks.
 */
import type { Catalog } from '@headwater/catalog';
import { hoursBetween, maxRepeatedDays, secondsBefore } from '../../records/activities/series.js';
import { Yielder } from '../../records/yielder.js';
import {
  type AppointmentRow,
  compileAppointments,
  compileExceptions,
  compileTasks,
  type ExceptionRow,
  type TaskRow,
} from '../../sql/analytics/compile-activities.js';
import { dayOf } from '../filters/zone.js';
import {
  type AppointmentItem,
  maxAgendaItems,
  type OccurrenceItem,
  type PlannedAgenda,
  type TaskItem,
  type UserItem,
} from './agenda.js';
import { type AgendaSource, tooManyItems } from './agenda-source.js';
import { instantOf, momentOf, occurrencesOf } from './occurrences.js';

/** `status` of a reminder that is due at a moment of its own. */
const snoozed = 0;

/** @throws ApiError `ERROR_PARAMETER_INVALID` for more than an agenda may show; `ERROR_UNAVAILABLE` when the time is up */
export async function readAppointments(source: AgendaSource, request: PlannedAgenda): Promise<UserItem[]> {
  const { kinds } = request;
  if (!kinds.has('Appointment') && !kinds.has('RecurrentAppointmentVirtualOccurence')) return [];
  const found = await source.readItems<AppointmentRow>(compileAppointments(source.select(), request), request);
  const rows = [...new Map(found.map((row) => [`${row.client} ${row.id}`, row])).values()];
  const heads = new Map(rows.flatMap((row) => (row.heads ? [[row.id, row]] : [])));
  const starts = await readStarts(source, request, [...heads.values()]);
  const yielder = new Yielder(() => source.checkTime());
  const items: UserItem[] = [];
  for (const row of rows) {
    const begins = (starts.get(row.id) ?? [row.start]).filter((start) => request.kinds.has(kindOf(row, start)));
    items.push(...(await yielder.each(begins, (start) => itemOf(source, request, row, start))));
  }
  return items;
}

/** @returns when the occurrences of each series begin that begin before the end of the period and end in it */
async function readStarts(
  source: AgendaSource,
  request: PlannedAgenda,
  heads: readonly AppointmentRow[],
): Promise<Map<string, string[]>> {
  const { period } = request;
  if (heads.length === 0) return new Map();
  const [from = period.start] = heads.map((head) => earliestStart(head, period.start)).sort();
  const ids = heads.map(({ id }) => id);
  const exceptions = await source.read<ExceptionRow>(compileExceptions(source.select(), ids, from, period.end));
  const taken = new Set(exceptions.map(({ head, occurrence }) => `${head} ${occurrence}`));
  const yielder = new Yielder(() => source.checkTime());
  const starts = new Map<string, string[]>();
  let total = 0;
  for (const head of heads) {
    const all = await expand(head, request, yielder);
    const free = all.filter((start) => !taken.has(`${head.id} ${start}`));
    total += free.length;
    if (total > maxAgendaItems) throw tooManyItems(request.at);
    starts.set(head.id, free);
  }
  return starts;
}

async function expand(head: AppointmentRow, { period, kinds }: PlannedAgenda, yielder: Yielder): Promise<string[]> {
  const { start, rule, zone } = head;
  const isShown = kinds.has('RecurrentAppointmentVirtualOccurence') && !isTooLong(head);
  const series = { start, rule: rule ?? '', timeZone: zone };
  const starts = isShown
    ? await occurrencesOf(series, earliestStart(head, period.start), period.end, yielder)
    : [start];
  const isIn = await yielder.each(starts, (one) => liesIn(one, endOf(head, one), period.start));
  return starts.filter((_, index) => isIn[index]);
}

/** Older appointments may be longer than those that repeat may be now. */
function isTooLong({ start, end }: AppointmentRow): boolean {
  return end !== null && hoursBetween(start, end) > 24 * maxRepeatedDays;
}

/** @returns the moment from which on an occurrence may end in the period */
function earliestStart({ start, end }: AppointmentRow, from: string): string {
  return end === null ? from : shift(from, end, start);
}

/** @returns when an occurrence ends: as long after its begin as the head */
function endOf({ start, end }: AppointmentRow, begin: string): string | null {
  return end === null ? null : shift(begin, start, end);
}

/** @returns a moment moved by as much as lies between two others */
function shift(moment: string, one: string, other: string): string {
  return momentOf(instantOf(moment).add(instantOf(one).until(instantOf(other), { largestUnit: 'hours' })));
}

function liesIn(start: string, end: string | null, from: string): boolean {
  return start >= from || (end !== null && end > from);
}

type AppointmentKind = AppointmentItem['kind'] | OccurrenceItem['kind'];

/** @param start of the appointment itself, or of an occurrence of the series that it heads */
function kindOf(row: AppointmentRow, start: string): AppointmentKind {
  return start === row.start ? 'Appointment' : 'RecurrentAppointmentVirtualOccurence';
}

/** @param start the same */
function itemOf({ catalog }: AgendaSource, request: PlannedAgenda, row: AppointmentRow, start: string): UserItem {
  const appointmentType = enumLabel(catalog, 'AppointmentType', 'icon', row.icon);
  const item = { ...baseOf(request, row, start), appointmentType };
  const kind = kindOf(row, start);
  return {
    user: row.client,
    item: kind === 'Appointment' ? storedItem(item, row) : { ...item, kind, occurenceDate: start },
  };
}

type OccurrenceBase = Omit<OccurrenceItem, 'kind' | 'occurenceDate'>;

function baseOf(
  { period }: PlannedAgenda,
  row: AppointmentRow,
  start: string,
): Omit<OccurrenceBase, 'appointmentType'> {
  return {
    linkedId: row.id,
    date: start < period.start ? period.startDate : dayOf(start, period.timeZone).toString(),
    name: row.name ?? '',
    startDatetime: start,
    endDatetime: endOf(row, start),
  };
}

function storedItem(item: OccurrenceBase, row: AppointmentRow): AppointmentItem {
  const due = (JSON.parse(row.reminders) as [number, number | null, string | null][]).map(([status, offset, snooze]) =>
    status === snoozed ? snooze : secondsBefore(row.start, offset ?? 0),
  );
  return {
    ...item,
    kind: 'Appointment',
    reminder: earliest(due),
    isRecurrent: Boolean(row.heads) || Boolean(row.excepts),
  };
}

export async function readTasks(source: AgendaSource, request: PlannedAgenda): Promise<UserItem<TaskItem>[]> {
  if (!request.kinds.has('DueDateTask')) return [];
  const rows = await source.readItems<TaskRow>(compileTasks(source.select(), request), request);
  return rows.map((row) => ({ user: row.client, item: taskItem(source, row) }));
}

function taskItem({ catalog }: AgendaSource, row: TaskRow): TaskItem {
  return {
    kind: 'DueDateTask',
    linkedId: row.id,
    date: row.due,
    name: row.name ?? '',
    taskType: enumLabel(catalog, 'TaskType', 'icon', row.icon),
    priority: enumLabel(catalog, 'Task', 'priority', row.priority),
    reminder: earliest((JSON.parse(row.reminders) as [string | null][]).map(([due]) => due)),
  };
}

function earliest(moments: readonly (string | null)[]): string | null {
  return moments.filter((moment) => moment !== null).sort()[0] ?? null;
}

/** @returns the label of a value of a field; that of the field's default for a value that has none */
function enumLabel(catalog: Catalog, entityType: string, name: string, value: unknown): string {
  const field = catalog.field(entityType, name);
  if (field?.kind !== 'value' || field.enum === undefined) throw new Error(`${entityType}.${name} has no labels`);
  const usual = field.default?.kind === 'value' ? field.default.value : undefined;
  const labelOf = (wanted: unknown) => field.enum?.find((one) => one.value === wanted)?.label;
  const label = labelOf(value) ?? labelOf(usual);
  if (label === undefined) throw new Error(`${entityType}.${name} has no label for ${JSON.stringify(value)}`);
  return label;
}
