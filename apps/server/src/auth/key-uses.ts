/**
 * When keys were last used: kept in memory, and written now and then, with one statement for all keys of a space.
 */
import type { Database } from '../db/database.js';
import { noteLastUse } from '../sql/tables/api-keys.js';

const flushEveryMs = 60_000;

export class KeyUses {
  /** Tokens used since the last flush, by space. Only keys that exist get here. */
  private used = new Map<string, Set<string>>();
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly db: Database) {}

  note(space: string, token: string): void {
    const tokens = this.used.get(space);
    if (tokens) tokens.add(token);
    else this.used.set(space, new Set([token]));
  }

  /** @param onFailure gets what kept uses from being written; they are with the next use */
  flushRegularly(onFailure: (error: unknown) => void): { stop(): Promise<void> } {
    const flush = () => {
      this.flushing = this.flushing.then(() => this.flush()).catch(onFailure);
      return this.flushing;
    };
    const timer = setInterval(flush, flushEveryMs);
    timer.unref();
    return {
      stop: async () => {
        clearInterval(timer);
        await flush();
      },
    };
  }

  /** Writes that the keys noted since the last time were used now. */
  async flush(): Promise<void> {
    const { used, db } = this;
    this.used = new Map();
    const moment = new Date().toISOString().replace('Z', '000');
    for (const [space, tokens] of used) {
      await db.write((transaction) => transaction.run(noteLastUse(db.dialect, space, [...tokens], moment)));
    }
  }
}
