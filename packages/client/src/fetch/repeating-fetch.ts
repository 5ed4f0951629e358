/**
 * Sends a request, again if that is safe and may help, with the credentials of the space.
 * Must not know operations, parameters or bodies.
 */

import { HeadwaterError } from '../errors/headwater-error.js';
import { type AttemptLimits, attempt } from './attempt.js';
import { pause } from './pause.js';
import { retryAfterMs } from './retry-after.js';
import { isPassing, isRepeatable, retryDelayMs } from './retry-delay.js';

export interface FetchSettings extends AttemptLimits {
  /** Counts the first attempt. */
  readonly maxAttempts: number;
  /** The only origin that is given the credentials. */
  readonly origin: string;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
}

/**
 * Sends a request; one that may be repeated goes out again where that may help. Whether it may is determined by its method unless
 * the caller knows better.
 */
export type RepeatingFetch = (request: Request, mayRepeat?: boolean) => Promise<Response>;

/**
 * Makes the function that sends every request of a client. It resolves to the last answer whatever its status.
 * The credentials are put in here, last, so that no middleware of the caller sees them.
 * @throws (the function) TimeoutError, NetworkError, or the reason of the request's signal when that is aborted
 */
export function createRepeatingFetch(settings: FetchSettings): RepeatingFetch {
  return async (request, mayRepeat = isRepeatable(request)) => {
    const maxAttempts = mayRepeat ? settings.maxAttempts : 1;
    if (new URL(request.url).origin === settings.origin) request.headers.set('Authorization', settings.authorization);
    for (let failedAttempts = 1; ; failedAttempts++) {
      const isLast = failedAttempts === maxAttempts;
      // A body can be read once, so every attempt but the last sends a copy.
      const outcome = await outcomeOf(attempt(isLast ? request : request.clone(), settings));
      const delayMs = isLast ? null : delayAfter(outcome, failedAttempts);
      if (delayMs === null) return answerOf(outcome);
      if (!(outcome instanceof HeadwaterError)) await outcome.body?.cancel();
      await pause(delayMs, request.signal);
    }
  };
}

/** An answer, or why there is none. What the caller caused is thrown. */
async function outcomeOf(answer: Promise<Response>): Promise<Response | HeadwaterError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HeadwaterError) return error;
    throw error;
  }
}

/** Milliseconds to wait before the next attempt; null when there should be none. */
function delayAfter(outcome: Response | HeadwaterError, failedAttempts: number): number | null {
  if (outcome instanceof HeadwaterError) return retryDelayMs(failedAttempts, null, Math.random());
  if (!isPassing(outcome.status)) return null;
  return retryDelayMs(failedAttempts, retryAfterMs(outcome.headers, Date.now()), Math.random());
}

function answerOf(outcome: Response | HeadwaterError): Response {
  if (outcome instanceof HeadwaterError) throw outcome;
  return outcome;
}
