/**
 * One attempt to get an answer, within its time.
 * Must not know whether it is the first or will be followed by another.
 */
import { NetworkError, TimeoutError } from '../errors/no-answer-errors.js';

export interface AttemptLimits {
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * Sends a request once. JSON is read to its end before the answer is handed on, so that a connection that breaks or
 * stalls half-way counts as no answer; any other body is handed on while it still flows.
 * @throws TimeoutError, NetworkError, or the reason of the request's own signal when that is aborted
 */
export async function attempt(request: Request, limits: AttemptLimits): Promise<Response> {
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
