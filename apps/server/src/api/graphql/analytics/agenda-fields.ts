/**
 * The root fields of agendas: their arguments, and how what was read is shown.
 */
import type { AgendaFilterInput, QueryNavigatorAgendaArgs } from '@headwater/graphql-types';
import {
  type AgendaItem,
  type AgendaKind,
  type AgendaRequest,
  agendaKinds,
  type GivenFilter,
  maxAgendaItems,
} from '../../../analytics/agenda/agenda.js';
import { readAgenda } from '../../../analytics/agenda/read-agenda.js';
import { type Period, resolvePeriod } from '../../../analytics/filters/period.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { now } from '../../../records/clock.js';
import type { FieldContext, SpecialCall, SpecialQueries } from '../special-field.js';
import { parseFilterTab } from './filter-tab.js';

/** Of one agenda. */
const most = { users: 100, days: 400 } as const;

const activityKinds: readonly AgendaKind[] = ['Appointment', 'RecurrentAppointmentVirtualOccurence', 'DueDateTask'];

const remedy = `Agendas count as the ${maxAgendaItems} items that they may have. Name all users in one of them, or send several operations.`;

export const agendaFields: SpecialQueries<'navigatorAgenda' | 'activityAgenda'> = {
  navigatorAgenda: (given, context) => agenda(given, context, agendaKinds),
  activityAgenda: (given, context) => agenda(given, context, activityKinds),
};

/** @param allowed the kinds of items that the field can show */
function agenda(given: QueryNavigatorAgendaArgs, { names, at }: FieldContext, allowed: readonly AgendaKind[]) {
  const users = readUsers(given.clientIds, at);
  const kinds = readKinds(given.kinds, allowed, at);
  const filters = parseFilters(given, at);
  // An error shows before anything runs; the words for periods count from the moment at which it does.
  readPeriod(given.period, now(), at);
  return {
    kind: 'special',
    size: { records: maxAgendaItems, depth: 0, remedy },
    async run(deps, call) {
      const moment = deps.clock();
      const found = await readAgenda(deps, call, {
        users,
        period: readPeriod(given.period, moment, at),
        kinds,
        includeCompleted: given.includeCompleted === true,
        withFitness: names.has('fitness'),
        filters,
        now: moment,
        at,
      });
      return [...found].map(([clientId, items]) => ({ clientId, items: items.map(show) }));
    },
  } satisfies SpecialCall;
}

function readUsers(ids: readonly string[], at: string): string[] {
  const users = [...new Set(ids)];
  if (users.length > most.users)
    throw parameterError(`${at}.clientIds`, `at most ${most.users} users; ${users.length} given`);
  return users;
}

function readKinds(
  given: readonly AgendaKind[] | null | undefined,
  allowed: readonly AgendaKind[],
  at: string,
): ReadonlySet<AgendaKind> {
  const foreign = given?.findIndex((kind) => !allowed.includes(kind)) ?? -1;
  if (given && foreign >= 0) {
    const problem = `an agenda of activities has no ${given[foreign]}. Ask for navigatorAgenda, or for ${allowed.join(', ')}`;
    throw parameterError(`${at}.kinds[${foreign}]`, problem);
  }
  return new Set(given ?? allowed);
}

function readPeriod(given: QueryNavigatorAgendaArgs['period'], now: string, at: string): Period {
  const place = `${at}.period`;
  const period = resolvePeriod(given, now, place);
  const days = (Date.parse(period.endDate) - Date.parse(period.startDate)) / 86_400_000 + 1;
  if (days > most.days) throw parameterError(place, `at most ${most.days} days; ${days} given`);
  return period;
}

function show(item: AgendaItem) {
  return { __typename: `Agenda${item.kind}`, ...item };
}

type Given = AgendaFilterInput | null | undefined;

/** The arguments that filter. */
interface GivenFilters {
  readonly appointments?: Given;
  readonly tasks?: Given;
  readonly opportunities?: Given;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for tabs that make no sense */
function parseFilters({ appointments, tasks, opportunities }: GivenFilters, at: string): AgendaRequest['filters'] {
  const parse = (given: Given, name: keyof GivenFilters): GivenFilter => {
    const place = `${at}.${name}`;
    return { tab: parseFilterTab(given?.filter, `${place}.filter`), profileId: given?.profileId ?? null, at: place };
  };
  return {
    Appointment: parse(appointments, 'appointments'),
    Task: parse(tasks, 'tasks'),
    Opportunity: parse(opportunities, 'opportunities'),
  };
}
