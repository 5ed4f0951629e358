/**
 * Every row of every table, for tests of requests that must leave nothing.
 */
import type { TestServer } from '../fixture.js';

/** The rows of a table that has some, each as JSON, in an order of their own. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;

/** What an index over texts is made of are tables as well; the index itself cannot be read. */
const tableNames = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'",
  postgres: "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
} as const;

/** @returns what the database stores of all spaces, and what no interface shows */
export async function storedRows({ database, deps: { db } }: TestServer): Promise<StoredRows> {
  const found: { name: string }[] | { rows: { name: string }[] } = await db.knex.raw(tableNames[database]);
  const stored = new Map<string, string[]>();
  for (const { name } of 'rows' in found ? found.rows : found) {
    const all: { space_id?: string }[] = await db.knex(name).select('*');
    // The server takes the leases of its own jobs, which belong to no space, at any time.
    const rows = name === 'jobs' ? all.filter(({ space_id }) => space_id !== '') : all;
    if (rows.length > 0) stored.set(name, rows.map((row) => JSON.stringify(row)).sort());
  }
  return stored;
}

/** @returns what differs, a line for each row */
export function differences(before: StoredRows, after: StoredRows): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((table) => {
    const [was, is] = [new Set(before.get(table)), new Set(after.get(table))];
    const gone = [...was].filter((row) => !is.has(row)).map((row) => `- ${table}: ${row}`);
    return [...gone, ...[...is].filter((row) => !was.has(row)).map((row) => `+ ${table}: ${row}`)];
  });
}
