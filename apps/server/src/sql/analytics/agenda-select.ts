/**
 * What the statements of an agenda have in common: rows of records with the user whose agenda shows each. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Predicate } from '../../plan/list/predicate.js';
import { type Binder, inSpace, namesScope, type Statement, type StatementScope, scopedBinder } from '../binder.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** Items of one answer. Far more than anybody reads; what one answer and one statement bring into memory is bounded by it. */
export const maxAgendaItems = 10_000;

/** What an agenda shows. */
export interface AgendaQuery {
  readonly users: readonly string[];
  /** Moments and days; the last day belongs to it, the last moment does not. */
  readonly period: Readonly<Record<'start' | 'end' | 'startDate' | 'endDate', string>>;
  /** Of items. */
  readonly kinds: ReadonlySet<string>;
  readonly includeCompleted: boolean;
  /** Which records it may show; null: all. */
  readonly predicates: Readonly<Record<'Appointment' | 'Task' | 'Opportunity', Predicate | null>>;
}

/** A column of a row: an expression and its name. */
export type Selected = readonly [expression: string, name: string];

export class AgendaSelect {
  readonly binder: Binder;

  constructor(
    readonly dialect: ReadDialect,
    private readonly catalog: Catalog,
    private readonly scope: StatementScope,
  ) {
    this.binder = scopedBinder(dialect, scope);
  }

  entityType(name: string): EntityType {
    return this.catalog.existing(name);
  }

  /** @returns what goes behind FROM for the records of an entity type */
  records(entityType: string, alias: string): string {
    return `${recordsOf(this.dialect, this.entityType(entityType))} ${alias}`;
  }

  /** @returns the conditions that each row of records meets: its space, and that it is not deleted */
  living(alias: string): string[] {
    return [this.ofSpace(alias), `NOT ${column(alias, 'is_deleted')}`];
  }

  ofSpace(alias: string): string {
    return inSpace(this.dialect, alias);
  }

  /** @param ids bound with `bindIds` */
  isOneOf(alias: string, name: string, ids: string): string {
    return this.dialect.isOneOf(column(alias, name), ids);
  }

  bindIds(ids: readonly string[]): string {
    return this.binder.bindIds(ids);
  }

  /** @returns the condition of a filter; nothing when there is none */
  matching(alias: string, predicate: Predicate | null): string[] {
    if (predicate === null) return [];
    const { dialect, binder } = this;
    const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
    return [compilePredicate(context, alias, predicate)];
  }

  /** @returns the moment in a column as text */
  moment(alias: string, name: string): string {
    return this.dialect.canonicalValue(column(alias, name), 'datetime');
  }

  /** @returns the icon of the type of an activity */
  icon(alias: string, typeEntity: string): string {
    const conditions = [this.ofSpace('t'), `t.id = ${column(alias, 'activity_type_id')}`];
    return `(SELECT ${column('t', 'icon')} FROM ${this.records(typeEntity, 't')} WHERE ${conditions.join(' AND ')})`;
  }

  /**
   * @param values of each reminder
   * @returns the reminders that a user has and has not dismissed: the text of a JSON array
   */
  reminders(entityType: string, via: string, alias: string, user: string, values: readonly string[]): string {
    const { dialect } = this;
    const conditions = [
      ...this.living('m'),
      `${column('m', via)} = ${alias}.id`,
      `${column('m', 'owner_id')} = ${user}`,
      `${column('m', 'status')} IN (0, 1)`,
    ];
    const list = dialect.jsonText(dialect.jsonArrayOf(dialect.jsonArray(values), [], 'm.id'));
    return `(SELECT ${list} FROM ${this.records(entityType, 'm')} WHERE ${conditions.join(' AND ')})`;
  }

  /** @returns a select for `whole` and `union` */
  select(columns: readonly Selected[], from: string, conditions: readonly string[]): string {
    const list = columns.map(([expression, name]) => `${expression} AS ${name}`).join(', ');
    return `SELECT ${list} FROM ${from} WHERE ${[...conditions, namesScope(this.dialect, this.scope)].join(' AND ')}`;
  }

  /** @returns the statement that gives the rows of a select */
  whole(text: string): Statement {
    return this.binder.statement(text);
  }

  /** @returns the statement that gives the rows of all selects, at most one more than an agenda may have items */
  union(selects: readonly string[]): Statement {
    const limit = ` LIMIT ${this.dialect.limit(maxAgendaItems + 1, this.binder)}`;
    return this.binder.statement(`${selects.join(' UNION ALL ')}${limit}`);
  }
}

/** @returns a statement whose rows have the `id` of each of the users that there is, deleted or not */
export function compileUsers(select: AgendaSelect, users: readonly string[]): Statement {
  const conditions = [select.ofSpace('r'), select.isOneOf('r', 'id', select.bindIds(users))];
  return select.whole(select.select([['r.id', 'id']], select.records('Client', 'r'), conditions));
}
