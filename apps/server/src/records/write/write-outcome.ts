/**
 * The outcome of each of many writes.
 */
import type { ApiError } from '../../errors/api-error.js';

export type WriteOutcome = WriteDone | WriteFailed;

export interface WriteDone {
  readonly kind: 'done';
  readonly entityType: string;
  readonly id: string;
  /** Of the record after the write. */
  readonly revision: number;
}

export interface WriteFailed {
  readonly kind: 'failed';
  /** A ValidationError when the body or the record is at fault. */
  readonly error: ApiError;
}
