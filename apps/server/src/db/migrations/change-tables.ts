/**
 * Changes tables that servers read and write meanwhile. A statement that waits for a table keeps all later ones waiting too, so a change
 * waits for half a second at most and is tried again later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import { codeOf } from '../translate-error.js';

const lockMs = 500;
/** Between two tries: longer each time, so that those who wait behind a try get their turn. */
const pauses = { firstMs: 250, longestMs: 5_000 } as const;
/** Statements of servers end after a minute at most; this is some minutes. */
const maxAttempts = 40;

/** Somebody has used a table for all this time; the message says what to do. */
export class TablesInUse extends Error {}

const inUse =
  'A table of the database could not be changed, as another statement has used it for minutes: a backup, or a long transaction. ' +
  'Start again when it has ended; pg_stat_activity shows it.';

/** @returns whether somebody else has what was asked for */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Ends each further statement of a transaction that would wait for a table: another one may have to be tried. */
export async function waitBriefly(transaction: Knex): Promise<void> {
  await transaction.raw(`SET LOCAL lock_timeout = '${lockMs}ms'`);
}

/**
 * @param work runs in one transaction where tables can be locked, again when one is in use
 * @throws TablesInUse; what else `work` throws
 */
export async function changeTables(
  knex: Knex,
  dialect: Dialect,
  work: (transaction: Knex) => Promise<void>,
): Promise<void> {
  if (!dialect.altersTables) return knex.transaction(work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await knex.transaction(async (transaction) => {
        await waitBriefly(transaction);
        await work(transaction);
      });
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === maxAttempts) throw new TablesInUse(inUse, { cause: error });
      await sleep(Math.min(pauses.longestMs, pauses.firstMs * attempt));
    }
  }
}

/**
 * Drops what is left of indexes whose making was cut off. To be called by the only process that makes some.
 * @param isOurs whether it is an index that we make
 */
export async function dropBrokenIndexes(knex: Knex, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await brokenIndexes(knex)) {
    if (isOurs(name)) await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${identifier(name)}`);
  }
}

/** @returns the names of indexes whose making was cut off: no statement uses them */
export async function brokenIndexes(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw(
    'SELECT c.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid ' +
      'JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND NOT x.indisvalid',
  );
  return (rows as NamedRow[]).map(({ name }) => name);
}

/** @returns the names of the indexes that there are */
export async function indexNames(knex: Knex): Promise<ReadonlySet<string>> {
  const { rows } = await knex.raw('SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()');
  return new Set((rows as NamedRow[]).map(({ name }) => name));
}

/** @returns by name whether a foreign key holds for all rows: one whose making was cut off holds for later ones alone */
export async function foreignKeys(knex: Knex): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await knex.raw(
    'SELECT k.conname AS name, k.convalidated AS holds FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace ' +
      "WHERE n.nspname = current_schema() AND k.contype = 'f'",
  );
  return new Map((rows as (NamedRow & { holds: boolean })[]).map(({ name, holds }) => [name, holds]));
}

interface NamedRow {
  readonly name: string;
}
