/** Sends the rows of a file in batches: tried first, then written, each batch once however often it is sent. */
import { unwrap } from '@headwater/client';
import type { Client } from '../account/account.js';
import type { Row } from './mapping.js';

export interface Rejected {
  readonly line: number;
  readonly reason: string;
}

export interface Outcome {
  readonly accepted: number;
  readonly rejected: readonly Rejected[];
}

const batchSize = 200;

export function batchesOf(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/**
 * @param key undefined: the batch is only tried; else the server carries it out once under this key
 * @throws ApiError the batch as a whole was rejected, and nothing of it written
 */
export async function sendBatch(
  client: Client,
  collection: string,
  rows: readonly Row[],
  key: string | undefined,
): Promise<Outcome> {
  const answer = await unwrap(
    client.POST<{ data: readonly (string | { message?: string })[] }>(`/entities/${collection}/batch-modify`, {
      params: {
        query: { 'rollback-method': 1, ...(key === undefined && { 'dry-run': true }) },
        ...(key !== undefined && { header: { 'Idempotency-Key': key } }),
      },
      body: rows.map(({ body }) => body),
    }),
  );
  const rejected = rows.flatMap(({ line }, at): Rejected[] => {
    const one = answer.data[at];
    return typeof one === 'string' ? [] : [{ line, reason: one?.message?.trim() ?? 'The server gave no reason.' }];
  });
  return { accepted: rows.length - rejected.length, rejected };
}
