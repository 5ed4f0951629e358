/**
 * What the statements of key figures have in common: which users or units are asked for, as conditions on their rows. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Predicate } from '../../plan/list/predicate.js';
import { type Binder, inSpace, namesScope, type Statement, type StatementScope, scopedBinder } from '../binder.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { recordsAlong, recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** A part of a statement that is named ahead of it. */
interface NamedSelect {
  readonly name: string;
  readonly text: string;
  readonly isRecursive?: true;
}

/** Which users or units are asked for. */
export interface SubjectChoice {
  readonly subject: 'Clients' | 'SalesUnits';
  /** Null: all users, or those of `unitIds`. Only of users. */
  readonly clientIds: readonly string[] | null;
  /** Of users: those of these units; of units: these. Null: all. */
  readonly unitIds: readonly string[] | null;
  readonly withSubUnits: boolean;
}

/** Which records of an entity type count. */
export interface Narrowing {
  readonly entityType: string;
  readonly predicate: Predicate;
}

/** The name of the records that count, by `id`, in a statement that names them (`nameChosen`). */
export const chosenRecords = 'chosen';

/** The sales units that are asked for, with those below them if these count. */
const wantedUnits = 'wanted';

export class InsightsSelect {
  readonly binder: Binder;
  /** A condition that names the values with which every statement begins. */
  readonly namesScope: string;
  /** The users or units, as `p`: what goes behind FROM, and which of them are asked for. */
  readonly subjects: { readonly from: string; readonly conditions: readonly string[] };
  private readonly named: NamedSelect[] = [];

  constructor(
    readonly dialect: ReadDialect,
    readonly catalog: Catalog,
    scope: StatementScope,
    private readonly request: SubjectChoice,
  ) {
    this.binder = scopedBinder(dialect, scope);
    this.namesScope = namesScope(dialect, scope);
    if (request.unitIds) this.name(this.unitsBelow(request.unitIds));
    const from = this.records(request.subject === 'Clients' ? 'Client' : 'SalesUnit', 'p');
    this.subjects = { from, conditions: this.wanted() };
  }

  private name(select: NamedSelect): void {
    this.named.push(select);
  }

  /** Names the records that count ahead of the statement: they are found once, however many selects look into them. */
  nameChosen({ entityType, predicate }: Narrowing): void {
    const { dialect, binder } = this;
    const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
    const where = [
      this.ofSpace('r'),
      `NOT ${column('r', 'is_deleted')}`,
      compilePredicate(context, 'r', predicate),
    ].join(' AND ');
    const text = `MATERIALIZED (SELECT r.id AS id FROM ${this.records(entityType, 'r')} WHERE ${where})`;
    this.name({ name: chosenRecords, text });
  }

  /** @returns the whole statement, with what is named ahead of it */
  statement(select: string): Statement {
    if (this.named.length === 0) return this.binder.statement(select);
    const recursive = this.named.some(({ isRecursive }) => isRecursive) ? 'RECURSIVE ' : '';
    const named = this.named.map(({ name, text }) => `${name} AS ${text}`).join(', ');
    return this.binder.statement(`WITH ${recursive}${named} ${select}`);
  }

  entityType(name: string): EntityType {
    return this.catalog.existing(name);
  }

  /** @returns what goes behind FROM for the records of an entity type */
  records(entityType: string, alias: string): string {
    return `${recordsOf(this.dialect, this.entityType(entityType))} ${alias}`;
  }

  /** The same, read along an index. @param along what the dialect puts behind a table */
  recordsAlong(entityType: string, alias: string, along: string): string {
    return recordsAlong(this.dialect, this.entityType(entityType), alias, along);
  }

  ofSpace(alias: string): string {
    return inSpace(this.dialect, alias);
  }

  private wanted(): string[] {
    const { subject, clientIds, unitIds } = this.request;
    const conditions = [this.ofSpace('p')];
    if (subject === 'Clients' && clientIds) {
      conditions.push(this.dialect.isOneOf('p.id', this.binder.bindIds(clientIds)));
    }
    if (unitIds) conditions.push(subject === 'Clients' ? this.isOfWantedUnit() : isIn('p.id', wantedUnits));
    return conditions;
  }

  /** A user is of a unit by membership, or because it is where the user's records go by default. */
  private isOfWantedUnit(): string {
    const membership = [
      this.ofSpace('m'),
      `NOT ${column('m', 'is_deleted')}`,
      isIn(column('m', 'unit_id'), wantedUnits),
    ];
    const members = `SELECT ${column('m', 'client_id')} FROM ${this.records('SalesUnitClientRelation', 'm')}`;
    const isMember = `p.id IN (${members} WHERE ${membership.join(' AND ')})`;
    return `(${isMember} OR ${isIn(column('p', 'default_unit_id'), wantedUnits)})`;
  }

  private unitsBelow(ids: readonly string[]): NamedSelect {
    const isAsked = this.dialect.isOneOf('u.id', this.binder.bindIds(ids));
    const asked = `SELECT u.id FROM ${this.records('SalesUnit', 'u')} WHERE ${this.ofSpace('u')} AND ${isAsked}`;
    if (!this.request.withSubUnits) return { name: wantedUnits, text: `(${asked})` };
    const isBelow = `${this.ofSpace('c')} AND ${column('c', 'parent_id')} = ${wantedUnits}.id`;
    // UNION and not UNION ALL: units that go round in a circle are found once.
    const below = `SELECT c.id FROM ${wantedUnits} JOIN ${this.records('SalesUnit', 'c')} ON ${isBelow}`;
    return { name: `${wantedUnits}(id)`, text: `(${asked} UNION ${below})`, isRecursive: true };
  }
}

function isIn(expression: string, named: string): string {
  return `${expression} IN (SELECT ${named}.id FROM ${named})`;
}
