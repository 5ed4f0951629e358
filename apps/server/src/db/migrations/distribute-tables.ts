/**
 * Spreads the tables of spaces over the machines of a distributed PostgreSQL, all by the space. Where the database has not the extension
 * `citus` there is nothing to do. What has no space, such as settings, stays where it is: on the coordinator.
 */
import type { Knex } from 'knex';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import { canBeSpread, isDistributed } from '../distribution.js';
import { changeTables } from './change-tables.js';

/** Rows of other tables lie with those of the same space in this one. */
const first = 'spaces';
const collation = 'C';

export interface DistributionStep {
  /** Its rows are moved, or its references made. */
  readonly part: 'rows' | 'references';
  readonly table: string;
  /** Tables that this part is done with, of how many. */
  readonly done: number;
  readonly all: number;
  /** Of the tables that are moved, those that are and all, with their indexes. */
  readonly bytes?: { readonly done: number; readonly all: number };
}

/** Called before each table. */
export type OnDistributed = (step: DistributionStep) => void;

interface Found {
  readonly name: string;
  /** The collation of its `space_id`. */
  readonly collation: string;
  readonly bytes: number;
}

/** @returns the tables of spaces that lie on one machine and are to be spread; empty where the database cannot, or all are */
export async function undistributedTables(knex: Knex, dialect: Dialect): Promise<string[]> {
  if (!(await isDistributed(knex, dialect))) return [];
  return (await tablesOnOneMachine(knex)).map(({ name }) => name);
}

/**
 * Spreads what is not yet spread, with the rows that it has, each table in a transaction. It drops references to these tables and from
 * them, which the caller makes again: a table that is spread and one that is not cannot refer to each other.
 * @returns whether there was something to do
 */
export async function distributeTables(
  knex: Knex,
  dialect: Dialect,
  onDistributed: OnDistributed = () => {},
): Promise<boolean> {
  if (!(await isDistributed(knex, dialect))) return false;
  const tables = await tablesOnOneMachine(knex);
  if (tables.length === 0) return false;
  await dropReferences(
    knex,
    dialect,
    tables.map(({ name }) => name),
  );
  const bytes = { done: 0, all: tables.reduce((sum, table) => sum + table.bytes, 0) };
  for (const [index, table] of tables.entries()) {
    onDistributed({ part: 'rows', table: table.name, done: index, all: tables.length, bytes: { ...bytes } });
    bytes.done += table.bytes;
    await changeTables(knex, dialect, (transaction) => distributeTable(transaction, table));
  }
  return true;
}

async function distributeTable(transaction: Knex, { name, collation: found }: Found): Promise<void> {
  const table = identifier(name);
  if (found !== collation)
    await transaction.raw(`ALTER TABLE ${table} ALTER COLUMN "space_id" TYPE text COLLATE "${collation}"`);
  const place = name === first ? '' : `, colocate_with => '${first}'`;
  await transaction.raw(`SELECT create_distributed_table(?, 'space_id'${place})`, [table]);
  // The rows have been copied; those that the coordinator had are hidden, and take room.
  await transaction.raw('SELECT truncate_local_data_after_distributing_table(?::regclass)', [table]);
}

async function tablesOnOneMachine(knex: Knex): Promise<Found[]> {
  const { rows } = await knex.raw(
    `SELECT c.relname AS name, l.collname AS collation, pg_total_relation_size(c.oid)::float8 AS bytes FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'space_id' AND NOT a.attisdropped
       LEFT JOIN pg_collation l ON l.oid = a.attcollation
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
       AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = c.oid) AND ${canBeSpread}
     ORDER BY c.relname <> ?, c.relname`,
    [first],
  );
  return rows;
}

async function dropReferences(knex: Knex, dialect: Dialect, tables: readonly string[]): Promise<void> {
  const { rows } = await knex.raw(
    `SELECT c.relname AS "table", k.conname AS name FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
     WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND (c.relname = ANY(?) OR t.relname = ANY(?))
     ORDER BY c.relname, k.conname`,
    [[...tables], [...tables]],
  );
  for (const { table, name } of rows as { table: string; name: string }[]) {
    const text = `ALTER TABLE ${identifier(table)} DROP CONSTRAINT IF EXISTS ${identifier(name)}`;
    await changeTables(knex, dialect, (transaction) => transaction.raw(text));
  }
}
