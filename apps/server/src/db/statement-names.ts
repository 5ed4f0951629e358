/**
 * Decides which statements PostgreSQL keeps prepared, and under which names. A connection never forgets a prepared statement,
 * so only texts that come again are named, and only so many.
 */
import { LeastRecentlyUsed } from '../sql/least-recently-used.js';

const maxNamed = 500;
/** A text is named when it comes for this time. */
const namedFrom = 3;
const maxCounted = 5_000;

export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly seen = new LeastRecentlyUsed<string, { times: number }>(maxCounted);

  /** @returns the name of the text; undefined: to be sent without one, and planned anew */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= maxNamed) return name;
    const count = this.seen.getOrMake(text, () => ({ times: 0 }));
    count.times++;
    if (count.times < namedFrom) return undefined;
    const given = `s${this.names.size}`;
    this.names.set(text, given);
    return given;
  }
}
