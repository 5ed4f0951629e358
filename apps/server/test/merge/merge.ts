/**
 * Merging over HTTP, for tests.
 */
import type { Answer, Json, Sent, TestRecord, TestSpace } from '../test-space.js';

/** @param master with its `id` */
export function sendMerge(
  space: TestSpace,
  collection: string,
  master: Json,
  secondary_ids: readonly unknown[],
  sent: Sent = {},
): Promise<Answer> {
  return space.send('POST', `${collection}/merge`, { ...sent, body: { master, secondary_ids } });
}

/** @throws Error for any status but 200 */
export async function merge(
  space: TestSpace,
  collection: string,
  master: Json,
  secondaries: readonly TestRecord[],
): Promise<TestRecord> {
  const ids = secondaries.map(({ id }) => id);
  const { status, text, body } = await sendMerge(space, collection, master, ids);
  if (status !== 200) throw new Error(`status ${status}: ${text}`);
  return body.data as TestRecord;
}
