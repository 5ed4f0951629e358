/**
 * The directory of spaces. Knows nothing of their records.
 */
import { isSpaceId } from '../auth/principal.js';
import type { Database, Transaction } from '../db/database.js';
import { type SpaceRow, spaceRows } from '../db/spaces.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { forgetName, takeName } from '../sql/tables/former-spaces.js';
import { insertSpace } from '../sql/tables/spaces.js';
import { SpaceError } from './space-error.js';

export interface Space {
  readonly id: string;
  readonly name: string;
  /** Number of the last change; 0 before the first record. */
  readonly revision: number;
  /** ISO text, UTC. */
  readonly createdAt: string;
}

/** @returns all spaces in the order of their ids */
export async function listSpaces(db: Database): Promise<Space[]> {
  return (await spaceRows(db)).map(toSpace);
}

export async function findSpace(db: Database, id: string): Promise<Space | undefined> {
  const [row] = await spaceRows(db, id);
  return row && toSpace(row);
}

/**
 * Enters a space into the directory, as part of the transaction that writes its seed data. Its revisions go on from those of an earlier
 * space of the same name: what processes remember of that one never passes for the new one's.
 * @throws SpaceError while rows of an earlier one are left
 */
export async function enterSpace(dialect: Dialect, transaction: Transaction, id: string, name: string): Promise<void> {
  const [former] = await transaction.run(takeName(dialect, id));
  if (!former) throw unfinished(id);
  const columns = { name, revision: Number(former.revision), created_at: new Date().toISOString() };
  await transaction.run(insertSpace(dialect, id, columns));
  await transaction.run(forgetName(dialect, id));
}

/** @throws SpaceError for what cannot name a space */
export function requireSpaceId(id: string): void {
  if (isSpaceId(id)) return;
  throw new SpaceError(`"${id}" cannot name a space: use 1 to 63 of the characters a-z, 0-9, _ and -`);
}

export function unfinished(id: string): SpaceError {
  const remedy = `wait until it has ended, or remove what is left of it: headwater space delete ${id}`;
  return new SpaceError(`the space "${id}" is being restored or deleted, or that was cut off; ${remedy}`);
}

function toSpace(row: SpaceRow): Space {
  return { id: row.space_id, name: row.name, revision: Number(row.revision), createdAt: row.created_at };
}
