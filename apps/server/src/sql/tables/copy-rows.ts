/**
 * Writes the statements that read the rows of a space from a table, write them into another space and remove them, some at a time. Pure.
 */
import { type Statement, spaceBinder, spaceOf } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';
import { identifier } from '../dialects/quote.js';
import type { SpaceColumn, SpaceTable } from './space-tables.js';

/**
 * @param after the values of the key of the last row before; undefined: from the first one
 * @returns a statement whose rows have `j`, a row as a JSON object of canonical values, the same on all databases; in the order of the key
 */
export function selectRows(
  dialect: BindingDialect & JsonDialect,
  space: string,
  table: SpaceTable,
  after: readonly unknown[] | undefined,
  limit: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const key = table.key.map((name) => `r.${identifier(name)}`);
  const members = table.columns
    .filter(({ name }) => !table.leftOut?.includes(name))
    .map(({ name, type }) => [name, dialect.canonicalValue(`r.${identifier(name)}`, type)] as const);
  const where = [binder.inSpace('r')];
  if (after !== undefined) where.push(`(${key.join(', ')}) > (${after.map((value) => binder.bind(value)).join(', ')})`);
  return binder.statement(
    `SELECT ${dialect.jsonText(dialect.jsonObject(members))} AS j FROM ${identifier(table.name)} r ` +
      `WHERE ${where.join(' AND ')} ORDER BY ${key.join(', ')} LIMIT ${limit}`,
  );
}

/** @param rows canonical values of the columns, in their order */
export function insertRows(
  dialect: BindingDialect,
  space: string,
  table: string,
  columns: readonly SpaceColumn[],
  rows: readonly (readonly unknown[])[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const bound = binder.bindRows(encoded(dialect, columns, rows), columns.map(typeOf));
  const names = ['"space_id"', ...columns.map(({ name }) => identifier(name))].join(', ');
  return binder.statement(
    `INSERT INTO ${identifier(table)} (${names}) ` +
      `SELECT ${[spaceOf(dialect, 'text'), ...bound.values].join(', ')} FROM ${bound.from}`,
  );
}

/** Sets columns of records. @param rows the id, then canonical values of the columns, in their order */
export function setColumns(
  dialect: BindingDialect,
  space: string,
  table: string,
  columns: readonly SpaceColumn[],
  rows: readonly (readonly unknown[])[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const all: readonly SpaceColumn[] = [{ name: 'id', type: 'uuid' }, ...columns];
  const { from, values } = binder.bindRows(encoded(dialect, all, rows), all.map(typeOf));
  const changes = columns.map(({ name }, index) => `${identifier(name)} = ${values[index + 1]}`).join(', ');
  return binder.statement(
    `UPDATE ${identifier(table)} SET ${changes} FROM ${from} WHERE ${binder.inSpace()} AND "id" = ${values[0]}`,
  );
}

/** Empties a reference of some records. @returns a row for each of them */
export function emptyReference(
  dialect: BindingDialect,
  space: string,
  table: string,
  column: string,
  limit: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const some =
    `SELECT r."id" FROM ${identifier(table)} r WHERE ${binder.inSpace('r')} ` +
    `AND r.${identifier(column)} IS NOT NULL LIMIT ${limit}`;
  return binder.statement(
    `UPDATE ${identifier(table)} SET ${identifier(column)} = NULL WHERE ${binder.inSpace()} AND "id" IN (${some}) RETURNING 1 AS n`,
  );
}

/** Removes some rows. @returns a row for each of them */
export function deleteRows(
  dialect: BindingDialect,
  space: string,
  table: string,
  key: readonly string[],
  limit: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const some =
    `SELECT ${key.map((name) => `r.${identifier(name)}`).join(', ')} FROM ${identifier(table)} r ` +
    `WHERE ${binder.inSpace('r')} LIMIT ${limit}`;
  return binder.statement(
    `DELETE FROM ${identifier(table)} WHERE ${binder.inSpace()} ` +
      `AND (${key.map(identifier).join(', ')}) IN (${some}) RETURNING 1 AS n`,
  );
}

function typeOf({ type }: SpaceColumn): SpaceColumn['type'] {
  return type;
}

function encoded(
  dialect: BindingDialect,
  columns: readonly SpaceColumn[],
  rows: readonly (readonly unknown[])[],
): unknown[][] {
  return rows.map((row) => columns.map(({ type }, index) => dialect.encode(type, (row[index] ?? null) as never)));
}
