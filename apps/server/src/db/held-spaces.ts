/**
 * The spaces that nobody else changes while a transaction is under way. Writes that share it take their revisions here: only the last one
 * of each space is written, at its end, as nobody sees those between.
 */
import type { Statement } from '../sql/binder.js';
import type { BindingDialect } from '../sql/dialects/binding.js';
import { setRevision } from '../sql/tables/spaces.js';
import type { HeldSpace } from './database.js';

interface Known extends HeldSpace {
  /** The revision that is stored. */
  written: number;
}

export class HeldSpaces {
  private readonly known = new Map<string, Known>();

  /** @param stored as the transaction has found or left it */
  hold(space: string, stored: HeldSpace): void {
    this.known.set(space, { ...stored, written: stored.revision });
  }

  get(space: string): HeldSpace | undefined {
    return this.known.get(space);
  }

  /** @returns the next revision */
  raise(space: string): number {
    const known = this.known.get(space);
    if (!known) throw new Error(`nothing is known of the space "${space}"`);
    return ++known.revision;
  }

  /** @returns the statements that write what was taken; from now on it counts as written */
  take(dialect: BindingDialect): Statement[] {
    const raised = [...this.known].filter(([, { revision, written }]) => revision !== written);
    return raised.map(([space, known]) => {
      known.written = known.revision;
      return setRevision(dialect, space, known.revision);
    });
  }
}
