/**
 * Watches an upgrade of a PostgreSQL database for statements that would keep a large table locked for as long as it is large: they write all
 * of its rows again, or read all of them while nobody else may write. It asks what a statement is, and so finds in an empty table what would take
 * minutes in one of a million rows.
 */
import pg from 'pg';
import { runStatements } from './recorded-release.js';

/** A few rows each, or one for each space. */
const smallTables = ['api_keys', 'knex_migrations', 'knex_migrations_lock', 'settings', 'spaces'];

const watch = `
  CREATE SCHEMA watched;
  CREATE TABLE watched.tables AS
    SELECT c.relname::text AS value FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN (${smallTables.map((name) => `'${name}'`).join(', ')});
  CREATE TABLE watched.indexes AS SELECT indexname::text AS value FROM pg_indexes WHERE schemaname = 'public';
  CREATE TABLE watched.statements (value text NOT NULL);
  CREATE FUNCTION watched.note() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO watched.statements VALUES (current_query()); END $$;
  CREATE FUNCTION watched.note_rewrite() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO watched.statements VALUES ('rewrites ' || current_query()); END $$;
  CREATE EVENT TRIGGER watched_changes ON ddl_command_start
    WHEN TAG IN ('ALTER TABLE', 'CREATE INDEX') EXECUTE FUNCTION watched.note();
  CREATE EVENT TRIGGER watched_rewrites ON table_rewrite EXECUTE FUNCTION watched.note_rewrite()`;

const unwatch = 'DROP EVENT TRIGGER watched_changes; DROP EVENT TRIGGER watched_rewrites; DROP SCHEMA watched CASCADE';

/** What PostgreSQL does under a lock that keeps writers waiting, row by row. */
const longUnderLock = [
  /^rewrites /,
  /^create (unique )?index (?!concurrently)/i,
  /\badd (constraint "?\w+"? )?(primary key|unique|exclude)\b/i,
  /\badd (constraint "?\w+"? )?(foreign key|check)\b(?!.* not valid)/is,
  /\bset not null\b/i,
];

/** Begins to watch changes of the tables that are there. @param url of a superuser */
export async function watchChanges(url: string): Promise<void> {
  await runStatements(url, watch);
}

/** Ends that. @returns how many statements were noted, and those that take long in a table with many rows */
export async function watchedChanges(url: string): Promise<{ readonly noted: number; readonly long: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const valuesOf = async (table: string) => {
    const { rows } = await client.query<{ value: string }>(`SELECT value FROM watched.${table}`);
    return rows.map(({ value }) => value);
  };
  const [statements, tables, indexes] = [
    await valuesOf('statements'),
    await valuesOf('tables'),
    await valuesOf('indexes'),
  ];
  await client.end();
  await runStatements(url, unwatch);
  // Nothing is done for one that is there.
  const isMade = (text: string) =>
    !indexes.some((name) => new RegExp(`^create (unique )?index if not exists "?${name}"? `, 'i').test(text));
  const isThere = (text: string) =>
    tables.some((name) => new RegExp(`(table|on) (only )?"?${name}"?[ (]`, 'i').test(text));
  const long = statements.filter(
    (text) => isThere(text) && isMade(text) && longUnderLock.some((pattern) => pattern.test(text)),
  );
  return { noted: statements.length, long };
}
