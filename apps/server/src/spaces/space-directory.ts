/**
 * The directory of spaces. Knows nothing of their records.
 */
import type { Database, Transaction } from '../db/database.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { insertSpace } from '../sql/tables/spaces.js';

export interface Space {
  readonly id: string;
  readonly name: string;
  /** Number of the last change; 0 before the first record. */
  readonly revision: number;
  /** ISO text, UTC. */
  readonly createdAt: string;
}

interface SpaceRow {
  readonly space_id: string;
  readonly name: string;
  /** PostgreSQL gives bigint as text. */
  readonly revision: number | string;
  readonly created_at: string;
}

/** @returns all spaces in the order of their ids */
export async function listSpaces(db: Database): Promise<Space[]> {
  const rows: SpaceRow[] = await db
    .knex('spaces')
    .orderBy('space_id')
    .select('space_id', 'name', 'revision', 'created_at');
  return rows.map(toSpace);
}

export async function findSpace(db: Database, id: string): Promise<Space | undefined> {
  const row: SpaceRow | undefined = await db
    .knex('spaces')
    .where({ space_id: id })
    .first('space_id', 'name', 'revision', 'created_at');
  return row && toSpace(row);
}

/** Enters a space into the directory, as part of the transaction that writes its seed data. */
export async function enterSpace(dialect: Dialect, transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.run(insertSpace(dialect, id, name, new Date().toISOString()));
}

function toSpace(row: SpaceRow): Space {
  return { id: row.space_id, name: row.name, revision: Number(row.revision), createdAt: row.created_at };
}
