/** One batch of an import: what is sent, how often, and what the server says of each record. */
import { RateLimitError, UnavailableError } from '../errors/api-errors.js';
import { decodeErrorBody } from '../errors/error-body.js';
import { NetworkError, TimeoutError } from '../errors/no-answer-errors.js';
import { pause } from '../fetch/repeating-fetch.js';
import { unwrap } from '../unwrap.js';
import { plainLine } from './command.js';
import type { AnyClient } from './connection.js';
import type { FileRecord } from './records-file.js';

export interface Batch {
  /** That its first record begins on. */
  readonly line: number;
  readonly records: readonly FileRecord[];
}

/** A record that was not written. */
export interface Rejected {
  readonly line: number;
  /** In the words of the server. */
  readonly reason: string;
}

/** Servers take more; a batch that is repeated should not be long. */
const mostCharacters = 1_000_000;

/** @param size records at most; the same file in the same size makes the same batches */
export async function* batchesOf(records: AsyncIterable<FileRecord>, size: number): AsyncGenerator<Batch, void, void> {
  let batch: FileRecord[] = [];
  let characters = 0;
  for await (const one of records) {
    const length = JSON.stringify(one.record).length;
    if (batch[0] && (batch.length === size || characters + length > mostCharacters)) {
      yield { line: batch[0].line, records: batch };
      [batch, characters] = [[], 0];
    }
    batch.push(one);
    characters += length;
  }
  if (batch[0]) yield { line: batch[0].line, records: batch };
}

interface WriteOptions {
  readonly isDryRun: boolean;
  /** The server carries a batch out once under it. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Lets records have ids and read-only members of their own. */
const readOnlyWritable = 8;

/**
 * @returns the records that were rejected
 * @throws ApiError the batch as a whole was; NetworkError, TimeoutError, UnavailableError nobody has answered for minutes
 */
export async function writeBatch(
  client: AnyClient,
  collection: string,
  { records }: Batch,
  { isDryRun, key, signal }: WriteOptions,
): Promise<readonly Rejected[]> {
  const hasIds = records.some(({ record }) => typeof record.id === 'string');
  const query = {
    'rollback-method': 1,
    ...(hasIds && { 'validation-level': readOnlyWritable }),
    ...(isDryRun && { 'dry-run': true }),
  };
  const params = { query, header: { 'Idempotency-Key': key } };
  const body = records.map(({ record }) => record);
  const path = `/entities/${encodeURIComponent(collection)}/batch-modify`;
  const answer = await patiently(() => unwrap(client.POST(path, { params, body, signal })), signal);
  const { data } = answer as { data: readonly unknown[] };
  return records.flatMap(({ line }, at) =>
    typeof data[at] === 'string' ? [] : [{ line, reason: reasonOf(data[at]) }],
  );
}

function reasonOf(answer: unknown): string {
  const { message } = decodeErrorBody(answer);
  if (message === null) return 'The answer does not say what became of it';
  return plainLine(message.replace(/\s*\n\s*/g, '; '));
}

const mostRounds = 10;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Beyond what each request repeats itself: a server that restarts, or asks for more patience than a program has. */
async function patiently<Value>(ask: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let failed = 1; ; failed++) {
    try {
      return await ask();
    } catch (error) {
      const isPassing = [NetworkError, TimeoutError, UnavailableError, RateLimitError].some(
        (one) => error instanceof one,
      );
      if (!isPassing || failed === mostRounds) throw error;
      const asked = error instanceof RateLimitError || error instanceof UnavailableError ? error.retryAfterMs : null;
      const backOffMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failed - 1));
      await pause(Math.max(asked ?? 0, backOffMs), signal);
    }
  }
}
