/**
 * The facts that writes need from the database before they may change anything: whether what they point at is there, what is in
 * for members left out, who holds a unique value. All that one transaction step wants comes with one statement.
 */
import type { EntityType, MoneyField, ReferenceField, ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { MoneyPartName } from '../../plan/relations/field-path.js';
import { inSpace, type Statement, type Touched } from '../binder.js';
import { hasNoColumn, tableName } from '../columns.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { customValue, moneyPartTypes } from '../custom-values/custom-value.js';
import { alongValues } from '../custom-values/value-tables.js';
import type { Dialect } from '../dialects/dialect.js';
import { type ConditionContext, type Conditions, writeCondition } from '../filter/lookup-conditions.js';
import { recordsOf } from '../record-source.js';
import { column, compileMoneyPart, compileReference, compileValue } from '../select/compile-value.js';
import { type Fact, Questions, type Subject } from './questions.js';

export type { Conditions } from '../filter/lookup-conditions.js';
export type { Fact } from './questions.js';

export type MoneyPart = MoneyPartName;

/** A field whose value can be asked for. */
export type ReadField = ReferenceField | ValueField | MoneyField;

/** The entity types of exchange rates, as the catalog has them. */
export interface RateTypes {
  readonly rates: EntityType;
  readonly lists: EntityType;
}

/** What a question is written with. */
export interface QuestionScope {
  readonly dialect: Dialect;
  /** @returns the condition that the rows under an alias are of the space; every sub-select has it */
  inSpace(alias: string): string;
}

/** The column that tells at which revision of the space the facts were seen. */
export const seenRevision = 'seen_at';

/** @returns the column `seenRevision` of a statement that looks facts up; none where one transaction writes at a time */
export function seenRevisionColumns(dialect: Dialect): string[] {
  const othersMayWrite = dialect.forUpdate(true) !== '';
  const revision = `SELECT s."revision" FROM "spaces" s WHERE ${inSpace(dialect, 's')}`;
  return othersMayWrite ? [`(${revision}) AS ${seenRevision}`] : [];
}

export class Lookups {
  private readonly questions: Questions;
  /** What the questions read; undefined once one reads what is in no table of records. */
  private touched: Touched[] | undefined = [];

  constructor(
    private readonly dialect: Dialect,
    space: string,
  ) {
    this.questions = new Questions(dialect, space);
  }

  /** Whether a record is there: `present`, `deleted`, or null. */
  stateOf(target: EntityType, id: string): Fact {
    this.touch(target, [id]);
    return this.questions.want(`state ${target.name}`, [['uuid', id]], ([at]) => {
      const state = `CASE WHEN ${column('t', 'is_deleted')} THEN 'deleted' ELSE 'present' END`;
      return this.selectOne(target, state, `t.id = ${at}`);
    });
  }

  /**
   * What a field of one record holds, in canonical form; null when there is no such record.
   * @param id null: of the oldest record that is not deleted
   * @param part of a money field
   */
  memberOf(target: EntityType, id: string | null, field: ReadField, part: MoneyPart = 'base_value'): Fact {
    if (id === null) return this.memberWhere(target, {}, field, part);
    this.touch(target, [id]);
    return this.questions.want(`member ${target.name} ${partName(field, part)}`, [['uuid', id]], ([at]) =>
      this.selectOne(target, this.memberValue(field, part), `t.id = ${at}`),
    );
  }

  /** The same for the oldest record that is not deleted and meets the conditions. */
  memberWhere(target: EntityType, conditions: Conditions, field: ReadField, part: MoneyPart = 'base_value'): Fact {
    const value = this.memberValue(field, part);
    return this.chosen(`${partName(field, part)} of first`, target, conditions, value, 't.id');
  }

  /** The id of the oldest record that is not deleted and meets the conditions `member = value`. */
  firstRecord(target: EntityType, conditions: Conditions = {}): Fact {
    return this.firstWhere(target, conditions);
  }

  /** The id of the record that is not deleted, if there is exactly one. */
  onlyRecord(target: EntityType): Fact {
    return this.questions.want(`only ${target.name}`, [], () => {
      const others = `SELECT 1 FROM ${this.source(target)} o WHERE ${this.inSpace('o')} AND NOT ${column('o', 'is_deleted')}`;
      const isAlone = `NOT EXISTS (${others} AND o.id <> t.id)`;
      return this.select(target, 't.id', `NOT ${column('t', 'is_deleted')} AND ${isAlone} LIMIT 1`);
    });
  }

  /** The id of the first record, by `sortBy` and id, that is not deleted and meets the conditions. */
  firstWhere(target: EntityType, conditions: Conditions, sortBy?: string): Fact {
    return this.idAt('first', target, conditions, sortBy);
  }

  /** The id of the last one of them. */
  lastWhere(target: EntityType, conditions: Conditions, sortBy?: string): Fact {
    return this.idAt('last', target, conditions, sortBy);
  }

  /** The id of another record, not deleted, that has this value. */
  holderOf(entityType: EntityType, field: ValueField, value: Operand, except: string): Fact {
    const subjects: Subject[] = [
      [field.type, value],
      ['uuid', except],
    ];
    return this.questions.want(`holder ${entityType.name} ${field.name}`, subjects, ([held, id]) => {
      const custom = customValue(field);
      if (custom) {
        this.touched = undefined;
        const { from, conditions, value: found, recordId } = customValueRows(this.dialect, custom, 't');
        const record = `${this.inSpace('h')} AND h.id = ${recordId} AND NOT ${column('h', 'is_deleted')}`;
        const living = `EXISTS (SELECT 1 FROM ${this.source(entityType)} h WHERE ${record})`;
        // While a field is becoming unique, records have values that they do not hold yet.
        const tests = [...conditions, `${found} = ${held}`, `${recordId} <> ${id}`, `(t.is_held OR ${living})`];
        const rows = `${from}${alongValues(this.dialect, custom.type)}`;
        return `(SELECT ${recordId} FROM ${rows} WHERE ${tests.join(' AND ')} LIMIT 1)`;
      }
      const where = `${column('t', field.name)} = ${held} AND NOT ${column('t', 'is_deleted')} AND t.id <> ${id}`;
      return this.select(entityType, 't.id', `${where} LIMIT 1`);
    });
  }

  /**
   * Anything else.
   * @param key the same for questions whose text is the same
   * @param write a sub-select of one value
   */
  ask(
    key: string,
    subjects: readonly Subject[],
    write: (places: readonly string[], scope: QuestionScope) => string,
  ): Fact {
    this.touched = undefined;
    const scope = { dialect: this.dialect, inSpace: (alias: string) => this.inSpace(alias) };
    return this.questions.want(key, subjects, (places) => write(places, scope));
  }

  /** What is in a text field of the deleted records that have something there, as the text of a JSON array. */
  textsOfDeleted(target: EntityType, field: ValueField): Fact {
    return this.questions.want(`texts of deleted ${target.name} ${field.name}`, [], () => {
      const text = column('t', field.name);
      const texts = this.dialect.jsonArrayOf(this.dialect.jsonValue(text, field.type), [], 't.id');
      return this.select(target, this.dialect.jsonText(texts), `${column('t', 'is_deleted')} AND ${text} IS NOT NULL`);
    });
  }

  /** The id of the first record, by `sortBy` and id, among those that share `group` with the given one. */
  firstSibling(target: EntityType, id: string, group: string, sortBy: string): Fact {
    return this.siblingAt('first', target, id, group, sortBy);
  }

  /** The id of the last one among them. */
  lastSibling(target: EntityType, id: string, group: string, sortBy: string): Fact {
    return this.siblingAt('last', target, id, group, sortBy);
  }

  /**
   * The exchange rate of a currency: in the list given, else in the one in force on a day, which is the newest that began by then.
   * @param date `YYYY-MM-DD`
   */
  rateAt({ rates, lists }: RateTypes, currencyId: string, date: string, listId: string | null = null): Fact {
    const currency: Subject = ['uuid', currencyId];
    if (listId !== null) {
      const subjects: Subject[] = [currency, ['uuid', listId]];
      return this.questions.want('rate in', subjects, ([id = '', list = '']) => this.rate(rates, id, list));
    }
    return this.questions.want('rate on', [currency, ['date', date]], ([id = '', day]) => {
      const begin = column('l', 'valid_from');
      const order = `${this.dialect.orderBy(begin, true)}, l.id DESC`;
      const where = `${this.inSpace('l')} AND NOT ${column('l', 'is_deleted')} AND ${begin} <= ${day}`;
      const list = `SELECT l.id FROM ${this.source(lists)} l WHERE ${where} ORDER BY ${order} LIMIT 1`;
      return this.rate(rates, id, `(${list})`);
    });
  }

  /**
   * @returns the one statement of all facts; undefined when none is wanted. Where others may write at the same time it also tells, as
   *   `seenRevision`, how far the space's history has come
   */
  statement(): Statement | undefined {
    const statement = this.questions.statement(seenRevisionColumns(this.dialect));
    return statement && this.touched ? { ...statement, touches: this.touched } : statement;
  }

  /** Takes the row that the statement gave. */
  take(row: Readonly<Record<string, unknown>> | undefined): void {
    this.questions.take(row);
  }

  /** @returns the text of a fact: an id, a state, a canonical value; null when the database has none */
  found(fact: Fact): string | null {
    return this.questions.found(fact);
  }

  private idAt(end: 'first' | 'last', target: EntityType, conditions: Conditions, sortBy: string | undefined): Fact {
    const isLast = end === 'last';
    const sort = sortBy === undefined ? '' : `${this.dialect.orderBy(column('t', sortBy), isLast)}, `;
    return this.chosen(`${end} ${sortBy}`, target, conditions, 't.id', `${sort}t.id${isLast ? ' DESC' : ''}`);
  }

  /** @param value of the record that comes first in the order */
  private chosen(kind: string, target: EntityType, conditions: Conditions, value: string, order: string): Fact {
    const written = Object.entries(conditions).map(([name, wanted]) => writeCondition(target, name, wanted));
    const subjects = written.flatMap(({ subject }) => (subject ? [subject] : []));
    const key = [kind, target.name, ...written.map((one) => one.key)].join(' ');
    return this.questions.want(key, subjects, (places) => {
      const left = [...places];
      const tests = written.map(({ subject, test }) => test(this.placing(subject && left.shift())));
      const where = [...tests, `NOT ${column('t', 'is_deleted')}`].join(' AND ');
      return this.select(target, value, `${where} ORDER BY ${order} LIMIT 1`);
    });
  }

  private placing(place: string | undefined): ConditionContext {
    return {
      place: place ?? 'NULL',
      inSpace: (alias) => this.inSpace(alias),
      source: (entityType) => this.source(entityType),
    };
  }

  private siblingAt(end: 'first' | 'last', target: EntityType, id: string, group: string, sortBy: string): Fact {
    return this.questions.want(`${end} ${target.name} ${group} ${sortBy}`, [['uuid', id]], ([at]) => {
      const own = `(SELECT ${column('o', group)} FROM ${this.source(target)} o WHERE ${this.inSpace('o')} AND o.id = ${at})`;
      const order = `${this.dialect.orderBy(column('t', sortBy), end === 'last')}, t.id ${end === 'last' ? 'DESC' : 'ASC'}`;
      const where = `${column('t', group)} = ${own} AND NOT ${column('t', 'is_deleted')}`;
      return this.select(target, 't.id', `${where} ORDER BY ${order} LIMIT 1`);
    });
  }

  private rate(rates: EntityType, currency: string, list: string): string {
    const rate = this.dialect.canonicalValue(column('t', 'exchange_rate'), 'float');
    const where =
      `${column('t', 'currency_exchange_rate_list_id')} = ${list} AND ${column('t', 'currency_id')} = ${currency} ` +
      `AND NOT ${column('t', 'is_deleted')} ORDER BY t.id DESC LIMIT 1`;
    return this.select(rates, rate, where);
  }

  private memberValue(field: ReadField, part: MoneyPart): string {
    const { dialect } = this;
    if (hasNoColumn(field)) this.touched = undefined;
    switch (field.kind) {
      case 'reference':
        return compileReference(dialect, 't', field);
      case 'value':
        return compileValue(dialect, 't', field, (value) => dialect.canonicalValue(value, field.type));
      case 'money':
        return compileMoneyPart(dialect, 't', field, part, (value) =>
          dialect.canonicalValue(value, moneyPartTypes[part]),
        );
    }
  }

  private select(target: EntityType, value: string, where: string): string {
    return `(SELECT ${value} FROM ${this.source(target)} t WHERE ${this.inSpace('t')} AND ${where})`;
  }

  /** The same by the id of a record, which has been noted. */
  private selectOne(target: EntityType, value: string, where: string): string {
    return `(SELECT ${value} FROM ${recordsOf(this.dialect, target)} t WHERE ${this.inSpace('t')} AND ${where})`;
  }

  /** Where any record of an entity type may be read. */
  private source(target: EntityType): string {
    this.touch(target);
    return recordsOf(this.dialect, target);
  }

  private touch(target: EntityType, ids?: readonly string[]): void {
    // An abstract type is a view of other tables.
    if (target.union) this.touched = undefined;
    this.touched?.push({ table: tableName(target), ...(ids && { ids }) });
  }

  private inSpace(alias: string): string {
    return inSpace(this.dialect, alias);
  }
}

function partName(field: ReadField, part: MoneyPart): string {
  return field.kind === 'money' ? `${field.name} ${part}` : field.name;
}
