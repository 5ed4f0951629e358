/**
 * Answers a POST that writes. One that names itself by `Idempotency-Key` is carried out once, however often it comes.
 */
import { digestOf } from '../../http/etag.js';
import { parseIdempotencyKey } from '../../http/idempotency-key.js';
import type { EntityRequest } from '../../http/operation-routes.js';
import type { RecordStore } from '../../records/record-store.js';
import { type Answer, answerOnce, type RequestKey } from '../../records/write/answer-once.js';
import { writeAnswer } from './write-answer.js';

/**
 * @param body of the request, as it came: it tells requests of the same name apart
 * @param write gets the store to write in
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a key that is no key; what `answerOnce` throws
 * @spec openapi#/components/parameters/IdempotencyKey
 */
export async function answerWrite(
  { ctx, deps, call }: EntityRequest,
  body: unknown,
  write: (store: RecordStore) => Promise<Answer>,
): Promise<void> {
  const { answer, isReplayed } = await answerOnce(deps, call, parseRequestKey({ ctx, call }, body), write);
  if (isReplayed) ctx.set('Idempotency-Replayed', 'true');
  writeAnswer(ctx, answer);
}

/** @returns undefined when the request has no name */
function parseRequestKey({ ctx, call }: Pick<EntityRequest, 'ctx' | 'call'>, body: unknown): RequestKey | undefined {
  const key = parseIdempotencyKey(ctx.req);
  if (key === undefined) return undefined;
  const request = [ctx.method, ctx.path, ctx.querystring, call.principal.token, body];
  return { key, requestDigest: digestOf(JSON.stringify(request)) };
}
