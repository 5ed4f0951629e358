/**
 * Sends a request, again if that is safe and may help, with the credentials of the space.
 * Must not know operations, parameters or bodies.
 */
import { HeadwaterError } from '../errors/headwater-error.js';
import { NetworkError, TimeoutError } from '../errors/no-answer-errors.js';
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

/**
 * One attempt to get an answer, within its time.
 * Must not know whether it is the first or will be followed by another.
 */
interface AttemptLimits {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request once. JSON is read to its end before the answer is handed on, so that a connection that breaks or
 * stalls half-way counts as no answer; any other body is handed on while it still flows.
 * @throws TimeoutError, NetworkError, or the reason of the request's own signal when that is aborted
 */
async function attempt(request: Request, limits: AttemptLimits): Promise<Response> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), limits.timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, clock.signal]);
    const response = await limits.fetch(new Request(request, { signal }));
    if (isJson(response)) await response.clone().arrayBuffer();
    return response;
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    if (clock.signal.aborted) throw new TimeoutError(request, limits.timeoutMs);
    throw new NetworkError(request, cause);
  } finally {
    clearTimeout(timer);
  }
}

function isJson(response: Response): boolean {
  return /^application\/(?:[^;]+\+)?json\b/i.test(response.headers.get('Content-Type') ?? '');
}

// Waiting that a caller can break off. Must not know what is waited for.

/**
 * Waits.
 * @param delayMs milliseconds
 * @throws the reason of the signal, as soon as it is aborted
 */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
