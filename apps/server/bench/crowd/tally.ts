/**
 * What callers note of their answers.
 */

export interface Tally {
  /** Milliseconds, of the requests that were answered with 200 or 201. */
  readonly acceptedMs: number[];
  /** How many were answered with another status, by status; 0 is a connection that broke. */
  readonly others: Map<number, number>;
}

export function newTally(): Tally {
  return { acceptedMs: [], others: new Map() };
}

export function count({ acceptedMs, others }: Tally, status: number, ms: number): void {
  if (status === 200 || status === 201) acceptedMs.push(ms);
  else others.set(status, (others.get(status) ?? 0) + 1);
}
