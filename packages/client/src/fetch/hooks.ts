/**
 * What a client reports of the requests that it sends, for traces, logs and metrics of the caller. Types only.
 */
import type { HeadwaterError } from '../errors/headwater-error.js';

/** One attempt to get an answer. Its address holds no credentials; its parameters may hold personal data. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Its number, from 1. */
  readonly attempt: number;
}

/** What came of an attempt. Its JSON is complete; other bodies may still flow. */
export interface AttemptResult extends Attempt {
  readonly durationMs: number;
  /** Null: there was no answer, and `error` says why. */
  readonly status: number | null;
  /** Finds the request in the log of the server; null when the answer has none. */
  readonly requestId: string | null;
  readonly error: HeadwaterError | null;
}

/** A request that is sent again. */
export interface Retry extends AttemptResult {
  /** Milliseconds until it is. */
  readonly delayMs: number;
}

/** Called as they happen; what they throw ends the call. */
export interface Hooks {
  readonly onRequest?: (attempt: Attempt) => void;
  /** Not called where the caller's signal ended the attempt. */
  readonly onResponse?: (result: AttemptResult) => void;
  readonly onRetry?: (retry: Retry) => void;
}
