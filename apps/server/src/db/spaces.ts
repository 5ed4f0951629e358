/**
 * Questions about all spaces of a database.
 */
import { anySpace } from '../sql/tables/spaces.js';
import type { Database } from './database.js';

/** @throws ApiError when the database cannot be reached */
export async function hasSpaces(db: Database): Promise<boolean> {
  const spaces = await db.read(anySpace);
  return spaces.length > 0;
}

/**
 * @param now in milliseconds since 1970
 * @returns spaces with jobs, first those whose last lease ended longest ago, and when the first of their jobs is free; 0: nobody has a
 *   lease on it
 */
export async function spacesWithJobs({ knex }: Database, now: number, limit: number) {
  const rows: { space_id: string; free_at: string | number }[] = await knex('jobs')
    .select('space_id', knex.raw('min(coalesce(leased_until, 0)) AS free_at'))
    .groupBy('space_id')
    .orderByRaw('max(CASE WHEN leased_until <= ? THEN leased_until ELSE 0 END), space_id', [now])
    .limit(limit);
  return rows.map(({ space_id: space, free_at }) => ({ space, freeAt: Number(free_at) }));
}
