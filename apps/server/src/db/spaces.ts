/**
 * Questions about all spaces of a database.
 */
import { allSpaces, anySpace } from '../sql/tables/spaces.js';
import type { Database } from './database.js';

/** @throws ApiError when the database cannot be reached */
export async function hasSpaces(db: Database): Promise<boolean> {
  const spaces = await db.read(anySpace);
  return spaces.length > 0;
}

/** @returns the ids of all spaces, in their order */
export async function spaceIds(db: Database): Promise<string[]> {
  const rows = await db.read(allSpaces);
  return rows.map((row) => String(row.space_id));
}

/** A row of the directory of spaces. */
export interface SpaceRow {
  readonly space_id: string;
  readonly name: string;
  /** PostgreSQL gives bigint as text. */
  readonly revision: number | string;
  readonly created_at: string;
}

/** @param space that alone @returns rows in the order of the ids of their spaces */
export async function spaceRows({ knex }: Database, space?: string): Promise<SpaceRow[]> {
  const rows = knex('spaces').orderBy('space_id').select('space_id', 'name', 'revision', 'created_at');
  return space === undefined ? await rows : await rows.where({ space_id: space });
}

/** @returns the ids of spaces whose contents are not those of this version of the catalog */
export async function spacesBehind({ knex }: Database, version: string): Promise<string[]> {
  const behind = knex('spaces').whereNull('catalog_version').orWhereNot({ catalog_version: version });
  return (await behind.select('space_id')).map((row) => String(row.space_id));
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

/** A webhook with changes to look at. */
export interface DueWebhook {
  readonly space: string;
  readonly id: string;
  /** In milliseconds since 1970: neither is it leased then, nor waits it to be tried again. */
  readonly freeAt: number;
}

/** @returns all spaces that have webhooks, and those webhooks that have not come to the last change of their space */
export async function dueWebhooks({ knex }: Database): Promise<{ spaces: Set<string>; due: DueWebhook[] }> {
  const rows: Record<string, unknown>[] = await knex('webhooks as w')
    .join('spaces as s', 's.space_id', 'w.space_id')
    .leftJoin('webhook_states as t', (on) => on.on('t.space_id', 'w.space_id').andOn('t.webhook_id', 'w.id'))
    .whereRaw('NOT w.is_deleted AND (w.is_paused IS NULL OR NOT w.is_paused)')
    .select(
      'w.space_id',
      'w.id',
      't.revision',
      't.position',
      't.next_attempt_at',
      't.leased_until',
      's.revision as last',
    );
  // A position: the webhook is on its way through the revision, be it the last one.
  const due = rows.filter(
    ({ revision, position, last }) => revision === null || position !== null || Number(revision) < Number(last),
  );
  return {
    spaces: new Set(rows.map(({ space_id }) => String(space_id))),
    due: due.map(({ space_id, id, next_attempt_at, leased_until }) => {
      return {
        space: String(space_id),
        id: String(id),
        freeAt: Math.max(Number(next_attempt_at), Number(leased_until)),
      };
    }),
  };
}
