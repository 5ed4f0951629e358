/**
 * Facts that a write needs from the database before it may change anything, gathered into one statement: whether what it points
 * at is there, what stands in for members left out, who holds a unique value.
 */
import type { EntityType, ReferenceField, ValueField } from '@headwater/catalog';
import type { Operand } from '../plan/predicate.js';
import { Binder, type Statement, spaceParameter } from './binder.js';
import { tableName } from './columns.js';
import { column, compileValue } from './compile-value.js';
import { type Dialect, identifier } from './dialects/dialect.js';

/** Stands for a fact until the statement has run. */
export type Fact = number;

export class Lookups {
  private readonly binder: Binder;
  private readonly expressions: string[] = [];
  private readonly known = new Map<string, Fact>();
  private row: Readonly<Record<string, unknown>> = {};

  constructor(
    private readonly dialect: Dialect,
    space: string,
  ) {
    this.binder = new Binder(dialect, [space]);
  }

  /** Whether a record is there: `present`, `deleted`, or null. */
  stateOf(target: EntityType, id: string): Fact {
    return this.want(`state ${target.name} ${id}`, () => {
      const state = `CASE WHEN ${column('t', 'is_deleted')} THEN 'deleted' ELSE 'present' END`;
      return this.select(target, state, `t.id = ${this.binder.bind(id)}`);
    });
  }

  /** The id in a reference field, or the text or number in a value field, of one record; null when there is none. */
  memberOf(target: EntityType, id: string, field: ReferenceField | ValueField): Fact {
    return this.want(`member ${target.name} ${id} ${field.name}`, () => {
      const value = field.kind === 'reference' ? column('t', field.name) : compileValue(this.dialect, 't', field);
      return this.select(target, value, `t.id = ${this.binder.bind(id)}`);
    });
  }

  /** The id of the oldest record that is not deleted and meets the conditions `member = value`. */
  firstRecord(target: EntityType, conditions: Readonly<Record<string, Operand>> = {}): Fact {
    return this.want(`first ${target.name} ${JSON.stringify(conditions)}`, () => {
      const tests = Object.entries(conditions).map(([name, value]) =>
        typeof value === 'boolean'
          ? `${value ? '' : 'NOT '}${column('t', name)}`
          : `${column('t', name)} = ${this.binder.bind(value)}`,
      );
      const where = [...tests, `NOT ${column('t', 'is_deleted')}`].join(' AND ');
      return this.select(target, 't.id', `${where} ORDER BY t.id LIMIT 1`);
    });
  }

  /** The id of another record, not deleted, that has this value. */
  holderOf(entityType: EntityType, field: ValueField, value: Operand, except: string): Fact {
    return this.want(`holder ${entityType.name} ${field.name} ${except}`, () => {
      const same = `${column('t', field.name)} = ${this.binder.bind(this.dialect.encode(field.type, value))}`;
      const where = `${same} AND NOT ${column('t', 'is_deleted')} AND t.id <> ${this.binder.bind(except)}`;
      return this.select(entityType, 't.id', `${where} LIMIT 1`);
    });
  }

  /** The id of the last record, by `sortBy` and id, among those that share `group` with the given one. */
  lastSibling(target: EntityType, id: string, group: string, sortBy: string): Fact {
    return this.want(`last ${target.name} ${id} ${group}`, () => {
      const own = `(SELECT ${column('o', group)} FROM ${identifier(tableName(target))} o WHERE ${this.inSpace('o')} AND o.id = ${this.binder.bind(id)})`;
      const order = `${this.dialect.orderBy(column('t', sortBy), true)}, t.id DESC`;
      const where = `${column('t', group)} = ${own} AND NOT ${column('t', 'is_deleted')}`;
      return this.select(target, 't.id', `${where} ORDER BY ${order} LIMIT 1`);
    });
  }

  /** @returns the one statement of all facts; undefined when none is wanted */
  statement(): Statement | undefined {
    if (this.expressions.length === 0) return undefined;
    const columns = this.expressions.map((expression, index) => `${expression} AS f${index}`);
    return { text: `SELECT ${columns.join(', ')}`, values: this.binder.values };
  }

  /** Takes the row that the statement gave. */
  take(row: Readonly<Record<string, unknown>> | undefined): void {
    this.row = row ?? {};
  }

  /** @returns the text of a fact: an id, a state; null when the database has none */
  found(fact: Fact): string | null {
    const value = this.row[`f${fact}`];
    return value === null || value === undefined ? null : String(value);
  }

  private want(key: string, expression: () => string): Fact {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const fact = this.expressions.length;
    this.known.set(key, fact);
    this.expressions.push(expression());
    return fact;
  }

  private select(target: EntityType, value: string, where: string): string {
    return `(SELECT ${value} FROM ${identifier(tableName(target))} t WHERE ${this.inSpace('t')} AND ${where})`;
  }

  private inSpace(alias: string): string {
    return `${alias}.space_id = ${this.dialect.placeholder(spaceParameter)}`;
  }
}
