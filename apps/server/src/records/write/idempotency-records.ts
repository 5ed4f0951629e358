/**
 * Carries out a request that may come again, once: the first answer is stored for a day, in the transaction of the write, and given again.
 * Only answers of writes that were committed are stored; a rejected request changed nothing and may be tried again.
 */
import { TransactionConflict } from '../../db/translate-error.js';
import { ApiError } from '../../errors/api-error.js';
import {
  type AnswerColumns,
  deleteKeysBefore,
  insertAnswer,
  insertKey,
  selectAnswer,
  setAnswer,
} from '../../sql/tables/idempotency-keys.js';
import type { WriteContext } from './write-context.js';

/** What a write is answered with. */
export interface Answer {
  readonly status: number;
  /** Only what belongs to this answer: not what every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The name that a caller gave a request. */
export interface RequestKey {
  /** 1 to 255 characters. */
  readonly key: string;
  /** Of all that makes the request, its sender included: equal for equal requests. */
  readonly requestDigest: string;
}

/** How the result of a write is stored under the name of its request. */
export interface Once<T> {
  readonly requestKey: RequestKey;
  toAnswer(result: T): Answer;
  fromAnswer(answer: Answer): T;
  /** Called when the result is that of the first request. */
  onReplay(): void;
}

interface StoredAnswer {
  readonly requestDigest: string;
  readonly answer: Answer;
}

const storedForMs = 24 * 60 * 60 * 1000;

/**
 * @throws ApiError `ERROR_IDEMPOTENCY_CONFLICT` when the name belongs to another request, `ERROR_IDEMPOTENCY_IN_PROGRESS` when the first
 *   one takes longer than a transaction waits; what `work` throws
 */
export async function runOnce<T>(
  context: WriteContext,
  { requestKey, toAnswer, fromAnswer }: Once<T>,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly isReplayed: boolean }> {
  const records = new IdempotencyRecords(context);
  // Nobody else writes to the space meanwhile: the key may be stored with its answer. What is rejected until then has changed nothing.
  const isAlone = context.transaction.held !== undefined;
  const first = isAlone
    ? await records.find(requestKey.key, dayBefore(context.moment))
    : await takenBefore(records, requestKey, context.moment);
  if (first) return { result: fromAnswer(answerOf(first, requestKey)), isReplayed: true };
  const result = await work();
  const answer = toAnswer(result);
  if (isAlone) {
    records.removeBefore(dayBefore(context.moment));
    records.storeWhole(requestKey, context.moment, answer);
  } else records.store(requestKey.key, answer);
  return { result, isReplayed: false };
}

/** Takes the key. @returns what is stored under it when it is taken already */
async function takenBefore(
  records: IdempotencyRecords,
  requestKey: RequestKey,
  moment: string,
): Promise<StoredAnswer | undefined> {
  if (await takeKey(records, requestKey, moment)) return undefined;
  const first = await records.find(requestKey.key);
  if (!first) throw new Error('no answer is stored under this key');
  return first;
}

/** @returns false when the request, or another one of that name, was answered already */
async function takeKey(
  records: IdempotencyRecords,
  { key, requestDigest }: RequestKey,
  moment: string,
): Promise<boolean> {
  records.removeBefore(dayBefore(moment));
  try {
    return await records.take(key, requestDigest, moment);
  } catch (error) {
    if (!(error instanceof TransactionConflict)) throw error;
    const message = 'The first request with this Idempotency-Key is not finished yet. Ask again after a moment.';
    throw new ApiError('ERROR_IDEMPOTENCY_IN_PROGRESS', message, { cause: error });
  }
}

/** @param moment `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC */
function dayBefore(moment: string): string {
  const [seconds = '', microseconds = ''] = moment.split('.');
  const before = new Date(Date.parse(`${seconds}Z`) - storedForMs).toISOString();
  return `${before.slice(0, seconds.length)}.${microseconds}`;
}

/** @throws ApiError `ERROR_IDEMPOTENCY_CONFLICT` */
function answerOf(first: StoredAnswer, { requestDigest }: RequestKey): Answer {
  if (first.requestDigest === requestDigest) return first.answer;
  const message = 'This Idempotency-Key belongs to another request. Use a new key for each request.';
  throw new ApiError('ERROR_IDEMPOTENCY_CONFLICT', message, { at: 'Idempotency-Key' });
}

class IdempotencyRecords {
  constructor(private readonly context: WriteContext) {}

  /**
   * Removes what was stored before a moment, `YYYY-MM-DDTHH:MM:SS.ffffff`. What another transaction is about to remove is left to it:
   * nobody waits for that.
   */
  removeBefore(moment: string): void {
    const { dialect, transaction, space } = this.context;
    transaction.add(deleteKeysBefore(dialect, space, moment));
  }

  /**
   * Takes a key for this transaction. While another transaction that took the key is under way, this one waits for its end.
   * @returns false when an answer is stored under it
   */
  async take(key: string, requestDigest: string, moment: string): Promise<boolean> {
    const { dialect, transaction, space } = this.context;
    const rows = await transaction.run(insertKey(dialect, space, key, requestDigest, moment));
    return rows.length > 0;
  }

  store(key: string, answer: Answer): void {
    const { dialect, transaction, space } = this.context;
    transaction.add(setAnswer(dialect, space, key, columnsOf(answer)));
  }

  /** Takes a key and stores its answer. Another transaction that has taken it meanwhile makes this one fail. */
  storeWhole(requestKey: RequestKey, moment: string, answer: Answer): void {
    const { dialect, transaction, space } = this.context;
    transaction.add(insertAnswer(dialect, space, { ...requestKey, moment, ...columnsOf(answer) }));
  }

  /** @param since what was stored earlier is forgotten. @returns undefined when nothing is stored under the key */
  async find(key: string, since = ''): Promise<StoredAnswer | undefined> {
    const { dialect, transaction, space } = this.context;
    const [row] = await transaction.run(selectAnswer(dialect, space, key));
    if (!row || String(row.created_at) < since) return undefined;
    const headers = JSON.parse(String(row.headers)) as Record<string, string>;
    return {
      requestDigest: String(row.request_digest),
      answer: { status: Number(row.status), headers, body: String(row.body) },
    };
  }
}

function columnsOf({ status, headers, body }: Answer): AnswerColumns {
  return { status, headers: JSON.stringify(headers), body };
}
