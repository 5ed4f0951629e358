/**
 * Writes the statements that delete owned rows with their parents, and the rows of those rows, without reading any of them. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import { type CustomValueType, valueTable } from '../custom-values/value-tables.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import { recordsOf } from '../record-source.js';

/** What every changed record gets. */
export interface Stamp {
  readonly modified: string;
  readonly revision: number;
}

/** Rows that belong to records by a reference. */
export interface RowsOf {
  readonly target: EntityType;
  /** The target's reference to the record that it belongs to. */
  readonly via: string;
  /** Those records: by their ids, or as rows that the same write deleted. */
  readonly parents: readonly string[] | RowsOf;
}

export class RowCompiler {
  constructor(private readonly dialect: BindingDialect) {}

  /** Marks rows as deleted, with the revision of their parents' deletion. @param returning what `WriteEffects.addCounted` asks for */
  compileDeleteRows(space: string, rows: RowsOf, stamp: Stamp, returning: string): Statement {
    const write = this.begin(space, rows, stamp);
    const { binder, modified, revision } = write;
    return binder.statement(
      `UPDATE ${identifier(tableName(rows.target))} SET "is_deleted" = TRUE, "modified" = ${modified}, "revision" = ${revision} ` +
        `WHERE ${binder.inSpace()} AND ${this.belongs(identifier(rows.via), rows.parents, write)} AND NOT "is_deleted"` +
        returning,
    );
  }

  /** The reverse: takes the mark again from rows that were deleted at a revision, which is that of their parents' deletion too. */
  compileRestoreRows(space: string, rows: RowsOf, stamp: Stamp, deletedAt: number, returning: string): Statement {
    const write = this.begin(space, rows, stamp);
    const { binder, modified, revision } = write;
    return binder.statement(
      `UPDATE ${identifier(tableName(rows.target))} SET "is_deleted" = FALSE, "modified" = ${modified}, "revision" = ${revision} ` +
        `WHERE ${binder.inSpace()} AND ${this.belongs(identifier(rows.via), rows.parents, write, 'present')} ` +
        `AND "is_deleted" AND "revision" = ${binder.bind(deletedAt)}${returning}`,
    );
  }

  /** Releases the values of custom fields that rows held which the same write has deleted. */
  compileReleaseRows(
    space: string,
    rows: RowsOf,
    type: CustomValueType,
    fieldIds: readonly string[],
    { revision }: Stamp,
  ): Statement {
    const write = this.begin(space, rows, { revision });
    const { binder } = write;
    const conditions = [
      binder.inSpace('r'),
      this.belongs(`r.${identifier(rows.via)}`, rows.parents, write),
      'r."is_deleted"',
      `r."revision" = ${write.revision}`,
    ];
    const deleted = `SELECT r."id" FROM ${recordsOf(this.dialect, rows.target)} r WHERE ${conditions.join(' AND ')}`;
    const fields = fieldIds.map((id) => `'${id}'`).join(', ');
    return binder.statement(
      `UPDATE ${identifier(valueTable(type))} SET "is_held" = FALSE ` +
        `WHERE ${binder.inSpace()} AND "field_id" IN (${fields}) AND "record_id" IN (${deleted})`,
    );
  }

  private begin(space: string, rows: RowsOf, { modified, revision }: Partial<Stamp>): RowWrite {
    const binder = spaceBinder(this.dialect, space);
    const ids = parentIds(rows);
    return {
      binder,
      parents: ids.length === 1 ? binder.bind(ids[0]) : binder.bindIds(ids),
      modified: modified === undefined ? '' : binder.bind(modified),
      revision: binder.bind(revision),
    };
  }

  /** @param state that the same write has left the parents in, where they are rows themselves */
  private belongs(
    reference: string,
    parents: RowsOf['parents'],
    write: RowWrite,
    state: 'deleted' | 'present' = 'deleted',
    depth = 1,
  ): string {
    if (!isRows(parents)) {
      return parents.length === 1 ? `${reference} = ${write.parents}` : this.dialect.isOneOf(reference, write.parents);
    }
    const alias = `p${depth}`;
    const conditions = [
      write.binder.inSpace(alias),
      this.belongs(`${alias}.${identifier(parents.via)}`, parents.parents, write, state, depth + 1),
      `${state === 'present' ? 'NOT ' : ''}${alias}."is_deleted"`,
      `${alias}."revision" = ${write.revision}`,
    ];
    const from = `${recordsOf(this.dialect, parents.target)} ${alias}`;
    return `${reference} IN (SELECT ${alias}."id" FROM ${from} WHERE ${conditions.join(' AND ')})`;
  }
}

/** A statement over rows, and the placeholders of what it binds: the ids of the outermost parents, and its stamp. */
interface RowWrite {
  readonly binder: Binder;
  readonly parents: string;
  readonly modified: string;
  readonly revision: string;
}

function parentIds({ parents }: RowsOf): readonly string[] {
  return isRows(parents) ? parentIds(parents) : parents;
}

function isRows(parents: RowsOf['parents']): parents is RowsOf {
  return 'target' in parents;
}
