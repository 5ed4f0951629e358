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

/** A machine that takes parts of the tables, by the name that the database has for it: `worker-1.example:5432`. */
export interface MachineFacts {
  readonly name: string;
  readonly parts: number;
  /** Undefined: it does not answer. */
  readonly room?: {
    readonly spaces: number;
    /** Of its parts, with their indexes. */
    readonly bytes: number;
    /** Of the disk that they are on. */
    readonly freeBytes: number;
    readonly diskBytes: number;
  };
}

export interface RoomFacts {
  /** In the order of their names. */
  readonly machines: readonly MachineFacts[];
  /** Parts that the database would move now, so that each machine has its share; none while a machine does not answer. */
  readonly toMove: number;
}

/** Each machine answers for its own disk. */
const diskText =
  "SELECT json_build_object(''free'', available_disk_size, ''total'', total_disk_size) FROM pg_catalog.citus_local_disk_space_stats()";

/** A part of the directory of spaces stands for those of all tables that lie with it. */
const roomText = `WITH sizes AS MATERIALIZED (SELECT * FROM citus_shard_sizes()),
    counts AS MATERIALIZED (SELECT * FROM run_command_on_shards('spaces', 'SELECT count(*) FROM %s') WHERE success),
    disks AS MATERIALIZED (SELECT nodeid, result::json AS disk FROM run_command_on_all_nodes('${diskText}') WHERE success)
  SELECT n.nodename || ':' || n.nodeport AS name, count(s.shardid)::int AS parts, coalesce(sum(c.result::bigint), 0)::int AS spaces,
    coalesce(sum(z.size), 0)::float8 AS bytes, min(d.disk->>'free')::float8 AS free, min(d.disk->>'total')::float8 AS total
  FROM pg_dist_node n
    LEFT JOIN pg_dist_placement p ON p.groupid = n.groupid
    LEFT JOIN pg_dist_shard s ON s.shardid = p.shardid AND s.logicalrelid = 'spaces'::regclass
    LEFT JOIN sizes z ON z.shard_id = p.shardid
    LEFT JOIN counts c ON c.shardid = p.shardid
    LEFT JOIN disks d ON d.nodeid = n.nodeid
  WHERE n.isactive AND n.shouldhaveshards AND n.noderole = 'primary' GROUP BY 1 ORDER BY 1`;

const movesText =
  "SELECT count(*)::int AS parts FROM get_rebalance_table_shards_plan() WHERE table_name = 'spaces'::regclass";

/** What an administrator runs to have them moved, as docs/scale.md has it. */
export const movingText = "SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')";

/** Asks every machine. To be called where the tables are spread. */
export async function roomFacts({ knex }: Pick<Database, 'knex'>): Promise<RoomFacts> {
  const { rows } = await knex.raw(roomText);
  const machines = (rows as readonly Readonly<Record<string, unknown>>[]).map((row): MachineFacts => {
    const [spaces, bytes, freeBytes, diskBytes] = [row.spaces, row.bytes, row.free, row.total].map(
      Number,
    ) as Quantities;
    const known = { name: String(row.name), parts: Number(row.parts) };
    return row.free === null ? known : { ...known, room: { spaces, bytes, freeBytes, diskBytes } };
  });
  if (machines.some(({ room }) => room === undefined)) return { machines, toMove: 0 };
  const moves = await knex.raw(movesText);
  return { machines, toMove: Number(moves.rows[0].parts) };
}

type Quantities = [number, number, number, number];

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
