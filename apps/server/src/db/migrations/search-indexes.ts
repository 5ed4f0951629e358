/**
 * Makes the indexes by which parts of texts are found. On PostgreSQL they need two extensions that come with it, which not every user of
 * a database may create: statements are the same without them, and scan. On SQLite they are tables, filled later.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Knex } from 'knex';
import { tableName } from '../../sql/columns.js';
import { listedKindColumn } from '../../sql/custom-values/shared-tables.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import {
  searchedTypes,
  searchLayout,
  searchTableStatements,
  searchTables,
  tailIndex,
} from '../../sql/filter/search-index.js';
import { searchedMembers, searchIndexName, searchIndexPrefix } from '../../sql/indexes.js';
import type { Database } from '../database.js';
import { storedSetting, storeSetting } from '../settings.js';
import { foldedText } from './align-tables.js';

/** pg_trgm indexes groups of three characters; btree_gin lets the space come first. */
const extensions = ['pg_trgm', 'btree_gin'] as const;

/** @returns whether the indexes can be made, as far as anything is needed */
export async function installSearch(db: Database): Promise<boolean> {
  if (await isSearchable(db)) return true;
  for (const name of extensions) {
    // Not allowed, not there, or made by another process at this moment.
    await db.knex.raw(`CREATE EXTENSION IF NOT EXISTS ${name}`).catch(() => undefined);
  }
  return hasSearch(db);
}

/** @returns what an operator can do so that parts of texts are found by an index; undefined where they are */
export async function searchAdvice(db: Database): Promise<string | undefined> {
  if (await isSearchable(db)) return undefined;
  const remedy = extensions.map((name) => `CREATE EXTENSION ${name};`).join(' ');
  return `filters by a part of a name read all records: run "${remedy}" in the database as its owner, then start the server again`;
}

/** @returns whether the indexes can be made as the database is */
export async function isSearchable(db: Database): Promise<boolean> {
  return !db.dialect.like || hasSearch(db);
}

/** An extension in a schema that is not searched is of no use. */
async function hasSearch({ knex }: Database): Promise<boolean> {
  const { rows } = await knex.raw(
    `SELECT count(DISTINCT c.opcname) AS found FROM pg_opclass c JOIN pg_am m ON m.oid = c.opcmethod WHERE m.amname = 'gin' AND ` +
      `(c.opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(c.oid) OR c.opcname = 'text_ops')`,
  );
  return Number(rows[0].found) === extensions.length;
}

/** A search index, and the statement that makes it where it is missing. */
export interface SearchIndex {
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/** @returns the search indexes of a catalog; none where the database has no such */
export function searchIndexes(dialect: Dialect, catalog: Catalog): SearchIndex[] {
  if (!dialect.like) return [];
  return searchedTypes(catalog.entityTypes).map((entityType) =>
    searchIndex(dialect, entityType, searchedMembers(entityType)),
  );
}

/** One index for all members, of which any can be asked for: each record costs it one entry for its space. */
function searchIndex(dialect: Dialect, entityType: EntityType, members: readonly string[]): SearchIndex {
  const [table, name] = [tableName(entityType), searchIndexName(entityType, members)];
  const kindColumn = listedKindColumn(entityType);
  const columns = [
    '"space_id"',
    ...(kindColumn === undefined ? [] : [identifier(kindColumn)]),
    ...members.map((member) => `(${foldedText(dialect, member)}) gin_trgm_ops`),
  ];
  const on = `${identifier(table)} USING gin (${columns.join(', ')})`;
  // Servers write to the table meanwhile.
  return { name, table, text: `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${identifier(name)} ON ${on}` };
}

/** Makes the indexes that are missing, and drops those over members that are not searched any more, or not alone. */
export async function alignSearchIndexes(knex: Knex, indexes: readonly SearchIndex[]): Promise<void> {
  for (const { name, table, text } of indexes) {
    await knex.raw(text);
    const { rows } = await knex.raw(
      'SELECT c.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE x.indrelid = ?::regclass',
      [identifier(table)],
    );
    const names = (rows as { name: string }[]).map((row) => row.name);
    const others = names.filter((other) => other !== name && other.startsWith(searchIndexPrefix(table)));
    for (const other of others) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${identifier(other)}`);
  }
}

const layoutSetting = 'search_layout';

/** @returns what the tables are made for; undefined where there are none */
export function searchLayoutOf(dialect: Dialect, catalog: Catalog): string | undefined {
  return dialect.searchesApart ? searchLayout(catalog.entityTypes) : undefined;
}

/** Makes the tables of the index, and the indexes by which they are filled. Replaces tables that were made for other members. */
export async function alignSearchTables(knex: Knex, catalog: Catalog, layout: string): Promise<void> {
  for (const entityType of searchedTypes(catalog.entityTypes)) {
    const on = `${identifier(tableName(entityType))} ("space_id", "revision", "id")`;
    await knex.raw(`CREATE INDEX IF NOT EXISTS ${identifier(tailIndex(entityType))} ON ${on}`);
  }
  await knex.transaction(async (transaction) => {
    if ((await storedSetting(transaction, layoutSetting)) === layout) return;
    for (const table of Object.values(searchTables)) await transaction.raw(`DROP TABLE IF EXISTS ${table}`);
    for (const statement of searchTableStatements()) await transaction.raw(statement);
    await storeSetting(transaction, layoutSetting, layout);
  });
}
