/**
 * When a message that was not delivered is sent again, and when the webhook is given up. Pure.
 */

const firstDelayMs = 5_000;
const longestDelayMs = 6 * 60 * 60 * 1_000;
/** From the first failure on. */
const patienceMs = 3 * 24 * 60 * 60 * 1_000;
/** What its receiver answers who is gone for good. */
const goneStatus = 410;

export interface Failing {
  /** Attempts that failed, one after the other. */
  readonly failures: number;
  /** Of the first of them, in milliseconds since 1970. */
  readonly since: number;
}

/** The next attempt in milliseconds since 1970, or why there is none. */
export type RetryPlan = { readonly nextAt: number } | { readonly pausedReason: string };

/**
 * @param failing with the attempt that has just failed
 * @param random from 0 to 1: receivers that failed together are not tried together
 */
export function planRetry(
  failing: Failing,
  { status, error }: { readonly status: number | undefined; readonly error: string },
  now: number,
  random: number,
): RetryPlan {
  if (status === goneStatus)
    return { pausedReason: 'The receiver answered with status 410: it wants no more deliveries.' };
  if (now - failing.since >= patienceMs) {
    const days = patienceMs / (24 * 60 * 60 * 1_000);
    return { pausedReason: `Nothing could be delivered for ${days} days. The last attempt: ${error}` };
  }
  const delay = Math.min(firstDelayMs * 2 ** (failing.failures - 1), longestDelayMs);
  return { nextAt: Math.round(now + delay * (0.5 + random / 2)) };
}
