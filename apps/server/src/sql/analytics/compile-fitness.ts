/**
 * Writes the statements that find by what opportunities are judged, and what their activities say of them. Pure.
 */
import type { Statement } from '../binder.js';
import { column } from '../select/compile-value.js';
import type { AgendaSelect, Selected } from './agenda-select.js';

/** `entity_type` of a fitness of opportunities. */
const ofOpportunities = 4;
/** `status` of activities. */
const status = { completed: 4, canceled: 6 } as const;
/** `kpi` of the event that a task was completed. */
const completion = 2;

/** A row of `compileIndicators`. */
export interface IndicatorRow {
  /** Id of a type of opportunities. */
  readonly of: string;
  readonly type: number | null;
  readonly settings: string | null;
}

/** @returns a statement that finds the indicators that count for opportunities */
export function compileIndicators(select: AgendaSelect): Statement {
  const columns: Selected[] = [
    [`coalesce(${column('f', 'oppty_type_id')}, ${column('f', 'entity_type_id')})`, '"of"'],
    [column('i', 'type'), 'type'],
    [column('i', 'settings'), 'settings'],
  ];
  const indicators = select.records('EntityFitnessIndicator', 'i');
  const join = `${select.ofSpace('i')} AND ${column('i', 'entity_fitness_id')} = f.id`;
  const conditions = [
    ...select.living('f'),
    `${column('f', 'entity_type')} = ${ofOpportunities}`,
    `NOT ${column('i', 'is_deleted')}`,
    column('i', 'is_enabled'),
  ];
  return select.whole(
    select.select(columns, `${select.records('EntityFitness', 'f')} JOIN ${indicators} ON ${join}`, conditions),
  );
}

/** A row of `compileActivityFacts`. */
export interface ActivityFactsRow {
  readonly id: string;
  /** Tasks that should have been done before today. */
  readonly overdue: number;
  /** Something is still to be done: a task, or an appointment that has not ended. */
  readonly planned: number;
  /** When a task was last completed. */
  readonly completed: string | null;
  /** When the last appointment ended. */
  readonly met: string | null;
}

/**
 * @param deals ids of opportunities
 * @param today `YYYY-MM-DD`
 * @returns a statement that finds what is to be done and has been done about them
 */
export function compileActivityFacts(
  select: AgendaSelect,
  deals: readonly string[],
  today: string,
  now: string,
): Statement {
  const { binder, dialect } = select;
  const [day, moment] = [binder.bind(today), binder.bind(now)];
  const openTask = `coalesce(${column('t', 'status')}, 0) <> ${status.completed}`;
  const custom = `${column('t', 'status')} <> ${status.canceled}`;
  const end = column('t', 'end_date');
  const about = (value: string, entityType: string, further: readonly string[], more = '') => {
    const join = `${select.living('t').join(' AND ')} AND t.id = ${column('a', 'activity_id')}`;
    const from = `${select.records('ActivityRelation', 'a')} JOIN ${select.records(entityType, 't')} ON ${join}${more}`;
    const where = [...select.living('a'), `${column('a', 'lead_oppty_id')} = r.id`, ...further];
    return `(SELECT ${value} FROM ${from} WHERE ${where.join(' AND ')})`;
  };
  const events = select.records('ActivityKPI', 'k');
  const eventJoin = ` JOIN ${events} ON ${select.living('k').join(' AND ')} AND ${column('k', 'activity_id')} = t.id`;
  const latest = (alias: string, name: string) => dialect.canonicalValue(`max(${column(alias, name)})`, 'datetime');
  const columns: Selected[] = [
    ['r.id', 'id'],
    [about('count(*)', 'Task', [openTask, `${column('t', 'due_date')} < ${day}`]), 'overdue'],
    [
      `${about('count(*)', 'Task', [openTask])} + ${about('count(*)', 'Appointment', [custom, `${end} > ${moment}`])}`,
      'planned',
    ],
    [about(latest('k', 'created'), 'Task', [`${column('k', 'kpi')} = ${completion}`], eventJoin), 'completed'],
    [about(latest('t', 'end_date'), 'Appointment', [custom, `${end} <= ${moment}`]), 'met'],
  ];
  const conditions = [select.ofSpace('r'), select.isOneOf('r', 'id', select.bindIds(deals))];
  return select.whole(select.select(columns, select.records('Opportunity', 'r'), conditions));
}
