/**
 * Waits for a database that cannot be used yet, such as one that starts beside the service.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.js';
import type { Database } from './database.js';
import { isLostConnection } from './translate-error.js';

const pauseMs = 250;
/** What a look says that was not answered in time. */
const silent = 'database silent';

/** The database could not be used in time; the message says why. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Who waits. */
export interface Waiting {
  /** Called with what is wrong, in words, when it is found and when it changes. */
  readonly onWait?: (trouble: string) => void;
  /** Ends the wait at once. */
  readonly stop?: AbortSignal;
}

/**
 * @param limitMs how long to wait at most
 * @throws DatabaseAway; what the database rejects for good, such as a wrong password; the reason of `stop` when that is aborted
 */
export async function untilReady(db: Database, limitMs: number, { onWait = () => {}, stop }: Waiting): Promise<void> {
  stop?.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    stop?.addEventListener('abort', () => reject(stop.reason), { once: true });
  });
  // What is asked meanwhile fails when the caller closes the database.
  await Promise.race([askUntilReady(db, limitMs, onWait), stopped]);
}

async function askUntilReady(db: Database, limitMs: number, onWait: (trouble: string) => void): Promise<void> {
  const start = performance.now();
  for (let reported: string | undefined; ; ) {
    const trouble = await troubleOf(db);
    if (trouble === undefined) return;
    if (performance.now() - start >= limitMs) {
      const after = limitMs === 0 ? '' : ` after ${limitMs / 1000} seconds`;
      throw new DatabaseAway(`the database cannot be used${after}: ${trouble}`);
    }
    if (trouble !== reported) onWait(trouble);
    reported = trouble;
    await sleep(pauseMs);
  }
}

/** @throws what the database says that waiting does not change */
async function troubleOf(db: Database): Promise<string | undefined> {
  const trouble = await db.check();
  if (trouble === undefined) return undefined;
  try {
    await db.read({ text: 'SELECT 1', values: [] });
    if (trouble !== silent) return trouble;
    // On a busy machine the look was late, and the database is there. Another one may say whether it takes writes.
    const again = await db.check();
    return again === silent ? undefined : again;
  } catch (error) {
    if (!isLostConnection(error)) {
      if (error instanceof ApiError) return trouble;
      throw error;
    }
    const cause = error instanceof ApiError ? error.cause : error;
    return cause instanceof Error && cause.message !== '' ? `${trouble} (${cause.message})` : trouble;
  }
}
