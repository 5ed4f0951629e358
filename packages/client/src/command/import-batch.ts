/** One batch of an import: what is sent, and what the server says of each line. */
import { type BulkSource, sendBatch } from '../bulk-write.js';
import { plainLine } from './command.js';
import type { FileRecord } from './records-file.js';

/** A record that was not written. */
export interface Rejected {
  readonly line: number;
  /** In the words of the server. */
  readonly reason: string;
}

interface WriteOptions {
  readonly isDryRun: boolean;
  /** The server carries a batch out once under it. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Lets records have ids and read-only members of their own. */
const readOnlyWritable = 8;

/** @returns the records that were rejected @throws as `bulkWrite` does */
export async function writeBatch(
  client: BulkSource,
  collection: string,
  records: readonly FileRecord[],
  { isDryRun, key, signal }: WriteOptions,
): Promise<readonly Rejected[]> {
  const hasIds = records.some(({ record }) => typeof record.id === 'string');
  const query = {
    ...(hasIds && { 'validation-level': readOnlyWritable }),
    ...(isDryRun && { 'dry-run': true }),
  };
  const body = records.map(({ record }) => record);
  const outcomes = await sendBatch(client, collection, body, { query, key, signal });
  return outcomes.flatMap(({ error }, at) =>
    error === null ? [] : [{ line: records[at]?.line ?? 0, reason: reasonOf(error.message) }],
  );
}

function reasonOf(message: string | null): string {
  if (message === null) return 'The answer does not say what became of it';
  return plainLine(message.replace(/\s*\n\s*/g, '; '));
}
