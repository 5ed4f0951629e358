/**
 * What the benchmark and its contestants, each a process of its own, say to each other.
 */
import type { ConstantAnswer } from '../floors/constant-floor.js';

export type Question =
  /** How much CPU time the process has used. */
  | { readonly kind: 'cpu' }
  /** Answer this from now on; for the constant floor. */
  | { readonly kind: 'use'; readonly answer: ConstantAnswer };

export type Reply =
  /** The first one, unasked. */
  | { readonly kind: 'listening'; readonly url: string; readonly authorization?: string }
  /** User and system time of all threads since the start, in milliseconds. */
  | { readonly kind: 'cpu'; readonly ms: number }
  | { readonly kind: 'used' };
