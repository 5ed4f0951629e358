/**
 * Reverting over HTTP, for tests.
 */
import type { Answer, Sent, TestSpace } from '../test-space.js';

export interface RevertedRecord {
  readonly entity: string;
  readonly collection: string;
  readonly entity_id: string;
  readonly act: string;
  readonly members: readonly string[];
}

export interface LeftRecord extends Omit<RevertedRecord, 'act'> {
  readonly reason: string;
  readonly message: string;
}

export interface Reverted {
  readonly revision: number | null;
  readonly reverted: readonly RevertedRecord[];
  readonly not_reverted: readonly LeftRecord[];
}

export function sendRevert(space: TestSpace, revision: number | string, sent: Sent = {}): Promise<Answer> {
  return space.send('POST', `../changes/${revision}/revert`, sent);
}

/** @throws Error for any status but 200 */
export async function revert(space: TestSpace, revision: number, query: Sent['query'] = {}): Promise<Reverted> {
  const { status, text, body } = await sendRevert(space, revision, { query });
  if (status !== 200) throw new Error(`status ${status}: ${text}`);
  return body.data as Reverted;
}
