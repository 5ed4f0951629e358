/**
 * What is repeated, and how long to wait before.
 * Pure: knows neither clock nor chance; must not send or wait itself.
 */

const firstDelayMs = 250;
const longestDelayMs = 8_000;
/** A server that asks for more patience than this is reported to the caller instead. */
const longestRetryAfterMs = 60_000;

/** Answers that say "not now" and nothing about the request itself. */
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Whether sending a request twice cannot do more than sending it once.
 * Reads are; a PATCH is when `If-Match` names the revision it changes, for it fits only once. When the first answer was
 * lost, the repetition is answered with a conflict: reading the record again shows whose change it has. A POST is when an
 * `Idempotency-Key` lets the server know it again.
 */
export function isRepeatable(request: Request): boolean {
  if (request.method === 'PATCH') return request.headers.has('If-Match');
  if (request.method === 'POST') return request.headers.has('Idempotency-Key');
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Whether the same request may be answered otherwise a moment later. */
export function isPassing(status: number): boolean {
  return passingStatuses.has(status);
}

/**
 * How long to wait before the next attempt: exponential, half of it by chance, so that clients which failed together do
 * not come back together; at least what the server requested.
 * @param failedAttempts how many attempts have failed, from 1
 * @param retryAfterMs what the server requested, null when it did not
 * @param chance from 0 to below 1
 * @returns milliseconds, or null when the server asks for more than a minute
 */
export function retryDelayMs(failedAttempts: number, retryAfterMs: number | null, chance: number): number | null {
  const ceilingMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (failedAttempts - 1));
  const backOffMs = Math.round((ceilingMs / 2) * (1 + chance));
  if (retryAfterMs === null) return backOffMs;
  return retryAfterMs > longestRetryAfterMs ? null : Math.max(backOffMs, retryAfterMs);
}
