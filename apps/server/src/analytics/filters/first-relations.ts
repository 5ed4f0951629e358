/**
 * The relationships that pick one related record: which ones count, and which of them comes first. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { Filter, Step } from '../../request/filter.js';
import type { FilterScope } from './filter-tab.js';
import { activities, messages, type SiblingRelation, tiePath } from './sibling-path.js';
import { dayOf } from './zone.js';

/** The one that comes first is looked for among the records at the end of `path`. */
export interface FirstChoice {
  readonly path: readonly Step[];
  readonly among: readonly Filter[];
  readonly orderBy: readonly string[];
  readonly descending: boolean;
  /** From the record chosen to that of the box, where it is another one. */
  readonly onward: readonly Step[];
}

interface FirstRelation {
  /** Entity types of main boxes; absent: all that are tied to those of the box. */
  readonly mains?: readonly string[];
  readonly boxes: readonly string[];
  choose(path: readonly Step[], box: EntityType, scope: FilterScope): FirstChoice;
}

const opportunityStatus = { open: 1, lost: 2, won: 3 } as const;
const activityStatus = { completed: 4, canceled: 6 } as const;
/** `kpi` of the event that an activity was completed. */
const completion = 2;

const partners = ['Account', 'Contact'] as const;

const firstRelations: Partial<Record<SiblingRelation, FirstRelation>> = {
  NextOpenOpportunity: {
    mains: partners,
    boxes: ['Opportunity'],
    choose: (path) => first(path, ['closing_date'], [equals('status', opportunityStatus.open)]),
  },
  LastWonOpportunity: {
    mains: partners,
    boxes: ['Opportunity'],
    choose: (path) => last(path, ['won_date'], [equals('status', opportunityStatus.won)]),
  },
  LastLostOpportunity: {
    mains: partners,
    boxes: ['Opportunity'],
    choose: (path) => last(path, ['lost_date'], [equals('status', opportunityStatus.lost)]),
  },
  LastFinishedActivity: { boxes: activities, choose: lastFinished },
  NextScheduledActivity: {
    boxes: activities,
    choose: (path, box, scope) => first(path, datesOf(box), [open, dueFrom(box, scope)]),
  },
  LastNote: { boxes: ['Note'], choose: (path) => last(path, ['created'], []) },
  LastMessage: {
    boxes: messages,
    choose: (path, { name }) => last(path, name === 'Email' ? ['date_sent', 'created'] : ['created'], []),
  },
  LastActivityComment: {
    mains: activities,
    boxes: ['ActivityComment'],
    choose: (path) => last(path, ['created'], []),
  },
};

/** @returns undefined when the relationship is none between these entity types */
export function firstChoice(
  relation: SiblingRelation,
  main: EntityType,
  box: EntityType,
  scope: FilterScope,
): FirstChoice | undefined {
  const path = isFirstRelation(relation, main, box) ? tiePath(main, box) : undefined;
  return path && firstRelations[relation]?.choose(path, box, scope);
}

/** @returns the fields that decide which record comes first: entity types with names of their fields */
export function fieldsOfChoice({ path, among, orderBy }: FirstChoice): (readonly string[])[] {
  const end = endOf(path);
  return [[end, ...orderBy], ...among.flatMap((filter) => fieldsOf(filter, end))];
}

function fieldsOf(filter: Filter, entityType: string): (readonly string[])[] {
  switch (filter.kind) {
    case 'condition':
      return [[entityType, ...filter.path]];
    case 'and':
    case 'or':
      return filter.filters.flatMap((one) => fieldsOf(one, entityType));
    case 'some':
      return fieldsOf(filter.filter, endOf(filter.path));
    default:
      return [];
  }
}

/** Paths of these relationships have no members of callers. */
function endOf(path: readonly Step[]): string {
  const last = path.at(-1);
  if (last === undefined || typeof last === 'string') return '';
  return 'to' in last ? last.to : last.from;
}

export function isFirstRelation(relation: SiblingRelation, main: EntityType, box: EntityType): boolean {
  const known = firstRelations[relation];
  if (!known?.boxes.includes(box.name) || known.mains?.includes(main.name) === false) return false;
  return tiePath(main, box) !== undefined;
}

function first(path: readonly Step[], orderBy: readonly string[], among: readonly Filter[]): FirstChoice {
  return { path, among: [present, ...among], orderBy, descending: false, onward: [] };
}

function last(path: readonly Step[], orderBy: readonly string[], among: readonly Filter[]): FirstChoice {
  return { ...first(path, orderBy, among), descending: true };
}

/** When an activity was completed is what its events tell. */
function lastFinished(path: readonly Step[], box: EntityType): FirstChoice {
  const onward = [{ by: 'activity_id', to: box.name }];
  const activity: Filter = { kind: 'and', filters: [present, equals('status', activityStatus.completed)] };
  return {
    // The row that ties the activity to the main record points where its events do.
    path: [...path.slice(0, -1), { from: 'ActivityKPI', via: 'activity_id', on: 'activity_id' }],
    among: [present, equals('kpi', completion), { kind: 'some', path: onward, filter: activity, at: 'relation' }],
    orderBy: ['created'],
    descending: true,
    onward,
  };
}

export const present: Filter = equals('is_deleted', false);

const open: Filter = {
  kind: 'condition',
  path: ['status'],
  operator: 'not-eq',
  operands: [activityStatus.completed, activityStatus.canceled],
  at: 'relation',
};

/** A task counts by the day it is due, or begins if it is due on none; an appointment by the moment it begins. */
function datesOf({ name }: EntityType): string[] {
  return name === 'Appointment' ? ['start_date'] : ['due_date', 'start_date'];
}

/** Tasks of today still lie ahead, appointments that have begun don't. */
function dueFrom({ name }: EntityType, { now, timeZone }: FilterScope): Filter {
  const today = dayOf(now, timeZone).toString();
  const appointments = from('start_date', now);
  if (name === 'Appointment') return appointments;
  const begins: Filter = { kind: 'and', filters: [without('due_date'), from('start_date', today)] };
  const tasks: Filter = { kind: 'or', filters: [from('due_date', today), begins] };
  if (name === 'Task') return tasks;
  const either = [
    { kind: 'and', filters: [equals('table_name', 'task'), tasks] },
    { kind: 'and', filters: [equals('table_name', 'appointment'), appointments] },
  ] as const;
  return { kind: 'or', filters: either };
}

function equals(field: string, value: string | number | boolean): Filter {
  return { kind: 'condition', path: [field], operator: 'eq', operands: [value], at: 'relation' };
}

function from(field: string, value: string): Filter {
  return { kind: 'condition', path: [field], operator: 'gte', operands: [value], at: 'relation' };
}

function without(field: string): Filter {
  return { kind: 'condition', path: [field], operator: 'null', operands: [], at: 'relation' };
}
