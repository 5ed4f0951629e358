/** Says whether the database can be used, and has a space already. */
import { anySpace } from '../sql/tables/spaces.js';
import type { Database } from './database.js';

/** @throws ApiError when the database cannot be reached */
export async function hasSpaces(db: Database): Promise<boolean> {
  const spaces = await db.read(anySpace);
  return spaces.length > 0;
}
