/**
 * Carries out a request that may come again, once: the first answer is kept for a day and given again. Only answers of writes that
 * were committed are kept; a refused request changed nothing and may be tried again.
 */

import { TransactionConflict } from '../../db/translate-error.js';
import { ApiError } from '../../errors/api-error.js';
import { storeInside, withCurrentCatalog } from '../../metadata/current-catalog.js';
import type { Call } from '../call.js';
import { now } from '../clock.js';
import type { RecordStore } from '../record-store.js';
import { type Answer, KeptAnswers } from './kept-answers.js';

export type { Answer } from './kept-answers.js';

/** The name that a caller gave a request. */
export interface RequestKey {
  /** 1 to 255 characters. */
  readonly key: string;
  /** Of all that makes the request, its sender included: equal for equal requests. */
  readonly requestDigest: string;
}

export interface GivenAnswer {
  readonly answer: Answer;
  /** It was given before. */
  readonly isReplayed: boolean;
}

const keptForMs = 24 * 60 * 60 * 1000;

/**
 * @param requestKey undefined: the request has no name and is carried out whenever it comes
 * @param write gets a store whose writes are part of the one transaction; it may be run again when another one was in the way
 * @throws ApiError `ERROR_FORBIDDEN` for a key that may only read, `ERROR_IDEMPOTENCY_CONFLICT` when the name belongs to another
 *   request, `ERROR_IDEMPOTENCY_IN_PROGRESS` when the first one takes longer than a transaction waits; what `write` throws
 */
export async function answerOnce(
  store: RecordStore,
  call: Call,
  requestKey: RequestKey | undefined,
  write: (store: RecordStore) => Promise<Answer>,
): Promise<GivenAnswer> {
  if (requestKey === undefined) return { answer: await write(store), isReplayed: false };
  if (call.principal.readOnly) {
    throw new ApiError('ERROR_FORBIDDEN', 'This key may only read. Use a key that may write.');
  }
  const { key, requestDigest } = requestKey;
  return withCurrentCatalog(store, call.principal.space, (current) =>
    current.db.write(async (transaction) => {
      const kept = new KeptAnswers(transaction, current.db.dialect, call.principal.space);
      if (!(await takeKey(kept, requestKey))) {
        return { answer: await replay(kept, key, requestDigest), isReplayed: true };
      }
      const answer = await write(storeInside(current, transaction));
      await kept.keep(key, answer);
      return { answer, isReplayed: false };
    }),
  );
}

/** @returns false when the request, or another one of that name, was answered already */
async function takeKey(kept: KeptAnswers, { key, requestDigest }: RequestKey): Promise<boolean> {
  const moment = now();
  await kept.forgetBefore(dayBefore(moment));
  try {
    return await kept.take(key, requestDigest, moment);
  } catch (error) {
    if (!(error instanceof TransactionConflict)) throw error;
    const message = 'The first request with this Idempotency-Key is not finished yet. Ask again after a moment.';
    throw new ApiError('ERROR_IDEMPOTENCY_IN_PROGRESS', message, { cause: error });
  }
}

/** @param moment `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC */
function dayBefore(moment: string): string {
  const [seconds = '', microseconds = ''] = moment.split('.');
  const before = new Date(Date.parse(`${seconds}Z`) - keptForMs).toISOString();
  return `${before.slice(0, seconds.length)}.${microseconds}`;
}

async function replay(kept: KeptAnswers, key: string, requestDigest: string): Promise<Answer> {
  const first = await kept.get(key);
  if (first.requestDigest === requestDigest) return first.answer;
  const message = 'This Idempotency-Key belongs to another request. Give each request a key of its own.';
  throw new ApiError('ERROR_IDEMPOTENCY_CONFLICT', message, { at: 'Idempotency-Key' });
}
