/**
 * Writes the statements that keep owned rows in step: exactly one primary, deleted with their parent. Pure.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { Operand } from '../plan/predicate.js';
import type { Statement } from './binder.js';
import { tableName } from './columns.js';
import { type Dialect, identifier } from './dialects/dialect.js';

/** What every changed record gets. */
export interface Stamp {
  readonly modified: string;
  readonly revision: number;
}

export class RowCompiler {
  constructor(private readonly dialect: Dialect) {}

  /** Takes the primary flag from the rows of a parent, but for one. */
  compileClearPrimary(target: EntityType, field: RowsField, flag: string, scope: RowScope, stamp: Stamp): Statement {
    const p = this.parameters([scope.space, scope.parent, scope.except, stamp.modified, stamp.revision]);
    return p.statement(
      `UPDATE ${identifier(tableName(target))} SET ${identifier(flag)} = FALSE, ${this.stamp(p.at(4), p.at(5))} ` +
        `WHERE "space_id" = ${p.at(1)} AND ${identifier(field.via)} = ${p.at(2)} AND "id" <> ${p.at(3)} ` +
        `AND ${identifier(flag)} AND NOT "is_deleted"`,
    );
  }

  /** Gives the flag to the oldest row of a parent that has no primary one. */
  compilePromote(target: EntityType, field: RowsField, flag: string, parent: RowParent, stamp: Stamp): Statement {
    const p = this.parameters([parent.space, parent.parent, stamp.modified, stamp.revision]);
    const table = identifier(tableName(target));
    const rows = (alias: string) =>
      `${alias}."space_id" = ${p.at(1)} AND ${alias}.${identifier(field.via)} = ${p.at(2)} AND NOT ${alias}."is_deleted"`;
    const oldest = `(SELECT o."id" FROM ${table} o WHERE ${rows('o')} ORDER BY o."id" LIMIT 1)`;
    const none = `NOT EXISTS (SELECT 1 FROM ${table} q WHERE ${rows('q')} AND q.${identifier(flag)})`;
    return p.statement(
      `UPDATE ${table} SET ${identifier(flag)} = TRUE, ${this.stamp(p.at(3), p.at(4))} ` +
        `WHERE "space_id" = ${p.at(1)} AND "id" = ${oldest} AND ${none}`,
    );
  }

  /** Marks all rows of a deleted parent as deleted, with the revision of its own deletion. */
  compileDeleteRows(target: EntityType, field: RowsField, parent: RowParent, stamp: Stamp): Statement {
    const p = this.parameters([parent.space, parent.parent, stamp.modified, stamp.revision]);
    return p.statement(
      `UPDATE ${identifier(tableName(target))} SET "is_deleted" = TRUE, ${this.stamp(p.at(3), p.at(4))} ` +
        `WHERE "space_id" = ${p.at(1)} AND ${identifier(field.via)} = ${p.at(2)} AND NOT "is_deleted"`,
    );
  }

  private stamp(modified: string, revision: string): string {
    return `"modified" = ${modified}, "revision" = ${revision}`;
  }

  private parameters(values: readonly Operand[]) {
    return {
      at: (position: number) => this.dialect.placeholder(position),
      statement: (text: string): Statement => ({ text, values }),
    };
  }
}

export interface RowParent {
  readonly space: string;
  /** Id of the parent record. */
  readonly parent: string;
}

export interface RowScope extends RowParent {
  /** Id of the row that keeps its flag. */
  readonly except: string;
}
