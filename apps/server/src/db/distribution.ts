/**
 * Whether a database is spread over several machines, and how.
 */
import type { Knex } from 'knex';
import type { Dialect } from '../sql/dialects/dialect.js';
import type { Database } from './database.js';

/** @returns whether the database has the extension by which PostgreSQL spreads tables. Somebody who may has made it there */
export async function isDistributed(knex: Knex, dialect: Pick<Dialect, 'altersTables'>): Promise<boolean> {
  if (!dialect.altersTables) return false;
  const { rows } = await knex.raw("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}

export interface DistributionFacts {
  /** Tables that are spread by space. */
  readonly spread: number;
  /** Machines that have parts of them. */
  readonly machines: number;
  /** Tables with spaces whose rows do not lie with those of the directory of spaces: on one machine, or spread in another way. */
  readonly apart: readonly string[];
}

/** @returns undefined where the database does not spread tables */
export async function distributionFacts({
  knex,
  dialect,
}: Pick<Database, 'knex' | 'dialect'>): Promise<DistributionFacts | undefined> {
  if (!(await isDistributed(knex, dialect))) return undefined;
  const { rows } = await knex.raw(
    `SELECT c.relname AS name, coalesce(p.colocationid = s.colocationid AND p.partmethod = 'h', false) AS is_with_spaces
     FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'space_id' AND NOT a.attisdropped
       LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
       LEFT JOIN pg_dist_partition s ON s.logicalrelid = to_regclass('spaces')
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY 1`,
  );
  const tables = rows as readonly { readonly name: string; readonly is_with_spaces: boolean }[];
  const placed = await knex.raw('SELECT count(DISTINCT groupid)::int AS machines FROM pg_dist_placement');
  return {
    spread: tables.filter((one) => one.is_with_spaces).length,
    machines: placed.rows[0].machines,
    apart: tables.filter((one) => !one.is_with_spaces).map(({ name }) => name),
  };
}
