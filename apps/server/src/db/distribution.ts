/**
 * Whether a database is spread over several machines.
 */
import type { Knex } from 'knex';
import type { Dialect } from '../sql/dialects/dialect.js';

/** @returns whether the database has the extension by which PostgreSQL spreads tables. Somebody who may has made it there */
export async function isDistributed(knex: Knex, dialect: Pick<Dialect, 'altersTables'>): Promise<boolean> {
  if (!dialect.altersTables) return false;
  const { rows } = await knex.raw("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}
