/**
 * Writes the statements by which one option replaces another one in what is deleted, so that it is there when that comes back.
 * Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { entityTypeConditions } from '../record-source.js';
import { column } from '../select/compile-value.js';
import { MergeCompiler } from './compile-merge.js';
import type { Stamp } from './compile-rows.js';

export class ChoiceCompiler {
  constructor(
    private readonly dialect: BindingDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /**
   * Leads a choice to another option wherever it is. Deleted records stay at the revision of their deletion.
   * @returns statements, to be run in their order once the records that are not deleted have changed
   */
  compileReplace(
    { entityType, field, owner }: Choice,
    gone: string,
    target: string,
    stamp: Stamp,
  ): readonly Statement[] {
    const merging = new MergeCompiler(this.dialect, this.space);
    return [
      ...(owner === undefined ? [] : [this.setAside(entityType, field.name, owner, gone, target, stamp)]),
      ...merging.compileMoves(entityType, field, [[gone, target]], stamp),
    ];
  }

  /** The same for what deleted fields give new records; the fields stay at the revision of their deletion. */
  compileReplaceDefault(fields: EntityType, set: string, gone: string, target: string): Statement {
    const binder = spaceBinder(this.dialect, this.space);
    const where = [
      binder.inSpace(),
      '"is_deleted"',
      `"data_set_id" = ${this.dialect.cast(binder.bind(set), 'uuid')}`,
      `"default_value" = ${binder.bind(gone)}`,
    ];
    return binder.statement(
      `UPDATE ${identifier(tableName(fields))} SET "default_value" = ${binder.bind(target)} WHERE ${where.join(' AND ')}`,
    );
  }

  /**
   * Rows that would come back, with their record or with their field, beside one that has the option already: from now on they are
   * deleted by themselves, as nobody has an option twice.
   */
  private setAside(
    entityType: EntityType,
    name: string,
    owner: string,
    gone: string,
    target: string,
    { modified, revision }: Stamp,
  ): Statement {
    const { dialect } = this;
    const binder = spaceBinder(dialect, this.space);
    const table = identifier(tableName(entityType));
    const id = (value: string) => dialect.cast(binder.bind(value), 'uuid');
    const ofKind = entityTypeConditions(dialect, entityType);
    const assignments = [
      '"is_deleted" = TRUE',
      `"modified" = ${binder.bind(modified)}`,
      `"revision" = ${binder.bind(revision)}`,
    ];
    const isSame = (member: string) => `${column('o', member)} = ${column(table, member)}`;
    const others = [
      binder.inSpace('o'),
      ...ofKind.map((condition) => `o.${condition}`),
      isSame(owner),
      isSame('is_deleted'),
      `(NOT ${column('o', 'is_deleted')} OR ${isSame('revision')})`,
      `${column('o', name)} = ${id(target)}`,
    ];
    const where = [
      binder.inSpace(),
      ...ofKind,
      `${identifier(name)} = ${id(gone)}`,
      `EXISTS (SELECT 1 FROM ${table} o WHERE ${others.join(' AND ')})`,
    ];
    return binder.statement(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where.join(' AND ')}`);
  }
}

/** A field whose values are options. */
export interface Choice {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
  /** Of rows of a field with several options: their reference to the record that has chosen. */
  readonly owner?: string;
}
