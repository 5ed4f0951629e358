/** What a read may still take after it has waited for a reader or a connection. */
import { ApiError } from '../errors/api-error.js';
import type { ReadLimits } from './database.js';
import { tookTooLong } from './translate-error.js';

/**
 * @param limits of the read, from when it began to wait
 * @param since when that was, by `performance.now()`
 * @throws ApiError `ERROR_UNAVAILABLE` when its time has passed or its caller has gone meanwhile: nobody would end it any more
 */
export function limitsLeft(limits: ReadLimits, since: number): ReadLimits {
  if (limits.gone?.isAborted) throw callerHasGone();
  if (limits.ms === undefined) return limits;
  const ms = limits.ms - (performance.now() - since);
  if (ms <= 0) throw tookTooLong();
  return { ...limits, ms };
}

/** @returns the error for a read of a request that nobody waits for; no caller sees it */
export function callerHasGone(): ApiError {
  return new ApiError('ERROR_UNAVAILABLE', 'The caller has gone.');
}
