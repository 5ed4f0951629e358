/**
 * Decides which statements PostgreSQL keeps prepared, and under which names. A connection never forgets a statement that it
 * prepared, so only texts that come again are named, and connections are replaced now and then (postgres-database.ts).
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../sql/cache.js';

const maxKnown = 2_000;
/** A text is named when it comes for this time. */
const namedFrom = 3;

interface Known {
  times: number;
  name: string | undefined;
}

export class StatementNames {
  private readonly known = new LRUCache<string, Known>({ max: maxKnown });

  /** @returns the name of the text, the same in all processes; undefined: to be sent without one, and planned again */
  nameOf(text: string): string | undefined {
    const known = getOrMake(this.known, text, () => ({ times: 0, name: undefined }));
    known.times++;
    if (known.name === undefined && known.times >= namedFrom) known.name = nameFor(text);
    return known.name;
  }
}

/** A connection pooler gives the connection of one process to another, which must not find another text under a name. */
function nameFor(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}
