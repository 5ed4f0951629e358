/**
 * Any number of records, written in batches: some at the same time, each once, as patiently as the server asks.
 * Must not know types of records.
 */
import { checkWholeNumber } from './client-settings.js';
import type { CreateBody, UpdateBody } from './collections/body-types.js';
import type { EntityType } from './collections/field-types.js';
import type { HeadwaterClient } from './create-client.js';
import { RateLimitError, UnavailableError } from './errors/api-errors.js';
import { decodeErrorBody, type ErrorBody } from './errors/error-body.js';
import { NetworkError, TimeoutError } from './errors/no-answer-errors.js';
import { newKey } from './fetch/idempotency-key.js';
import { pause } from './fetch/repeating-fetch.js';
import { type Result, unwrap } from './unwrap.js';

export interface BulkOptions {
  /** Records of a batch, 1 to 1,000; 200 when absent. */
  readonly batchSize?: number;
  /** Batches that are under way at the same time; 2 when absent. */
  readonly concurrency?: number;
  /** What is checked and what may be written, as the parameter of the interface says. */
  readonly 'validation-level'?: number;
  /** Ends the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** What became of one record. */
export interface BulkResult {
  /** Its place among those that were given, from 0. */
  readonly index: number;
  /** Of the record that was written; null when it was rejected. */
  readonly id: string | null;
  /** Why it was rejected; null when it was written. */
  readonly error: ErrorBody | null;
}

/** The collections that take batches, by what is known of the space: entity types or paths. */
export type BulkCollection<Space extends object> = {
  [Name in keyof Space]: Space[Name] extends EntityType
    ? 'create' extends Space[Name]['operations']
      ? Name
      : never
    : Name extends `/entities/${infer Collection}/batch-modify`
      ? Collection
      : never;
}[keyof Space];

/** A record of a batch: a create, or a change when it has the `id` of a record. */
export type BulkRecord<Space extends object, Collection extends string> = Collection extends keyof Space
  ? Space[Collection] extends EntityType
    ? CreateBody<Space[Collection]> | (UpdateBody<Space[Collection]> & { readonly id: string })
    : never
  : `/entities/${Collection}/batch-modify` extends infer Path extends keyof Space
    ? Space[Path] extends { post: { requestBody?: { content: { 'application/json': readonly (infer Item)[] } } } }
      ? Item
      : never
    : never;

/**
 * Creates and changes records, and yields what became of each, batch by batch as they are answered. Those that are rejected
 * keep no others from being written. Reads the records as they are needed, so that there may be any number of them. A loop that is left
 * early ends the batches that are under way, which are then written or not.
 * @throws TypeError an option is out of its bounds
 * @throws ApiError a batch as a whole was rejected; NetworkError, TimeoutError, UnavailableError, RateLimitError after some minutes
 * without a batch that was taken; the reason of the signal. Batches before it are written
 */
export async function* bulkWrite<Space extends object, Collection extends BulkCollection<Space> & string, Moment>(
  client: HeadwaterClient<Space, Moment>,
  collection: Collection,
  records: Iterable<BulkRecord<Space, Collection>> | AsyncIterable<BulkRecord<Space, Collection>>,
  options: BulkOptions = {},
): AsyncGenerator<BulkResult, void, void> {
  const { batchSize = 200, concurrency = 2, 'validation-level': level, signal: given } = options;
  checkWholeNumber('batchSize', batchSize, 1_000);
  checkWholeNumber('concurrency', concurrency, 100);
  const over = new AbortController();
  const signal = given ? AbortSignal.any([given, over.signal]) : over.signal;
  const query = level === undefined ? {} : { 'validation-level': level };
  const batches = batchesOf<object>(records as Iterable<object>, (record) => record, batchSize);
  const underWay = new Set<Promise<BulkResult[]>>();
  let start = 0;
  try {
    for (let isOver = false; ; ) {
      while (!isOver && underWay.size < concurrency) {
        const next = await batches.next();
        isOver = next.done === true;
        if (next.done) break;
        const sent = sendBatch(client as unknown as BulkSource, collection, next.value, {
          query,
          key: newKey(),
          signal,
        });
        const first = start;
        start += next.value.length;
        const results = sent.then((answers) => answers.map((answer, at) => ({ index: first + at, ...answer })));
        underWay.add(results);
        // It is waited for below, unless another one has failed.
        results.catch(() => {});
      }
      if (underWay.size === 0) return;
      const [done, results] = await Promise.race([...underWay].map(async (one) => [one, await one] as const));
      underWay.delete(done);
      yield* results;
    }
  } finally {
    over.abort();
  }
}

/** Servers take more; a batch that is repeated should not be long. */
const mostCharacters = 1_000_000;

/** @param size items at most; the same items in the same size make the same batches */
export async function* batchesOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  recordOf: (item: Item) => object,
  size: number,
): AsyncGenerator<Item[], void, void> {
  let batch: Item[] = [];
  let characters = 0;
  for await (const item of items) {
    const length = JSON.stringify(recordOf(item)).length;
    if (batch.length > 0 && (batch.length === size || characters + length > mostCharacters)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(item);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

/** A client as this file uses it. */
export interface BulkSource {
  POST(path: string, init: object): Promise<Result<unknown>>;
}

interface BatchOptions {
  readonly query: Readonly<Record<string, unknown>>;
  /** The server carries a batch out once under it. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** @returns what became of each record, in their order @throws as `bulkWrite` does */
export async function sendBatch(
  client: BulkSource,
  collection: string,
  body: readonly object[],
  { query, key, signal }: BatchOptions,
): Promise<Omit<BulkResult, 'index'>[]> {
  const params = { query: { 'rollback-method': 1, ...query }, header: { 'Idempotency-Key': key } };
  const path = `/entities/${encodeURIComponent(collection)}/batch-modify`;
  const answer = await patiently(() => unwrap(client.POST(path, { params, body, signal })), signal);
  const { data } = answer as { readonly data: readonly unknown[] };
  return body.map((_record, at) => {
    const outcome = data[at];
    return typeof outcome === 'string' ? { id: outcome, error: null } : { id: null, error: decodeErrorBody(outcome) };
  });
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
