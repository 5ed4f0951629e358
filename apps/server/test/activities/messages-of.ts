/**
 * Reads the texts of the errors out of a rejection in shape B.
 */
import { leavesOf } from '../leaves-of.js';
import type { Answer } from '../test-space.js';

/** Every leaf's message, without the field and the code ahead of it. */
export function messagesOf(answer: Answer): string[] {
  return leavesOf(answer).map((leaf) => leaf.replace(/^\S+ \d+ /, ''));
}
