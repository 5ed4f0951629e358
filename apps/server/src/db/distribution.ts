/**
 * Whether a database is spread over several machines, and how.
 */
import type { Knex } from 'knex';
import type { Dialect } from '../sql/dialects/dialect.js';
import type { Database } from './database.js';

/**
 * @returns whether the database spreads tables: it has the extension for it and at least one worker. Both are made by somebody who may;
 *   before there are workers nothing moves, as the number of parts is chosen with them
 */
export async function isDistributed(knex: Knex, dialect: Pick<Dialect, 'altersTables'>): Promise<boolean> {
  if (!dialect.altersTables) return false;
  const { rows } = await knex.raw("SELECT to_regclass('pg_catalog.pg_dist_node') IS NOT NULL AS is_there");
  if (!rows[0].is_there) return false;
  const workers = await knex.raw('SELECT 1 FROM pg_dist_node WHERE isactive AND groupid <> 0 LIMIT 1');
  return workers.rows.length > 0;
}

/** The condition that a table `c` with the column `a`, which names its space, can be spread: each unique index has that column. */
export const canBeSpread =
  'NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT a.attnum = ANY(i.indkey))';

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
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND ${canBeSpread} ORDER BY 1`,
  );
  const tables = rows as readonly { readonly name: string; readonly is_with_spaces: boolean }[];
  const placed = await knex.raw('SELECT count(DISTINCT groupid)::int AS machines FROM pg_dist_placement');
  return {
    spread: tables.filter((one) => one.is_with_spaces).length,
    machines: placed.rows[0].machines,
    apart: tables.filter((one) => !one.is_with_spaces).map(({ name }) => name),
  };
}
