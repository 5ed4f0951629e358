/**
 * What the benchmark and its contestants, each a process of its own, say to each other.
 */

/** How much CPU time the process has used. */
export interface Question {
  readonly kind: 'cpu';
}

export type Reply =
  /** The first one, unasked. */
  | { readonly kind: 'listening'; readonly url: string; readonly authorizations: readonly string[] }
  /** User and system time of all threads since the start, in milliseconds. */
  | { readonly kind: 'cpu'; readonly ms: number };
