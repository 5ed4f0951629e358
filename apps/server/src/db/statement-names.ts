/**
 * Decides which statements PostgreSQL keeps prepared, and under which names. A connection never forgets a statement that it
 * prepared, so only texts that come again are named, and connections are replaced now and then (postgres-database.ts).
 */
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../sql/cache.js';

const maxKnown = 2_000;
/** A text is named when it comes for this time. */
const namedFrom = 3;

interface Known {
  times: number;
  name: string | undefined;
}

export class StatementNames {
  private readonly known = new LRUCache<string, Known>({ max: maxKnown });
  private next = 0;

  /** @returns the name of the text, never given to another; undefined: to be sent without one, and planned again */
  nameOf(text: string): string | undefined {
    const known = getOrMake(this.known, text, () => ({ times: 0, name: undefined }));
    known.times++;
    if (known.name === undefined && known.times >= namedFrom) known.name = `s${this.next++}`;
    return known.name;
  }
}
