/**
 * What an operator wants to know of a database: its version, its clock, and whether its tables are those that this version needs.
 */
import type { Catalog } from '@headwater/catalog';
import { spaceTables } from '../sql/tables/space-tables.js';
import type { Database } from './database.js';

export interface DatabaseFacts {
  readonly version: string;
  /** How far its clock is ahead of that of this process, in milliseconds; undefined: it is the same clock. */
  readonly clockAheadMs: number | undefined;
}

export async function databaseFacts({ knex, dialect }: Database): Promise<DatabaseFacts> {
  if (dialect.name === 'sqlite') {
    const [row] = await knex.raw('SELECT sqlite_version() AS version');
    return { version: `SQLite ${row.version}`, clockAheadMs: undefined };
  }
  const asked = Date.now();
  const { rows } = await knex.raw(
    `SELECT current_setting('server_version') AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now`,
  );
  // Between the moment of asking and that of the answer.
  const clockAheadMs = Math.round(Number(rows[0].now) - (asked + Date.now()) / 2);
  return { version: `PostgreSQL ${rows[0].version}`, clockAheadMs };
}

/** @returns tables and columns that this version needs and the database lacks, such as `accounts.name` */
export async function missingColumns({ knex }: Database, catalog: Catalog): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, columns } of spaceTables(catalog)) {
    const found = await knex(name).columnInfo();
    if (Object.keys(found).length === 0) missing.push(name);
    else missing.push(...columns.filter((column) => !(column.name in found)).map((column) => `${name}.${column.name}`));
  }
  return missing;
}
