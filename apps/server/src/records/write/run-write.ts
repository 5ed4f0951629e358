/**
 * The one function through which requests write: it stores the content of files first, then does the work in one transaction, by the
 * catalog that the space has then, and once for a request that names itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogConflict } from '../../db/translate-error.js';
import { ApiError } from '../../errors/api-error.js';
import { rejectReadOnly } from '../../rights/require-right.js';
import type { Call } from '../call.js';
import type { StagedContents } from '../content/staged-content.js';
import { type BodyRequest, type WriteStore, withContent } from '../content/with-content.js';
import type { RecordStore } from '../record-store.js';
import { wholeStore } from '../scoped-store.js';
import { type Once, runOnce } from './idempotency-records.js';
import { type WriteContext, withWriteContext } from './write-context.js';

/** A use of records inside a transaction; it may be run again. */
export type Work<R, T> = (context: WriteContext, request: R) => Promise<T>;

/** Runs a write in a transaction of its own, or as a part of one under way. */
export type RunWrite = <R extends BodyRequest, T>(request: R, work: Work<R, T>) => Promise<T>;

/**
 * Runs `work` in one transaction; all its changes have one revision.
 * @param request its body or items may bring the content of files
 * @param work gets the request with tokens in place of content; it may be run again when another transaction was in the way, and with
 *   another store when the space has changed its fields or entity types: it takes the store from the context
 * @param once for a request that may come again; absent: it is carried out whenever it comes
 * @throws ApiError `ERROR_FORBIDDEN` for a key that may only read, `ERROR_RATE_LIMIT`; what `withContent`, `runOnce` and `work` throw
 */
export async function runWrite<R extends BodyRequest, T>(
  reading: WriteStore,
  call: Call,
  request: R,
  work: Work<R, T>,
  once?: Once<T>,
): Promise<T> {
  rejectReadOnly(call.principal);
  // What a write follows from is not what its caller may read; its answer is.
  const store = wholeStore(reading);
  const rule = store.rules.get(request.entityType ?? '');
  // Others must not wait for those who go on to any number of records.
  const goesOn = rule?.lockAhead !== undefined || rule?.written !== undefined || rule?.definesSpace !== undefined;
  const isShort = (request.body !== undefined || request.deletesOne === true) && !goesOn;
  const run = async (context: WriteContext, ready: R) =>
    once
      ? runOnce(context, once, () => work(context, ready))
      : { result: await work(context, ready), isReplayed: false };
  const write = (ready: R, staged?: StagedContents) => {
    call.meter?.requireRecords();
    const use = { staged, isShort, idempotencyKey: once?.requestKey.key };
    return withCurrentCatalog(store, call.principal.space, (current) =>
      withWriteContext(current, call, (context) => run(context, ready), use),
    );
  };
  const member = rule?.contentMember;
  const { result, isReplayed } = await (member === undefined
    ? write(request)
    : withContent(store, call, { request, member }, write));
  if (isReplayed) once?.onReplay();
  return result;
}

/** The same for work that needs no request. */
export function inTransaction<T>(
  store: RecordStore,
  call: Call,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  return runWrite(store, call, {}, work);
}

/**
 * A space changes its fields now and then, not all the time; while a schema is applied or options are imported, often. Each attempt
 * that fails is a change of somebody else that was made, so that waiting leads on.
 */
const patienceMs = 5_000;

/** The pause after the first attempt at most, in milliseconds; each later one may be twice as long, up to the longest. */
const longestFirstPauseMs = 5;
const longestPauseMs = 640;

/**
 * @param work must not keep what it learned from another store
 * @throws what `work` throws; ApiError `ERROR_UNAVAILABLE` when the space was changed each time for some seconds
 */
export async function withCurrentCatalog<T>(
  store: RecordStore,
  space: string,
  work: (store: RecordStore) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  for (
    let [current, longestPause] = [store, longestFirstPauseMs];
    ;
    longestPause = Math.min(2 * longestPause, longestPauseMs)
  ) {
    try {
      return await work(current);
    } catch (error) {
      if (!(error instanceof CatalogConflict) || !current.renew) throw error;
      if (performance.now() - start > patienceMs) {
        const message = 'The fields of the space are being changed. Try again later.';
        throw new ApiError('ERROR_UNAVAILABLE', message, { cause: error });
      }
      await sleep(Math.random() * longestPause);
      current = await current.renew(space);
    }
  }
}
