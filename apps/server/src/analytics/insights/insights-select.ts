/**
 * What the statements of key figures have in common: which users or units are asked for, as conditions on their rows. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import {
  type Binder,
  inSpace,
  namesScope,
  type Statement,
  type StatementScope,
  scopedBinder,
} from '../../sql/binder.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { recordsOf } from '../../sql/record-source.js';
import { column } from '../../sql/select/compile-value.js';
import type { InsightsRequest } from './insights-request.js';

/** A part of a statement that is named ahead of it. */
export interface NamedSelect {
  readonly name: string;
  readonly text: string;
  readonly isRecursive?: true;
}

/** Which users or units are asked for. */
export type SubjectChoice = Pick<InsightsRequest, 'subject' | 'clientIds' | 'unitIds' | 'withSubUnits'>;

/** The sales units that are asked for, with those below them if these count. */
const wantedUnits = 'wanted';

export class InsightsSelect {
  readonly binder: Binder;
  /** A condition that names the values with which every statement begins. */
  readonly namesScope: string;
  /** The users or units, as `p`: what stands behind FROM, and which of them are asked for. */
  readonly subjects: { readonly from: string; readonly conditions: readonly string[] };
  private readonly named: NamedSelect[] = [];

  constructor(
    readonly dialect: Dialect,
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

  name(select: NamedSelect): void {
    this.named.push(select);
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

  /** @returns what stands behind FROM for the records of an entity type */
  records(entityType: string, alias: string): string {
    return `${recordsOf(this.dialect, this.entityType(entityType))} ${alias}`;
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
