/**
 * Writes the statements that find the opportunities of an agenda, and what says how fast they should move. Pure.
 */
import type { Statement } from '../binder.js';
import { column } from '../select/compile-value.js';
import type { AgendaQuery, AgendaSelect, Selected } from './agenda-select.js';

/** `status` of an opportunity. */
const open = 1;

/** A row of `compileClosingDeals` and `compileMovingDeals`. */
export interface DealRow {
  readonly client: string;
  readonly id: string;
  readonly name: string | null;
  readonly created: string;
  readonly closing: string | null;
  readonly moved: string | null;
  readonly step: string | null;
  readonly type: string | null;
  readonly ranking: number | null;
  readonly labels: number | null;
}

/** @returns a statement that finds the open opportunities that are expected to be closed in the period */
export function compileClosingDeals(select: AgendaSelect, request: AgendaQuery): Statement {
  const { startDate, endDate } = request.period;
  const [first, last] = [select.binder.bind(startDate), select.binder.bind(endDate)];
  const conditions = [...openDeals(select, request), `${column('r', 'closing_date')} BETWEEN ${first} AND ${last}`];
  return select.union([select.select(dealColumns(select), select.records('Opportunity', 'r'), conditions)]);
}

/** The moments between which an opportunity has come into a step. */
export interface MoveWindow {
  readonly step: string;
  readonly from: string;
  /** The first moment that is too late. */
  readonly to: string;
}

/** @returns a statement that finds the open opportunities that have come into their steps in the windows of those */
export function compileMovingDeals(
  select: AgendaSelect,
  request: AgendaQuery,
  windows: readonly MoveWindow[],
): Statement {
  const rows = windows.map(({ step, from, to }) => [step, from, to]);
  const bound = select.binder.bindRows(rows, ['uuid', 'datetime', 'datetime']);
  const [step, from, to] = bound.values;
  const isInWindow = [
    `${column('r', 'step_id')} = ${step}`,
    `${column('r', 'last_move_date')} >= ${from}`,
    `${column('r', 'last_move_date')} < ${to}`,
  ];
  // The deals of some users are few; those in a step are many.
  const conditions = [
    ...openDeals(select, request),
    `EXISTS (SELECT 1 FROM ${bound.from} WHERE ${isInWindow.join(' AND ')})`,
  ];
  return select.union([select.select(dealColumns(select), select.records('Opportunity', 'r'), conditions)]);
}

function openDeals(select: AgendaSelect, request: AgendaQuery): string[] {
  return [
    ...select.living('r'),
    select.isOneOf('r', 'owner_id', select.bindIds(request.users)),
    `${column('r', 'status')} = ${open}`,
    ...select.matching('r', request.predicates.Opportunity),
  ];
}

function dealColumns(select: AgendaSelect): Selected[] {
  return [
    [column('r', 'owner_id'), 'client'],
    ['r.id', 'id'],
    [column('r', 'formatted_name'), 'name'],
    [select.moment('r', 'created'), 'created'],
    [select.dialect.canonicalValue(column('r', 'closing_date'), 'date'), 'closing'],
    [select.moment('r', 'last_move_date'), 'moved'],
    [column('r', 'step_id'), 'step'],
    [column('r', 'oppty_type_id'), 'type'],
    [column('r', 'ranking'), 'ranking'],
    [column('r', 'label_flag'), 'labels'],
  ];
}

/** A row of `compileSteps`. */
export interface StepRow {
  readonly id: string;
  readonly pipeline: string;
  readonly place: number | null;
  readonly timeframe: number | null;
  readonly deleted: boolean | number;
}

/** @returns a statement that finds the steps of all pipelines; deleted ones too, in which opportunities may still be */
export function compileSteps(select: AgendaSelect): Statement {
  const columns: Selected[] = [
    ['r.id', 'id'],
    [column('r', 'pipeline_id'), 'pipeline'],
    [column('r', 'sort_order'), 'place'],
    [column('r', 'timeframe'), 'timeframe'],
    [column('r', 'is_deleted'), 'deleted'],
  ];
  const conditions = [select.ofSpace('r'), `${column('r', 'pipeline_id')} IS NOT NULL`];
  return select.whole(select.select(columns, select.records('Step', 'r'), conditions));
}
