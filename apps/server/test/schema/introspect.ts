/**
 * Reads the schema that a database really has, in one form for both, from the database's own catalogues.
 */
import type { Database } from '../../src/db/database.js';

export interface FoundIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly isPartial: boolean;
}

export interface FoundForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
}

export interface FoundTable {
  /** Type and nullability, by name. */
  readonly columns: Readonly<Record<string, string>>;
  readonly primaryKey: readonly string[];
  /** By name. */
  readonly indexes: Readonly<Record<string, FoundIndex>>;
  readonly foreignKeys: readonly FoundForeignKey[];
}

export type Schema = Readonly<Record<string, FoundTable>>;

type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** @returns every table but those in which the migrations keep their own books, and that of parts of texts */
export async function readSchema(db: Database): Promise<Schema> {
  const ask = async (text: string): Promise<Row[]> => (await db.read({ text, values: [] })) as Row[];
  return db.dialect.name === 'sqlite' ? readSqlite(ask) : readPostgres(ask);
}

type Ask = (text: string) => Promise<Row[]>;

/** A virtual table, and those in which SQLite keeps it. */
const fullText = 'search_parts';

const isOurs = (table: string) => !['knex_', 'sqlite_', fullText].some((start) => table.startsWith(start));

async function readSqlite(ask: Ask): Promise<Schema> {
  const names = (await ask("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"))
    .map(({ name }) => String(name))
    .filter(isOurs);
  const tables = names.map(async (table) => [table, await readSqliteTable(ask, table)] as const);
  return Object.fromEntries(await Promise.all(tables));
}

async function readSqliteTable(ask: Ask, table: string): Promise<FoundTable> {
  const columns = await ask(
    `SELECT name, type, "notnull" AS required, pk FROM pragma_table_info('${table}') ORDER BY name`,
  );
  const keys = await ask(
    `SELECT id, "table" AS target, "from" AS own, "to" AS other FROM pragma_foreign_key_list('${table}') ORDER BY id, seq`,
  );
  const indexes = await ask(
    `SELECT l.name AS name, l."unique" AS is_unique, l.partial AS partial, i.name AS own FROM pragma_index_list('${table}') l ` +
      `JOIN pragma_index_info(l.name) i WHERE l.origin = 'c' ORDER BY l.name, i.seqno`,
  );
  const primary = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  return {
    columns: columnsOf(columns.map(({ name, type, required }) => ({ name, type, required: required === 1 }))),
    primaryKey: primary.map(({ name }) => String(name)),
    indexes: indexesOf(indexes.map((row) => ({ ...row, is_unique: row.is_unique === 1, partial: row.partial === 1 }))),
    foreignKeys: foreignKeysOf(keys),
  };
}

async function readPostgres(ask: Ask): Promise<Schema> {
  const tables = (await ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")).map((row) =>
    String(row.tablename),
  );
  const columns = await ask(
    `SELECT c.relname AS tab, a.attname AS name, format_type(a.atttypid, a.atttypmod) || coalesce(' ' || l.collname, '') AS type,
       a.attnotnull AS required
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_collation l ON l.oid = a.attcollation AND l.collname <> 'default'
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`,
  );
  const indexes = await ask(
    `SELECT t.relname AS tab, i.relname AS name, x.indisunique AS is_unique, x.indisprimary AS is_primary,
       x.indpred IS NOT NULL AS partial, a.attname AS own
     FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     JOIN pg_namespace n ON n.oid = t.relnamespace
     CROSS JOIN unnest(x.indkey::int[]) WITH ORDINALITY k(attnum, place)
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
     WHERE n.nspname = 'public' ORDER BY 1, 2, k.place`,
  );
  const keys = await ask(
    `SELECT t.relname AS tab, c.conname AS id, f.relname AS target, a.attname AS own, b.attname AS other
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
     CROSS JOIN unnest(c.conkey::int[], c.confkey::int[]) WITH ORDINALITY k(own, other, place)
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.own
     JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = k.other
     WHERE c.contype = 'f' ORDER BY 1, 2, k.place`,
  );
  const of = (rows: readonly Row[], table: string) => rows.filter((row) => row.tab === table);
  return Object.fromEntries(
    tables.filter(isOurs).map((table) => [
      table,
      {
        columns: columnsOf(of(columns, table)),
        primaryKey: of(indexes, table).flatMap((row) => (row.is_primary === true ? [String(row.own)] : [])),
        indexes: indexesOf(of(indexes, table).filter((row) => row.is_primary !== true)),
        foreignKeys: foreignKeysOf(of(keys, table)),
      },
    ]),
  );
}

function columnsOf(rows: readonly Row[]): FoundTable['columns'] {
  return Object.fromEntries(
    rows.map(({ name, type, required }) => [
      name,
      `${String(type).toLowerCase()}${required === true ? ' not null' : ''}`,
    ]),
  );
}

function indexesOf(rows: readonly Row[]): FoundTable['indexes'] {
  const found: Record<string, FoundIndex & { columns: string[] }> = {};
  for (const { name, is_unique, partial, own } of rows) {
    found[String(name)] ??= { columns: [], unique: is_unique === true, isPartial: partial === true };
    found[String(name)]?.columns.push(String(own));
  }
  return found;
}

function foreignKeysOf(rows: readonly Row[]): FoundForeignKey[] {
  const found = new Map<string, { columns: string[]; table: string; targets: string[] }>();
  for (const { id, target, own, other } of rows) {
    const key = found.get(String(id)) ?? { columns: [], table: String(target), targets: [] };
    found.set(String(id), key);
    key.columns.push(String(own));
    key.targets.push(String(other));
  }
  return [...found.values()].sort((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1));
}
