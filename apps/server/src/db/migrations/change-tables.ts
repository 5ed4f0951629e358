/**
 * Changes tables that servers read and write meanwhile: whoever waits for a table keeps all who come later waiting, so nothing here
 * waits for longer than a moment at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import { codeOf } from '../translate-error.js';

const lockMs = 500;
const pauseMs = 250;
/** Statements of servers end after a minute at most. */
const maxAttempts = 240;

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
 * @throws what `work` throws
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
      if (attempt === maxAttempts || !isLocked(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/** Drops what is left of indexes whose making was cut off. To be called by the only process that makes some. */
export async function dropBrokenIndexes(knex: Knex): Promise<void> {
  const { rows } = await knex.raw(
    'SELECT c.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid ' +
      'JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND NOT x.indisvalid',
  );
  for (const { name } of rows as { name: string }[]) {
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${identifier(name)}`);
  }
}

/** @returns the names of the indexes that there are */
export async function indexNames(knex: Knex): Promise<ReadonlySet<string>> {
  const { rows } = await knex.raw('SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()');
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}
