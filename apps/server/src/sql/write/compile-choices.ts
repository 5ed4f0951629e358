/**
 * Writes the statements by which one option replaces another one in what is deleted, so that it is there when that comes back.
 * Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';
import type { PlanningDialect } from '../dialects/planning.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { entityTypeConditions, recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import { type ChangedSet, insertChangesOf, type LogStatement } from '../tables/changes.js';
import { MergeCompiler } from './compile-merge.js';
import type { Stamp } from './compile-rows.js';

export class ChoiceCompiler {
  constructor(
    private readonly dialect: BindingDialect & JsonDialect & PlanningDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /**
   * Leads a choice to another option wherever it is. Deleted records stay at the revision of their deletion.
   * @returns statements, to be run in their order once the records that are not deleted have changed
   */
  compileReplace(choice: Choice, gone: string, target: string, stamp: Stamp): readonly Statement[] {
    const merging = new MergeCompiler(this.dialect, this.space);
    return [
      ...(isOfRows(choice) ? [this.setAside(choice, gone, target, stamp)] : []),
      ...merging.compileMoves(choice.entityType, choice.field, [[gone, target]], stamp),
    ];
  }

  /** The same for what deleted fields give new records; the fields stay at the revision of their deletion. */
  compileReplaceDefault(replaced: ReplacedDefault): Statement {
    const binder = spaceBinder(this.dialect, this.space);
    const table = identifier(tableName(replaced.fields));
    const change = `UPDATE ${table} SET "default_value" = ${binder.bind(replaced.target)}`;
    return binder.statement(`${change} WHERE ${binder.inSpace()} AND ${this.hasDefault(replaced, table, binder)}`);
  }

  /** @returns what logs that */
  compileDefaultLog(replaced: ReplacedDefault): LogStatement {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const text = (value: string) => this.dialect.cast(binder.bind(value), 'string');
      const changed: ChangedSet = {
        ...{ entityType: replaced.fields, act: 'updated', owners: [] },
        members: [['default_value', text(replaced.gone), text(replaced.target)]],
        from: `${identifier(tableName(replaced.fields))} r`,
        where: [this.hasDefault(replaced, 'r', binder)],
      };
      return insertChangesOf(this.dialect, binder, changed, origin, position);
    };
  }

  private hasDefault({ set, gone }: ReplacedDefault, alias: string, binder: Binder): string {
    const isOfSet = `${column(alias, 'data_set_id')} = ${this.dialect.cast(binder.bind(set), 'uuid')}`;
    return `${column(alias, 'is_deleted')} AND ${isOfSet} AND ${column(alias, 'default_value')} = ${binder.bind(gone)}`;
  }

  /**
   * Rows that would come back, with their record or with their field, beside one that has the option already: from now on they are
   * deleted by themselves, as nobody has an option twice.
   */
  private setAside(choice: RowChoice, gone: string, target: string, { modified, revision }: Stamp): Statement {
    const binder = spaceBinder(this.dialect, this.space);
    const table = identifier(tableName(choice.entityType));
    const assignments = [
      '"is_deleted" = TRUE',
      `"modified" = ${binder.bind(modified)}`,
      `"revision" = ${binder.bind(revision)}`,
    ];
    const where = [
      binder.inSpace(),
      ...entityTypeConditions(this.dialect, choice.entityType),
      this.isDouble(choice, gone, target, table, binder),
    ];
    return binder.statement(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where.join(' AND ')}`);
  }

  /** @returns what logs the rows that are set aside: those that are deleted by it, or those that were before */
  compileAsideLog(choice: RowChoice, gone: string, target: string, wasDeleted: boolean): LogStatement {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const is = wasDeleted ? '' : 'NOT ';
      const changed: ChangedSet = {
        entityType: choice.entityType,
        act: wasDeleted ? 'updated' : 'deleted',
        members: wasDeleted
          ? []
          : [['is_deleted', this.dialect.jsonBoolean('FALSE'), this.dialect.jsonBoolean('TRUE')]],
        owners: [column('r', choice.owner)],
        from: `${recordsOf(this.dialect, choice.entityType)} r`,
        where: [`${is}${column('r', 'is_deleted')}`, this.isDouble(choice, gone, target, 'r', binder)],
      };
      return insertChangesOf(this.dialect, binder, changed, origin, position);
    };
  }

  /** @param alias of a row that has the option that goes @returns whether there is another one with the option that takes its place */
  private isDouble(
    { entityType, field: { name }, owner }: RowChoice,
    gone: string,
    target: string,
    alias: string,
    binder: Binder,
  ): string {
    const { dialect } = this;
    const id = (value: string) => dialect.cast(binder.bind(value), 'uuid');
    const isSame = (member: string) => `${column('o', member)} = ${column(alias, member)}`;
    const others = [
      binder.inSpace('o'),
      ...entityTypeConditions(dialect, entityType).map((condition) => `o.${condition}`),
      isSame(owner),
      isSame('is_deleted'),
      `(NOT ${column('o', 'is_deleted')} OR ${isSame('revision')})`,
      `${column('o', name)} = ${id(target)}`,
    ];
    const other = `SELECT 1 FROM ${identifier(tableName(entityType))} o WHERE ${others.join(' AND ')}`;
    return `${column(alias, name)} = ${id(gone)} AND EXISTS (${other})`;
  }
}

/** An option that fields give new records, and the one that takes its place. */
export interface ReplacedDefault {
  /** Of Field records. */
  readonly fields: EntityType;
  /** Of both options. */
  readonly set: string;
  readonly gone: string;
  readonly target: string;
}

/** A field whose values are options. */
export interface Choice {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
  /** Of rows of a field with several options: their reference to the record that has chosen. */
  readonly owner?: string;
}

type RowChoice = Choice & { readonly owner: string };

function isOfRows(choice: Choice): choice is RowChoice {
  return choice.owner !== undefined;
}
