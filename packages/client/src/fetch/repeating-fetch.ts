/**
 * Sends a request, again if that is safe and may help, with the credentials of the space.
 * Must not know operations, parameters or bodies.
 */
import { HeadwaterError } from '../errors/headwater-error.js';
import { NetworkError, TimeoutError } from '../errors/no-answer-errors.js';
import type { AttemptResult, Hooks } from './hooks.js';
import { isInProgress, keyHeader, mayHaveKey, newKey } from './idempotency-key.js';
import { retryAfterMs } from './retry-after.js';
import { isPassing, isRepeatable, retryDelayMs } from './retry-delay.js';

export interface FetchSettings extends AttemptLimits {
  /** Counts the first attempt. */
  readonly maxAttempts: number;
  /** The only origin that is given the credentials. */
  readonly origin: string;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  readonly hooks?: Hooks;
  /**
   * Whether the server knows `Idempotency-Key`. It is asked before the repetition of a request that was given a key here.
   * Absent: no request is given one.
   */
  readonly knowsKeys?: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Sends a request; one that is safe to repeat goes out again where that may help. Whether it is safe is determined by its method unless
 * the caller knows better. Another POST gets a key, under which a server that knows keys carries it out once.
 */
export type RepeatingFetch = (request: Request, isSafe?: boolean) => Promise<Response>;

/**
 * Makes the function that sends every request of a client. It resolves to the last answer whatever its status.
 * The credentials are put in here, last, so that no middleware of the caller sees them.
 * @throws (the function) TimeoutError, NetworkError, or the reason of the request's signal when that is aborted
 */
export function createRepeatingFetch(settings: FetchSettings): RepeatingFetch {
  const { hooks = {}, knowsKeys } = settings;
  return async (request, isSafe = isRepeatable(request)) => {
    const hasOwnKey = !isSafe && knowsKeys !== undefined && mayHaveKey(request);
    if (hasOwnKey) request.headers.set(keyHeader, newKey());
    const maxAttempts = isSafe || hasOwnKey ? settings.maxAttempts : 1;
    if (new URL(request.url).origin === settings.origin) request.headers.set('Authorization', settings.authorization);
    for (let number = 1; ; number++) {
      const isLast = number === maxAttempts;
      const { method, url } = request;
      hooks.onRequest?.({ method, url, attempt: number });
      const start = performance.now();
      // A body can be read once, so every attempt but the last sends a copy.
      const outcome = await outcomeOf(attempt(isLast ? request : request.clone(), settings));
      const result = resultOf(outcome, { method, url, attempt: number, durationMs: performance.now() - start });
      hooks.onResponse?.(result);
      const delayMs = isLast ? null : await delayAfter(request, outcome, number);
      if (delayMs === null || (hasOwnKey && !(await knowsKeys(request.signal)))) return answerOf(outcome);
      if (!(outcome instanceof HeadwaterError)) await outcome.body?.cancel();
      hooks.onRetry?.({ ...result, delayMs });
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

function resultOf(
  outcome: Response | HeadwaterError,
  ended: Pick<AttemptResult, 'method' | 'url' | 'attempt' | 'durationMs'>,
): AttemptResult {
  if (outcome instanceof HeadwaterError) return { ...ended, status: null, requestId: null, error: outcome };
  return { ...ended, status: outcome.status, requestId: outcome.headers.get('X-Request-Id'), error: null };
}

/** Milliseconds to wait before the next attempt; null when there should be none. */
async function delayAfter(
  request: Request,
  outcome: Response | HeadwaterError,
  failedAttempts: number,
): Promise<number | null> {
  if (outcome instanceof HeadwaterError) return retryDelayMs(failedAttempts, null, Math.random());
  const isUnderWay = request.headers.has(keyHeader) && (await isInProgress(outcome));
  if (!isUnderWay && !isPassing(outcome.status)) return null;
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
 * stalls half-way counts as no answer, and so does a success whose JSON was cut off where nothing says how long it is; any other
 * body is handed on while it still flows.
 * @throws TimeoutError, NetworkError, or the reason of the request's own signal when that is aborted
 */
async function attempt(request: Request, limits: AttemptLimits): Promise<Response> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), limits.timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, clock.signal]);
    const response = await limits.fetch(new Request(request, { signal }));
    if (isJson(response)) {
      const text = await response.clone().text();
      if (request.method !== 'HEAD' && (response.status === 200 || response.status === 201)) JSON.parse(text);
    }
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
