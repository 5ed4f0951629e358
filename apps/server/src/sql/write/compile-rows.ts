/**
 * Writes the statements that delete owned rows with their parents, and the rows of those rows, without reading any of them. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { Statement } from '../binder.js';
import { tableName } from '../columns.js';
import { type KeptType, valueTable } from '../custom-values/value-tables.js';
import { type Dialect, identifier } from '../dialects/dialect.js';
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

type Parameters = Readonly<Record<'space' | 'parents' | 'revision', number>>;

const parameters = { space: 1, parents: 2, modified: 3, revision: 4, deletedAt: 5 } as const;
const releaseParameters: Parameters = { space: 1, parents: 2, revision: 3 };

export class RowCompiler {
  constructor(private readonly dialect: Dialect) {}

  /** Marks rows as deleted, with the revision of their parents' deletion. */
  compileDeleteRows(space: string, rows: RowsOf, { modified, revision }: Stamp): Statement {
    const ids = parentIds(rows);
    const text =
      `UPDATE ${identifier(tableName(rows.target))} SET "is_deleted" = TRUE, ` +
      `"modified" = ${this.at('modified')}, "revision" = ${this.at('revision')} ` +
      `WHERE "space_id" = ${this.at('space')} AND ${this.belongs(identifier(rows.via), rows.parents, 1)} AND NOT "is_deleted"`;
    const bound = ids.length === 1 ? ids[0] : this.dialect.encodeIds(ids);
    return { text, values: [space, bound, modified, revision] };
  }

  /** Takes the mark again from rows that were deleted at a revision, which is that of their parents' deletion too. */
  compileRestoreRows(space: string, rows: RowsOf, { modified, revision }: Stamp, deletedAt: number): Statement {
    const ids = parentIds(rows);
    const text =
      `UPDATE ${identifier(tableName(rows.target))} SET "is_deleted" = FALSE, ` +
      `"modified" = ${this.at('modified')}, "revision" = ${this.at('revision')} ` +
      `WHERE "space_id" = ${this.at('space')} AND ${this.belongs(identifier(rows.via), rows.parents, 1, 'present')} ` +
      `AND "is_deleted" AND "revision" = ${this.at('deletedAt')}`;
    const bound = ids.length === 1 ? ids[0] : this.dialect.encodeIds(ids);
    return { text, values: [space, bound, modified, revision, deletedAt] };
  }

  /** Lets others have the values of custom fields that rows held which the same write has deleted. */
  compileReleaseRows(
    space: string,
    rows: RowsOf,
    type: KeptType,
    fieldIds: readonly string[],
    { revision }: Stamp,
  ): Statement {
    const ids = parentIds(rows);
    const at = (parameter: keyof Parameters) => this.dialect.placeholder(releaseParameters[parameter]);
    const conditions = [
      `r.space_id = ${at('space')}`,
      this.belongs(`r.${identifier(rows.via)}`, rows.parents, 1, 'deleted', releaseParameters),
      'r."is_deleted"',
      `r."revision" = ${at('revision')}`,
    ];
    const deleted = `SELECT r."id" FROM ${recordsOf(this.dialect, rows.target)} r WHERE ${conditions.join(' AND ')}`;
    const fields = fieldIds.map((id) => `'${id}'`).join(', ');
    const text =
      `UPDATE ${identifier(valueTable(type))} SET "is_held" = FALSE ` +
      `WHERE "space_id" = ${at('space')} AND "field_id" IN (${fields}) AND "record_id" IN (${deleted})`;
    return { text, values: [space, ids.length === 1 ? ids[0] : this.dialect.encodeIds(ids), revision] };
  }

  /** @param state that the same write has left the parents in, where they are rows themselves */
  private belongs(
    reference: string,
    parents: RowsOf['parents'],
    depth: number,
    state: 'deleted' | 'present' = 'deleted',
    places: Parameters = parameters,
  ): string {
    const at = (parameter: keyof Parameters) => this.dialect.placeholder(places[parameter]);
    if (!isRows(parents)) {
      return parents.length === 1 ? `${reference} = ${at('parents')}` : this.dialect.isOneOf(reference, at('parents'));
    }
    const alias = `p${depth}`;
    const conditions = [
      `${alias}.space_id = ${at('space')}`,
      this.belongs(`${alias}.${identifier(parents.via)}`, parents.parents, depth + 1, state, places),
      `${state === 'present' ? 'NOT ' : ''}${alias}."is_deleted"`,
      `${alias}."revision" = ${at('revision')}`,
    ];
    const from = `${recordsOf(this.dialect, parents.target)} ${alias}`;
    return `${reference} IN (SELECT ${alias}."id" FROM ${from} WHERE ${conditions.join(' AND ')})`;
  }

  private at(parameter: keyof typeof parameters): string {
    return this.dialect.placeholder(parameters[parameter]);
  }
}

function parentIds({ parents }: RowsOf): readonly string[] {
  return isRows(parents) ? parentIds(parents) : parents;
}

function isRows(parents: RowsOf['parents']): parents is RowsOf {
  return 'target' in parents;
}
