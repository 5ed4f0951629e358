/**
 * Decides which statements PostgreSQL keeps prepared, and under which names. A connection never forgets a statement that it
 * prepared, so only texts that come again are named, and connections are replaced now and then (postgres-database.ts).
 */
import { LeastRecentlyUsed } from '../sql/least-recently-used.js';

const maxKnown = 2_000;
/** A text is named when it comes for this time. */
const namedFrom = 3;

interface Known {
  times: number;
  name: string | undefined;
}

export class StatementNames {
  private readonly known = new LeastRecentlyUsed<string, Known>({ capacity: maxKnown });
  private next = 0;

  /** @returns the name of the text, never given to another; undefined: to be sent without one, and planned anew */
  nameOf(text: string): string | undefined {
    const known = this.known.getOrMake(text, () => ({ times: 0, name: undefined }));
    known.times++;
    if (known.name === undefined && known.times >= namedFrom) known.name = `s${this.next++}`;
    return known.name;
  }
}
