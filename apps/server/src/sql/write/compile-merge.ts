/**
 * Writes the statements by which records become one: what refers to those that go, and its move to those that stay. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import { CustomReferenceCompiler, compileRefers } from '../custom-values/compile-custom-reference.js';
import { customValue } from '../custom-values/custom-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { PlanningDialect } from '../dialects/planning.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { entityTypeConditions, recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import type { Stamp } from './compile-rows.js';

/** References of one entity type. */
export interface References {
  readonly entityType: EntityType;
  readonly fields: readonly ReferenceField[];
}

export class MergeCompiler {
  constructor(
    private readonly dialect: BindingDialect & PlanningDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /** @returns a statement whose one row has in `f0`, `f1`, … 1 for each type of which a record refers to one of the ids, else 0 */
  compileReferring(types: readonly References[], ids: readonly string[]): Statement {
    const binder = this.binder();
    const bound = binder.bindIds(ids);
    const columns = types.map(({ entityType, fields }, index) => {
      const found = fields.map((field) => `EXISTS (${this.select('1', entityType, [this.isOneOf(field, bound)])})`);
      return `CASE WHEN ${found.join(' OR ')} THEN 1 ELSE 0 END AS f${index}`;
    });
    return binder.statement(`SELECT ${columns.join(', ')}`);
  }

  /** @returns a statement whose rows have the `id` of every record, not deleted, that refers to one of the ids */
  compileLiving({ entityType, fields }: References, ids: readonly string[]): Statement {
    const binder = this.binder();
    const bound = binder.bindIds(ids);
    const conditions = [this.refersTo(fields, bound), `NOT ${column('r', 'is_deleted')}`];
    return binder.statement(this.select('r.id AS id', entityType, conditions));
  }

  /**
   * @param kept ids of records whose own references are not counted: they become null
   * @returns a statement whose one row has in `f0`, `f1`, … how many records, not deleted, refer to one of the ids by each of the fields
   */
  compileCounts({ entityType, fields }: References, ids: readonly string[], kept: readonly string[]): Statement {
    const binder = this.binder();
    const bound = binder.bindIds(ids);
    const others = [`NOT ${column('r', 'is_deleted')}`, `NOT ${this.dialect.isOneOf('r.id', binder.bindIds(kept))}`];
    const counts = fields.map((field, index) => {
      const count = this.select('count(*)', entityType, [this.isOneOf(field, bound), ...others]);
      return `(${count}) AS f${index}`;
    });
    return binder.statement(`SELECT ${counts.join(', ')}`);
  }

  /** Whether records have to be locked at all: nobody else may be writing anyway. */
  get locks(): boolean {
    return this.dialect.forUpdate(true) !== '';
  }

  /**
   * @param waits whether records that others have locked are waited for
   * @returns a statement that locks every record that refers to one of the ids
   */
  compileLock({ entityType, fields }: References, ids: readonly string[], waits = true): Statement {
    const binder = this.binder();
    return this.lock(entityType, this.refersTo(fields, binder.bindIds(ids)), binder, waits);
  }

  /**
   * @param rows what refers to the ids
   * @param via reference of the rows to the records that they belong to
   * @returns a statement that locks these records
   */
  compileLockOwners(owner: EntityType, rows: References, via: string, ids: readonly string[], waits = true): Statement {
    const binder = this.binder();
    const refers = this.refersTo(rows.fields, binder.bindIds(ids), 'l');
    const from = `${recordsOf(this.dialect, rows.entityType)} l WHERE ${inSpace(this.dialect, 'l')}`;
    return this.lock(owner, `r.id IN (SELECT ${column('l', via)} FROM ${from} AND ${refers})`, binder, waits);
  }

  /**
   * Moves a reference from each record that goes to the one that stays; one that would lead from a record to itself becomes null.
   * Deleted records follow too, but stay at the revision of their deletion, by which what was deleted together is known.
   * @param pairs ids of what goes and of what stays
   * @returns statements, to be run in their order
   */
  compileMoves(entityType: EntityType, field: ReferenceField, pairs: Pairs, stamp: Stamp): Statement[] {
    const custom = customValue(field);
    if (!custom) return [this.compileMove(entityType, field, pairs, stamp)];
    return new CustomReferenceCompiler(this.dialect, this.space).compileMoves(entityType, custom, pairs, stamp);
  }

  private compileMove(entityType: EntityType, { name }: ReferenceField, pairs: Pairs, stamp: Stamp): Statement {
    const binder = this.binder();
    const table = identifier(tableName(entityType));
    const rows = binder.bindRows(pairs, ['uuid', 'uuid']);
    const [gone = '', target = ''] = rows.values;
    const unlessDeleted = (member: string, value: unknown) => {
      const own = column(table, member);
      return `${identifier(member)} = CASE WHEN ${column(table, 'is_deleted')} THEN ${own} ELSE ${binder.bind(value)} END`;
    };
    const assignments = [
      `${identifier(name)} = nullif(${target}, ${column(table, 'id')})`,
      unlessDeleted('modified', stamp.modified),
      unlessDeleted('revision', stamp.revision),
    ];
    const ids = binder.bind(this.dialect.encodeIds(pairs.map(([id]) => id)));
    // The ids say the same as the rows, and lead to an index: a join alone would have SQLite scan the whole space.
    const isMoved = this.dialect.isOneOf(column(table, name), ids);
    const where = [
      inSpace(this.dialect),
      ...entityTypeConditions(this.dialect, entityType),
      isMoved,
      `${column(table, name)} = ${gone}`,
    ];
    return binder.statement(
      `UPDATE ${table} SET ${assignments.join(', ')} FROM ${rows.from} WHERE ${where.join(' AND ')}`,
    );
  }

  /** Marks records as deleted, but not what they own. @param mergedInto set in each of them, where the entity type has it */
  compileDrop(entityType: EntityType, ids: readonly string[], stamp: Stamp, mergedInto?: string): Statement {
    const binder = this.binder();
    const isDropped = binder.isOneOf('"id"', ids);
    const assignments = [
      '"is_deleted" = TRUE',
      `"modified" = ${binder.bind(stamp.modified)}`,
      `"revision" = ${binder.bind(stamp.revision)}`,
      ...(mergedInto === undefined ? [] : [`"merged_into" = ${binder.bind(mergedInto)}`]),
    ];
    const where = `${inSpace(this.dialect)} AND ${isDropped}`;
    return binder.statement(`UPDATE ${identifier(tableName(entityType))} SET ${assignments.join(', ')} WHERE ${where}`);
  }

  /** Marks those as deleted, of the records that are not, whose reference leads to one of the ids. */
  compileUndo(
    entityType: EntityType,
    { name }: ReferenceField,
    ids: readonly string[],
    stamp: Stamp,
    returning: string,
  ): Statement {
    const binder = this.binder();
    const table = identifier(tableName(entityType));
    const assignments = [
      '"is_deleted" = TRUE',
      `"modified" = ${binder.bind(stamp.modified)}`,
      `"revision" = ${binder.bind(stamp.revision)}`,
    ];
    const where = [
      inSpace(this.dialect),
      binder.isOneOf(column(table, name), ids),
      `NOT ${column(table, 'is_deleted')}`,
    ];
    const change = `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where.join(' AND ')}`;
    return binder.statement(change + returning);
  }

  private lock(entityType: EntityType, condition: string, { values }: Binder, waits: boolean): Statement {
    const select = this.select('r.id AS id', entityType, [condition]);
    const locking = this.dialect.forUpdate(waits);
    // Where nothing is locked the order is of no use, and would lead SQLite to scan the space in the order of ids.
    return { text: locking === '' ? select : `${select} ORDER BY r.id${locking}`, values };
  }

  private select(columns: string, entityType: EntityType, conditions: readonly string[]): string {
    const where = [inSpace(this.dialect, 'r'), ...conditions].join(' AND ');
    return `SELECT ${columns} FROM ${recordsOf(this.dialect, entityType)} r WHERE ${where}`;
  }

  private refersTo(fields: readonly ReferenceField[], bound: string, alias = 'r'): string {
    return `(${fields.map((field) => this.isOneOf(field, bound, alias)).join(' OR ')})`;
  }

  private isOneOf(field: ReferenceField, bound: string, alias = 'r'): string {
    return compileRefers(this.dialect, alias, field, (id) => this.dialect.isOneOf(id, bound));
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}

/** Ids of what goes and of what stays in its place. */
export type Pairs = readonly (readonly [gone: string, target: string])[];
