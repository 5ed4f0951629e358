/**
 * Questions about all spaces of a database.
 */
import { allSpaces, anySpace, revisionsOf } from '../sql/tables/spaces.js';
import type { Database } from './database.js';
import { overMachines, type ReadParts } from './over-machines.js';

type FoundRow = Readonly<Record<string, unknown>>;

/** @throws ApiError when the database cannot be reached */
export async function hasSpaces(db: Database): Promise<boolean> {
  const whole = () => db.read(anySpace);
  const spaces = await overMachines(db, whole, async (read) => {
    const found = await read({ tables: ['spaces'], text: 'SELECT space_id FROM %1$s LIMIT 1' });
    // All may be on the machine that is down.
    return found.length > 0 ? found : whole();
  });
  return spaces.length > 0;
}

/** @returns the ids of all spaces, in their order */
export async function spaceIds(db: Database): Promise<string[]> {
  const rows = await db.read(allSpaces);
  return rows.map((row) => String(row.space_id));
}

/** @returns the same, without the spaces of a machine that is down */
export async function reachableSpaceIds(db: Database): Promise<string[]> {
  return overMachines(
    db,
    () => spaceIds(db),
    async (read) => {
      const rows = await read({ tables: ['spaces'], text: 'SELECT space_id FROM %1$s' });
      return rows.map((row) => String(row.space_id)).sort();
    },
  );
}

/** @returns rows with `space_id` and `revision` of the named spaces, without those of a machine that is down */
export function revisionsOfReachable(db: Database, spaces: readonly string[]): Promise<FoundRow[]> {
  return overMachines<FoundRow[]>(
    db,
    () => db.read(revisionsOf(db.dialect, spaces)),
    (read) => {
      const names = spaces.map((space) => db.dialect.textLiteral(space).replaceAll('%', '%%'));
      return read({
        tables: ['spaces'],
        text: `SELECT space_id, revision FROM %1$s WHERE space_id IN (${names.join(', ')})`,
      });
    },
  );
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

/** @returns the ids of spaces whose contents are not those of this version of the catalog; those of a machine that is down come later */
export async function spacesBehind(db: Database, version: string): Promise<string[]> {
  const behind = await overMachines(
    db,
    () => db.knex('spaces').whereNull('catalog_version').orWhereNot({ catalog_version: version }).select('space_id'),
    async (read) => {
      const rows = await read({ tables: ['spaces'], text: 'SELECT space_id, catalog_version FROM %1$s' });
      return rows.filter((row) => row.catalog_version !== version);
    },
  );
  return behind.map((row) => String(row.space_id));
}

/**
 * @param now in milliseconds since 1970
 * @returns spaces with jobs, first those whose last lease ended longest ago, and when the first of their jobs is free; 0: nobody has a
 *   lease on it
 */
export async function spacesWithJobs(db: Database, now: number, limit: number) {
  const { knex } = db;
  const freeAt = 'min(coalesce(leased_until, 0)) AS free_at';
  const endedAt = `max(CASE WHEN leased_until <= ${Math.trunc(now)} THEN leased_until ELSE 0 END)`;
  const rows: FoundRow[] = await overMachines(
    db,
    () =>
      knex('jobs')
        .select('space_id', knex.raw(freeAt))
        .groupBy('space_id')
        .orderByRaw(`${endedAt}, space_id`)
        .limit(limit),
    async (read) => {
      const text = `SELECT space_id, ${freeAt}, ${endedAt} AS ended_at FROM %1$s GROUP BY space_id`;
      const found = await read({ tables: ['jobs'], text });
      return found.sort((a, b) => Number(a.ended_at) - Number(b.ended_at)).slice(0, limit);
    },
  );
  return rows.map((row) => ({ space: String(row.space_id), freeAt: Number(row.free_at) }));
}

/** A webhook with changes to look at. */
export interface DueWebhook {
  readonly space: string;
  readonly id: string;
  /** In milliseconds since 1970: neither is it leased then, nor waits it to be tried again. */
  readonly freeAt: number;
}

/**
 * @param space that alone: asks one machine, and not each of them
 * @returns all spaces that have webhooks, and those webhooks that have not come to the last change of their space
 */
export async function dueWebhooks(db: Database, space?: string): Promise<{ spaces: Set<string>; due: DueWebhook[] }> {
  const rows = await overMachines(
    db,
    () => webhooksWithStates(db, space),
    async (read) => (await reachableWebhooks(read)).filter((row) => space === undefined || row.space_id === space),
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

const isActive = 'NOT w.is_deleted AND (w.is_paused IS NULL OR NOT w.is_paused)';
const stateColumns = ['revision', 'position', 'next_attempt_at', 'leased_until'] as const;

async function webhooksWithStates({ knex }: Database, space: string | undefined): Promise<FoundRow[]> {
  const rows = knex('webhooks as w')
    .join('spaces as s', 's.space_id', 'w.space_id')
    .leftJoin('webhook_states as t', (on) => on.on('t.space_id', 'w.space_id').andOn('t.webhook_id', 'w.id'))
    .whereRaw(isActive)
    .select('w.space_id', 'w.id', ...stateColumns.map((name) => `t.${name}`), 's.revision as last');
  return space === undefined ? rows : rows.where('w.space_id', space);
}

async function reachableWebhooks(read: ReadParts): Promise<FoundRow[]> {
  const webhooks = await read({
    tables: ['webhooks', 'spaces'],
    text: `SELECT w.space_id, w.id, s.revision AS last FROM %1$s w JOIN %2$s s ON s.space_id = w.space_id WHERE ${isActive}`,
  });
  const states = await read({
    tables: ['webhook_states'],
    text: `SELECT space_id, webhook_id, ${stateColumns.join(', ')} FROM %1$s`,
  });
  const keyOf = (space: unknown, id: unknown) => `${space} ${id}`;
  const found = new Map(states.map((state) => [keyOf(state.space_id, state.webhook_id), state]));
  const none = Object.fromEntries(stateColumns.map((name) => [name, null]));
  return webhooks.map((one) => ({ ...none, ...found.get(keyOf(one.space_id, one.id)), ...one }));
}
