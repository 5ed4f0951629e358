/**
 * What is thrown when the server did not answer at all.
 * Must not know about retries: the last attempt's error is what the caller sees.
 */
import { HeadwaterError } from './headwater-error.js';

/** What an error may show of a request. */
export interface RequestLine {
  readonly method: string;
  readonly url: string;
}

/** The server could not be reached, or the connection broke before the answer was complete. Whether a write took place is unknown. */
export class NetworkError extends HeadwaterError {
  override name = 'NetworkError';
  readonly method: string;
  readonly url: string;

  constructor({ method, url }: RequestLine, cause: unknown) {
    super(`${method} ${url} got no complete answer: ${reasonOf(cause)}`, { cause });
    this.method = method;
    this.url = url;
  }
}

/** The answer was not complete in time. Whether a write took place is unknown. */
export class TimeoutError extends HeadwaterError {
  override name = 'TimeoutError';
  readonly method: string;
  readonly url: string;
  /** How long the attempt was allowed to take, in milliseconds. */
  readonly timeoutMs: number;

  constructor({ method, url }: RequestLine, timeoutMs: number) {
    super(`${method} ${url} was not answered within ${timeoutMs} ms`);
    this.method = method;
    this.url = url;
    this.timeoutMs = timeoutMs;
  }
}

/** Node says only "fetch failed" and keeps the reason (connection rejected, host not found) one level deeper. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}
