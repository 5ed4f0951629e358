/**
 * Writes the one statement of a pivot table: the records put together by the values of all its groups at once. Totals follow from its
 * rows. Pure.
 */
import type { Catalog, EntityType, ValueType } from '@headwater/catalog';
import type { Predicate } from '../../plan/list/predicate.js';
import type { RelationStep, ValueTerminal } from '../../plan/relations/field-path.js';
import { inSpace, namesScope, type Statement, type StatementScope, scopedBinder } from '../binder.js';
import type { DayPeriod } from '../dialects/dates.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { joinCondition } from '../filter/join-condition.js';
import { recordsOf } from '../record-source.js';
import { column, compileTerminal, compileValue } from '../select/compile-value.js';

/**
 * Of each combination of groups: `g0`, … its values, `l0`, … the texts that name references, `d0`, … whether what these point at
 * is deleted; `n` the number of records; for each measure `c0`, … the number of values, `m0`, … the least or greatest, `s0_0`, `s0_1`, …
 * texts of decimals that add up to the sum.
 */
export type PivotRow = Readonly<Record<string, string | number | boolean | null>>;

/** A record that others are reached through. */
export interface PivotJoin {
  readonly alias: string;
  /** Alias of the record that it is reached from. */
  readonly from: string;
  readonly step: RelationStep & { readonly kind: 'one' };
}

/** A value at the end of joins. */
export interface PivotValue {
  /** Of the record that has it. */
  readonly alias: string;
  readonly terminal: ValueTerminal;
  readonly type: ValueType;
}

export interface GroupColumn extends PivotValue {
  /** Of a date or date-time only, and there never null. */
  readonly period: DayPeriod | null;
}

export interface MeasureColumn {
  readonly function: 'Count' | 'Sum' | 'Average' | 'Minimum' | 'Maximum';
  /** Null: records are counted. */
  readonly value: PivotValue | null;
}

/** What the rows of the statement have. */
export interface PivotColumns {
  readonly entityType: EntityType;
  /** Each behind the one that it is reached from. */
  readonly joins: readonly PivotJoin[];
  readonly rows: readonly GroupColumn[];
  readonly columns: readonly GroupColumn[];
  readonly measures: readonly MeasureColumn[];
}

/** How far the clocks of a time zone are from UTC, and since when. */
export interface Offset {
  /** First moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`; null: since ever. */
  readonly from: string | null;
  readonly seconds: number;
}

export interface PivotQuery {
  readonly plan: PivotColumns;
  /** Combinations of groups that a table may be made of. The statement gives one more. */
  readonly most: number;
  /** Which records count; null: all. */
  readonly where: Predicate | null;
  /** Of the zone in which days are counted. */
  readonly offsets: readonly Offset[];
}

export function compilePivot(
  dialect: ReadDialect,
  catalog: Catalog,
  scope: StatementScope,
  query: PivotQuery,
): Statement {
  return new PivotWriter(dialect, catalog, scope, query).write();
}

class PivotWriter {
  private readonly binder;

  constructor(
    private readonly dialect: ReadDialect,
    private readonly catalog: Catalog,
    private readonly scope: StatementScope,
    private readonly query: PivotQuery,
  ) {
    this.binder = scopedBinder(dialect, scope);
  }

  write(): Statement {
    const { dialect, binder } = this;
    const { rows, columns, measures } = this.query.plan;
    const groups = [...rows, ...columns];
    const measured = measures.map((measure, index) => this.measured(measure, index));
    const inner = [
      ...groups.map((group, index) => `${this.groupValue(group)} AS g${index}`),
      'count(*) AS n',
      ...measured.flatMap((results) => results.map(([name, value]) => `${value} AS ${name}`)),
    ];
    const groupBy = groups.length === 0 ? '' : ` GROUP BY ${groups.map((_, index) => index + 1).join(', ')}`;
    const limit = dialect.limit(this.query.most + 1, binder);
    const found = `SELECT ${inner.join(', ')} FROM ${this.from()} WHERE ${this.where()}${groupBy} LIMIT ${limit}`;
    const outer = [
      ...groups.flatMap((group, index) => this.shown(group, index)),
      'x.n',
      ...measured.flatMap((results) => results.map(([name]) => `x.${name}`)),
    ];
    const named = groups.flatMap((group, index) => this.named(group, index));
    const text = `SELECT ${outer.join(', ')} FROM (${found}) x${named.join('')}`;
    return { ...binder.statement(text), inBulk: true };
  }

  private from(): string {
    const { entityType, joins } = this.query.plan;
    const joined = joins.map(({ alias, from, step }) => {
      const on = `${inSpace(this.dialect, alias)} AND ${joinCondition(this.dialect, from, alias, step)}`;
      return ` LEFT JOIN ${recordsOf(this.dialect, step.target)} ${alias} ON ${on}`;
    });
    return `${recordsOf(this.dialect, entityType)} r${joined.join('')}`;
  }

  private where(): string {
    const { dialect, binder, query } = this;
    const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
    return [
      inSpace(dialect, 'r'),
      `NOT ${column('r', 'is_deleted')}`,
      ...(query.where ? [compilePredicate(context, 'r', query.where)] : []),
      namesScope(dialect, this.scope),
    ].join(' AND ');
  }

  private groupValue({ alias, terminal, type, period }: GroupColumn): string {
    const value = this.terminal(alias, terminal);
    if (period === null) return this.dialect.withoutIndex(value);
    if (type === 'date') return this.dialect.periodStart(value, 'date', period, null);
    return this.dialect.periodStart(value, 'datetime', period, this.offsetAt(value, this.query.offsets));
  }

  /** Seconds: the offsets are halved until one is left. Null: there is never any. */
  private offsetAt(value: string, offsets: readonly Offset[]): string | null {
    const [first] = offsets;
    if (offsets.length <= 1) return !first || first.seconds === 0 ? null : String(first.seconds);
    const middle = offsets.length >> 1;
    const [early, late] = [offsets.slice(0, middle), offsets.slice(middle)];
    const from = this.binder.bind(this.dialect.encode('datetime', late[0]?.from ?? null));
    const [before, after] = [early, late].map((half) => this.offsetAt(value, half) ?? '0');
    return `CASE WHEN ${value} < ${from} THEN ${before} ELSE ${after} END`;
  }

  private measured({ function: name, value }: MeasureColumn, index: number): [name: string, expression: string][] {
    if (value === null) return [];
    const { dialect } = this;
    const { type } = value;
    const expression = this.terminal(value.alias, value.terminal);
    const count: [string, string] = [`c${index}`, `count(${expression})`];
    switch (name) {
      case 'Count':
        return [count];
      case 'Minimum':
      case 'Maximum': {
        const end = `${name === 'Minimum' ? 'min' : 'max'}(${expression})`;
        return [count, [`m${index}`, dialect.canonicalValue(end, type)]];
      }
      case 'Sum':
      case 'Average': {
        const amount = type === 'float' ? dialect.floatAsDecimal(expression) : expression;
        const sums = dialect.exactSum(amount, type === 'integer' ? 'integer' : 'decimal');
        return [count, ...sums.map((sum, part): [string, string] => [`s${index}_${part}`, sum])];
      }
    }
  }

  private shown(group: GroupColumn, index: number): string[] {
    const value = `x.g${index}`;
    const type: ValueType = group.period === null ? group.type : 'date';
    const shown = `${this.dialect.canonicalValue(value, type)} AS g${index}`;
    const targets = this.referred(group, index);
    if (targets.length === 0) return [shown];
    const texts = targets.map(([target, alias]) => this.label(target, alias));
    const flags = targets.map(([, alias]) => column(alias, 'is_deleted'));
    return [shown, `${firstOf(texts)} AS l${index}`, `${firstOf(flags)} AS d${index}`];
  }

  /** @returns joins of the groups found with the records that their values are ids of */
  private named(group: GroupColumn, index: number): string[] {
    return this.referred(group, index).map(([target, alias]) => {
      const on = `${inSpace(this.dialect, alias)} AND ${alias}.id = x.g${index}`;
      return ` LEFT JOIN ${recordsOf(this.dialect, target)} ${alias} ON ${on}`;
    });
  }

  /** @returns the entity types that the values of a group are ids of, each with an alias for its records */
  private referred({ terminal }: GroupColumn, index: number): [target: EntityType, alias: string][] {
    return referredTypes(terminal).map((name, place) => [this.catalog.existing(name), `l${index}_${place}`]);
  }

  private label(target: EntityType, alias: string): string {
    const field = target.fields.find(({ name }) => name === target.label);
    if (field?.kind !== 'value') throw new Error(`${target.name} has no label`);
    const value = compileValue(this.dialect, alias, field);
    return field.type === 'uuid' ? this.dialect.cast(value, 'string') : value;
  }

  private terminal(alias: string, terminal: ValueTerminal): string {
    return compileTerminal({ dialect: this.dialect, binder: this.binder }, alias, terminal);
  }
}

/** @returns the entity types that a group's values are ids of */
export function referredTypes(terminal: ValueTerminal): readonly string[] {
  if (terminal.kind === 'reference') return terminal.field.targets;
  return terminal.kind === 'money' && terminal.part === 'currency_id' ? ['Currency'] : [];
}

function firstOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `coalesce(${expressions.join(', ')})`;
}
