/**
 * Lets PostgreSQL look at tables that have just been filled. Until it has, it takes them for nearly empty, and plans reads so that they may
 * take minutes; by itself it looks a minute later, or never where that is switched off. SQLite is asked nothing: it chooses no joins here.
 */
import { identifier } from '../sql/dialects/quote.js';
import type { Database } from './database.js';

/** It looks at a sample of each table. */
const longestMs = 60_000;
/** Another one may be looking at the same table. */
const longestWaitMs = 5_000;

/** What cannot be looked at, as its owner is somebody else, or in this time, is left as it was: reads are right, and perhaps slow. */
export async function refreshStatistics(
  { dialect, knex }: Pick<Database, 'dialect' | 'knex'>,
  tables: Iterable<string>,
): Promise<void> {
  if (!dialect.choosesJoins) return;
  for (const table of new Set(tables)) {
    const look = knex.transaction(async (transaction) => {
      await transaction.raw(`SET LOCAL statement_timeout = ${longestMs}`);
      await transaction.raw(`SET LOCAL lock_timeout = ${longestWaitMs}`);
      await transaction.raw(`ANALYZE ${identifier(table)}`);
    });
    await look.catch(() => {});
  }
}
