/**
 * What a check is: data that names one promise of the interface and a function that tries it.
 * Knows no transport, no report and no server.
 */
import type { CheckContext } from './check-context.js';

/** How much a server owes the promise; only a broken MUST fails a run. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

export interface Check {
  /** Dotted, lower-case but for names of the spec: `list.cursor.forward`. Stable; never reused for another promise. */
  readonly id: string;
  /** The promise, beginning with its level. */
  readonly sentence: `${Level} ${string}`;
  /** Where the spec says so: a document and a JSON pointer (`v100#/paths/…`), or a place of the SDL (`graphql#Query`). */
  readonly spec: string;
  /** Set on a check that no other check may run beside: why it needs the space to itself. */
  readonly serial?: string;
  /**
   * Tries the promise against the server of the context.
   * @throws ExpectationFailed when the server breaks it, CheckSkipped when the run lacks what the check needs;
   *   anything else counts as an error of the run
   */
  run(context: CheckContext): Promise<void>;
}

/** @returns the word that the sentence begins with */
export function levelOf(check: Pick<Check, 'sentence'>): Level {
  const [level] = check.sentence.split(' ', 1);
  return level as Level;
}
