/**
 * Aligns the tables of records with the catalog: adds missing tables, columns and indexes. It drops nothing but views,
 * indexes that another one has taken the place of, and foreign keys of references that may now point at other entity types or that the
 * service alone sees to, so an older database loses no data; a rename or a removal needs a migration. On a distributed database it
 * spreads the tables before they refer to each other.
 */
import type { Catalog } from '@headwater/catalog';
import type { Knex } from 'knex';
import { type Column, foldedColumn } from '../../sql/columns.js';
import { valueTableStatements } from '../../sql/custom-values/value-tables.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import { type Index, searchIndexPrefix, supersededIndex } from '../../sql/indexes.js';
import { storedTables, type Table } from '../../sql/table.js';
import type { Database } from '../database.js';
import { dropViews, replaceViews } from './align-views.js';
import { brokenIndexes, changeTables, dropBrokenIndexes, foreignKeys, indexNames } from './change-tables.js';
import { distributeTables, type OnDistributed } from './distribute-tables.js';
import { rebuildTable } from './rebuild-table.js';

export async function alignTables(
  knex: Knex,
  dialect: Dialect,
  catalog: Catalog,
  onDistributed?: OnDistributed,
): Promise<void> {
  const tables = storedTables(catalog);
  // A view would miss a table that is made again.
  if (!dialect.altersTables) await dropViews(knex, catalog);
  for (const table of tables) await correctReferences(knex, dialect, table);
  const existing = await existingColumns(knex, tables);
  const isInUse = dialect.altersTables && existing.size > 0;
  const found = isInUse ? await foreignKeys(knex) : new Map<string, boolean>();
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) {
      if (isInUse) await changeTables(knex, dialect, (transaction) => transaction.raw(statement));
      else await knex.raw(statement);
    }
  };
  await run([
    ...tables.flatMap((table) => freeingStatements(dialect, table, found)),
    ...tables.flatMap((table) => tableStatements(dialect, table, existing.get(table.name))),
    ...valueTableStatements(dialect),
  ]);
  // A table that refers to others lies where they lie, from the beginning on.
  const isMoved = await distributeTables(knex, dialect, onDistributed);
  const left = isMoved ? await foreignKeys(knex) : found;
  // After all tables are there: references may go around in a circle.
  const referring = tables
    .map((table) => ({ table: table.name, statements: referenceStatements(dialect, table, left, isInUse) }))
    .filter(({ statements }) => statements.length > 0);
  for (const [done, { table, statements }] of referring.entries()) {
    if (isMoved) onDistributed?.({ part: 'references', table, done, all: referring.length });
    await run(statements);
  }
  await addIndexes(knex, dialect, tables, isInUse);
  // What takes their place is there.
  await run(tables.flatMap((table) => (existing.has(table.name) ? supersededStatements(table) : [])));
  await replaceViews(knex, dialect, catalog);
}

/** @returns what the catalog wants and the database lacks or has not finished: `index accounts_name`, `foreign key accounts_owner_id_fkey` */
export async function missingConstraints({ knex, dialect }: Database, catalog: Catalog): Promise<string[]> {
  const tables = storedTables(catalog);
  const indexes = new Set(dialect.altersTables ? await indexNames(knex) : await indexNamesOfFile(knex));
  if (dialect.altersTables) for (const name of await brokenIndexes(knex)) indexes.delete(name);
  const lacking = tables.flatMap((table) => table.indexes.map(indexName)).filter((name) => !indexes.has(name));
  const found = dialect.altersTables ? await foreignKeys(knex) : undefined;
  const wanted = tables.flatMap((table) =>
    references(table)
      .filter(({ repeats }) => !repeats)
      .map((column) => referenceName(table, column)),
  );
  const loose = found === undefined ? [] : wanted.filter((name) => found.get(name) !== true);
  return [...lacking.map((name) => `index ${name}`), ...loose.map((name) => `foreign key ${name}`)];
}

async function indexNamesOfFile(knex: Knex): Promise<string[]> {
  const rows: { name: string }[] = await knex('sqlite_master').select('name').where({ type: 'index' });
  return rows.map(({ name }) => name);
}

/** @param isInUse whether servers may be writing to the tables: they go on while an index is made */
async function addIndexes(knex: Knex, dialect: Dialect, tables: readonly Table[], isInUse: boolean): Promise<void> {
  const wanted = new Set(tables.flatMap(({ indexes }) => indexes.map(indexName)));
  const isOurs = (name: string) =>
    wanted.has(name) || tables.some((table) => name.startsWith(searchIndexPrefix(table.name)));
  if (isInUse) await dropBrokenIndexes(knex, isOurs);
  const existing = isInUse ? await indexNames(knex) : new Set();
  for (const table of tables) {
    for (const index of table.indexes) {
      if (!existing.has(indexName(index))) await knex.raw(indexStatement(dialect, table, index, isInUse));
    }
  }
}

/** As long as PostgreSQL takes one. */
function indexName({ name }: Index): string {
  return name.slice(-63);
}

/** Where references can't be added to a table that is there, nor taken from it, a table that has not the right ones is made again. */
async function correctReferences(knex: Knex, dialect: Dialect, table: Table): Promise<void> {
  if (dialect.altersTables || (await hasRightReferences(knex, table))) return;
  await rebuildTable(knex, table, {
    createText: (name) => createStatement(dialect, table, name),
    isDone: (transaction) => hasRightReferences(transaction, table),
  });
}

/** A table that is not there yet counts, too. */
async function hasRightReferences(knex: Knex, table: Table): Promise<boolean> {
  const existing = (await existingColumns(knex, [table])).get(table.name);
  if (!existing) return true;
  const keys: { from: string }[] = await knex.raw(`PRAGMA foreign_key_list(${identifier(table.name)})`);
  const wanted = new Set(references(table).map(({ name }) => name));
  return (
    [...wanted].every((name) => existing.has(name)) && keys.every(({ from }) => from === 'space_id' || wanted.has(from))
  );
}

/** What pointed at records of one type may point at others now, or be seen to by the service alone. */
function freeingStatements(dialect: Dialect, table: Table, found: ReadonlyMap<string, boolean>): string[] {
  if (!dialect.altersTables) return [];
  const drops = table.columns
    .filter(({ type, references, repeats }) => type === 'uuid' && !(references && !repeats))
    .map((column) => referenceName(table, column))
    .filter((name) => found.has(name))
    .map((name) => `DROP CONSTRAINT IF EXISTS ${identifier(name)}`);
  return drops.length === 0 ? [] : [`ALTER TABLE ${identifier(table.name)} ${drops.join(', ')}`];
}

function referenceName(table: Table, column: Column): string {
  return `${table.name}_${column.name}_fkey`.slice(-63);
}

type ExistingColumns = ReadonlyMap<string, Knex.ColumnInfo>;

async function existingColumns(knex: Knex, tables: readonly Table[]): Promise<Map<string, ExistingColumns>> {
  const found = new Map<string, ExistingColumns>();
  for (const { name } of tables) {
    if (!(await knex.schema.hasTable(name))) continue;
    found.set(name, new Map(Object.entries(await knex(name).columnInfo())));
  }
  return found;
}

function tableStatements(dialect: Dialect, table: Table, existing: ExistingColumns | undefined): string[] {
  if (!existing) return [createStatement(dialect, table, table.name)];
  const added = table.columns
    .filter((column) => !existing.has(column.name))
    .map((column) => `ALTER TABLE ${identifier(table.name)} ADD COLUMN ${columnText(dialect, column)}`);
  return [...added, ...defaultStatements(dialect, table, existing)];
}

/** Tables that lack some are locked for a moment. Where tables cannot be altered, their older columns stay without a default. */
function defaultStatements(dialect: Dialect, table: Table, existing: ExistingColumns): string[] {
  if (!dialect.altersTables) return [];
  const changes = table.columns
    .filter((column) => column.default !== undefined && existing.get(column.name)?.defaultValue === null)
    .map((column) => `ALTER COLUMN ${identifier(column.name)} SET DEFAULT ${column.default}`);
  return changes.length === 0 ? [] : [`ALTER TABLE ${identifier(table.name)} ${changes.join(', ')}`];
}

function createStatement(dialect: Dialect, table: Table, name: string): string {
  const parts = [
    ...table.columns.map((column) => columnText(dialect, column)),
    'PRIMARY KEY ("space_id", "id")',
    ...(dialect.altersTables ? [] : references(table).map((column) => referenceText(column))),
  ];
  return `CREATE TABLE ${identifier(name)} (${parts.join(', ')})`;
}

function columnText(dialect: Dialect, column: Column): string {
  const type = `${identifier(column.name)} ${dialect.columnType(column.type)}`;
  return `${type}${column.nullable ? '' : ' NOT NULL'}${column.default ? ` DEFAULT ${column.default}` : ''}`;
}

function references(table: Table): Column[] {
  return table.columns.filter((column) => column.references !== undefined);
}

function referenceText(column: Column): string {
  const target = identifier(column.references ?? '');
  return `FOREIGN KEY ("space_id", ${identifier(column.name)}) REFERENCES ${target} ("space_id", "id")`;
}

/**
 * A reference whose making was cut off is completed. Rows of a table in use are looked at when writes go on already.
 * @param found foreign keys, each with whether it holds for all rows
 */
function referenceStatements(
  dialect: Dialect,
  table: Table,
  found: ReadonlyMap<string, boolean>,
  isInUse: boolean,
): string[] {
  if (!dialect.altersTables) return [];
  return references(table)
    .filter((column) => !column.repeats && found.get(referenceName(table, column)) !== true)
    .flatMap((column) => {
      const [alter, name] = [`ALTER TABLE ${identifier(table.name)}`, identifier(referenceName(table, column))];
      const add = `${alter} ADD CONSTRAINT ${name} ${referenceText(column)}`;
      if (!isInUse) return [add];
      const validate = `${alter} VALIDATE CONSTRAINT ${name}`;
      return found.has(referenceName(table, column)) ? [validate] : [`${add} NOT VALID`, validate];
    });
}

function indexedValue(dialect: Dialect, index: Index, column: string): string {
  if (index.asDateTime) return `(${dialect.dateAsDateTime(identifier(column))})`;
  if (index.isFolded && column === index.columns.at(-1)) return `(${foldedText(dialect, column)})`;
  return identifier(column);
}

export function foldedText(dialect: Dialect, column: string): string {
  return dialect.folded(identifier(foldedColumn), column, identifier(column));
}

function supersededStatements(table: Table): string[] {
  const names = table.indexes.map((index) => supersededIndex(table.name, index)).filter((name) => name !== undefined);
  return names.map((name) => `DROP INDEX IF EXISTS ${identifier(name)}`);
}

function indexStatement(dialect: Dialect, table: Table, index: Index, isInUse: boolean): string {
  const begin = `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${isInUse ? 'CONCURRENTLY ' : ''}IF NOT EXISTS`;
  const columns =
    index.unique || index.joint
      ? index.columns.map(identifier)
      : [
          ...index.columns.map((column) => `${indexedValue(dialect, index, column)}${dialect.nullsFirstInIndex}`),
          '"id"',
        ];
  const conditions = [
    ...((index.unique && !index.holdsDeleted) || index.joint === 'living' ? ['NOT "is_deleted"'] : []),
    ...(index.joint === 'deleted' ? ['"is_deleted"'] : []),
    // PostgreSQL takes no statistics of an expression from an index of only a part of the records.
    ...(index.isFolded && !dialect.choosesJoins
      ? index.columns.slice(-1).map((column) => `${foldedText(dialect, column)} IS NOT NULL`)
      : []),
    ...(index.leavesOutNull ? index.columns.map((column) => `${identifier(column)} IS NOT NULL`) : []),
    ...(index.onlyFrom ? [`${identifier(index.onlyFrom.column)} >= ${index.onlyFrom.least}`] : []),
    ...(index.onlyWhere === undefined ? [] : [identifier(index.onlyWhere)]),
  ];
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const on = `${identifier(table.name)} ("space_id", ${columns.join(', ')})`;
  return `${begin} ${identifier(indexName(index))} ON ${on}${where}`;
}
