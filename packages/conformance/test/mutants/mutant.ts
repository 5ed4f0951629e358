/**
 * What a mutant is: one change of the server's sources.
 */
export interface Mutant {
  /** Counted through all sources; it changes when they do. */
  readonly id: string;
  /** Relative to `apps/server/src`. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** What became of a mutant. */
export interface Verdict {
  /**
   * `noticed`: a check failed, or the server did not start or answered no more. `survived`: every check passed. `not-run`: no check, nor
   * the start of the server, runs the code.
   */
  readonly outcome: 'noticed' | 'survived' | 'not-run';
  /** The check that noticed it; left out when the server did not start. */
  readonly check?: string;
  /** What it said. */
  readonly message?: string;
  /** True where that check had not run the code without a mutant. */
  readonly isIndirect?: boolean;
  readonly seconds: number;
}

export interface Result extends Mutant, Verdict {}
