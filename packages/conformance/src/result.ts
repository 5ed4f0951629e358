/**
 * What a run found. Plain data: reports render it, exit codes follow from it.
 */
import type { Level } from './check.js';
import type { Difference } from './expectation.js';
import type { Leftover } from './fixtures/sweep.js';
import type { Exchange } from './http/answer.js';

/**
 * `passed`: the promise holds as far as it was tried. `failed`: the server breaks it. `skipped`: the run lacks what the check needs.
 * `error`: the check could not be carried through (no connection, a time-out, an error in the check).
 */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'error';

export interface CheckResult {
  readonly id: string;
  readonly level: Level;
  readonly sentence: string;
  readonly spec: string;
  readonly outcome: Outcome;
  /** What was wanted and what came, or why the check was skipped; absent when it passed. */
  readonly message?: string;
  /** The first place where what came is not what was wanted, where the check compared two values. */
  readonly difference?: Difference;
  readonly durationMs: number;
  /** The last exchanges before a failure or an error, oldest first; else empty. */
  readonly exchanges: readonly Exchange[];
}

export interface RunResult {
  readonly baseUrl: string;
  readonly space: string;
  /** Repeats the run's random choices when passed as `--seed`. */
  readonly seed: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** In the order of the checks; after a stop, those that had ended. */
  readonly results: readonly CheckResult[];
  /** True when the run was stopped before its end. */
  readonly stopped: boolean;
  /** How many checks were not begun, because the time for the run was spent. */
  readonly notBegun: number;
  /** How many records the run has made, as far as it knows; where deletes are soft, `include-deleted` still shows them. */
  readonly made: number;
  /** Records of the run that could not be deleted. */
  readonly leftovers: readonly Leftover[];
}

/** How many results have each outcome. */
export function countOutcomes(results: readonly CheckResult[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, skipped: 0, error: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

export const levels = ['MUST', 'SHOULD', 'MAY'] as const satisfies readonly Level[];

/** What does not hold or could not be carried through. */
export function brokenOf(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
}

/** Why checks were skipped, and how many for the same reason; the most frequent reason first. */
export function reasonsToSkip(
  results: readonly CheckResult[],
): readonly { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { outcome, message = '' } of results) {
    if (outcome === 'skipped') counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/** Failed results of a level. */
export function failuresOf(results: readonly CheckResult[], level: Level): readonly CheckResult[] {
  return results.filter((result) => result.outcome === 'failed' && result.level === level);
}

/** True when the server conforms as far as the run went: no MUST failed, nothing ended in an error, the run was not stopped. */
export function isConformant(run: RunResult): boolean {
  const hasError = run.results.some((result) => result.outcome === 'error');
  return !run.stopped && !hasError && failuresOf(run.results, 'MUST').length === 0;
}
