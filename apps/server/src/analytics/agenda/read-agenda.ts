/**
 * Reads the agendas of users: a fixed number of statements, however many users and days are asked for.
 */
import { ErrorCollector } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import { compareTexts } from '../../plan/values/operand.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { sortWithPauses, Yielder } from '../../records/yielder.js';
import { compileUsers } from '../../sql/analytics/agenda-select.js';
import { filterOf } from '../filters/read-filter.js';
import {
  type AgendaItem,
  type AgendaRequest,
  agendaKinds,
  type FilteredType,
  maxAgendaItems,
  type PlannedAgenda,
  type UserItem,
} from './agenda.js';
import { AgendaSource, tooManyItems } from './agenda-source.js';
import { readAppointments, readTasks } from './read-activities.js';
import { readDeals } from './read-deals.js';

/**
 * @returns the agenda of each user, in the order in which they are named: by day, on a day by the time of begin (what has none comes
 *   first), then by name
 * @throws ApiError `ERROR_PARAMETER_INVALID`: an unknown user, errors in filters, more than 10,000 items; `ERROR_UNAVAILABLE` when the
 *   time is up
 */
export async function readAgenda(
  store: RecordStore,
  call: Call,
  request: AgendaRequest,
): Promise<ReadonlyMap<string, readonly AgendaItem[]>> {
  const source = new AgendaSource(store, call);
  const planned = await planAgenda(store, call, request);
  const [known, ...found] = await Promise.all([
    source.read<{ readonly id: string }>(compileUsers(source.select(), request.users)),
    readAppointments(source, planned),
    readTasks(source, planned),
    readDeals(source, planned),
  ]);
  checkUsers(request, new Set(known.map(({ id }) => id)));
  const items: readonly UserItem[] = found.flat();
  if (items.length > maxAgendaItems) throw tooManyItems(request.at);
  const agendas = new Map<string, AgendaItem[]>(request.users.map((user) => [user, []]));
  for (const { user, item } of items) agendas.get(user)?.push(item);
  const yielder = new Yielder(() => source.checkTime());
  const sorted = new Map<string, readonly AgendaItem[]>();
  for (const [user, agenda] of agendas) sorted.set(user, await sortWithPauses(agenda, inOrder, () => yielder.pause()));
  return sorted;
}

function checkUsers({ users, at }: AgendaRequest, known: ReadonlySet<string>): void {
  const index = users.findIndex((user) => !known.has(user));
  if (index < 0) return;
  const path = `${at}.clientIds[${index}]`;
  throw parameterError(path, `there is no user with the id "${users[index]}"`);
}

function inOrder(a: AgendaItem, b: AgendaItem): number {
  return (
    compare(a.date, b.date) ||
    compare(beginOf(a), beginOf(b)) ||
    compareTexts(a.name, b.name) ||
    agendaKinds.indexOf(a.kind) - agendaKinds.indexOf(b.kind) ||
    compare(a.linkedId, b.linkedId)
  );
}

function beginOf(item: AgendaItem): string {
  return 'startDatetime' in item ? (item.startDatetime ?? '') : '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** @throws ParameterErrors for all errors in the filters, and saved ones that are not there */
async function planAgenda(store: RecordStore, call: Call, request: AgendaRequest): Promise<PlannedAgenda> {
  const days = { now: request.now, timeZone: request.period.timeZone };
  const plan = async (entityType: FilteredType): Promise<Predicate | null> => {
    const filter = await filterOf(store, call, { ...request.filters[entityType], ...days, entityType });
    return filter && planFilter(store.catalog, store.catalog.existing(entityType), filter);
  };
  const errors = new ErrorCollector();
  const [Appointment = null, Task = null, Opportunity = null] = await Promise.all(
    (['Appointment', 'Task', 'Opportunity'] as const).map((entityType) => errors.wait(() => plan(entityType))),
  );
  errors.throwIfAny();
  return { ...request, predicates: { Appointment, Task, Opportunity } };
}
