/**
 * Answers a POST that writes. One that has an `Idempotency-Key` is carried out once, however often it comes.
 */
import { digestOf } from '../../http/etag.js';
import { parseIdempotencyKey } from '../../http/idempotency-key.js';
import { type JsonAnswer, JsonText } from '../../http/json-answer.js';
import type { RecordStore } from '../../records/record-store.js';
import { answerOnce, type RequestKey } from '../../records/write/answer-once.js';
import type { RestRequest } from './handler.js';

type Sender = Pick<RestRequest, 'ctx' | 'deps' | 'call'>;

/**
 * @param body of the request, as it came: it tells requests with the same key apart
 * @param write gets the store to write in
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid key; what `answerOnce` throws
 * @spec openapi#/components/parameters/IdempotencyKey
 */
export async function answerWrite<Status extends number, Value>(
  { ctx, deps, call }: Sender,
  body: unknown,
  write: (store: RecordStore) => Promise<JsonAnswer<Status, Value>>,
): Promise<JsonAnswer<Status, Value>> {
  const given = await answerOnce(deps, call, parseRequestKey({ ctx, call }, body), async (store) => {
    const { status, headers, body } = await write(store);
    return { status, headers, body: String(body ?? '') };
  });
  if (given.isReplayed) ctx.set('Idempotency-Replayed', 'true');
  // A stored answer is one of the same operation: the key belongs to this request.
  const { status, headers, body: text } = given.answer;
  return { status: status as Status, headers, body: new JsonText<Value>(text) };
}

/** @returns undefined when the request has no key */
function parseRequestKey({ ctx, call }: Pick<Sender, 'ctx' | 'call'>, body: unknown): RequestKey | undefined {
  const key = parseIdempotencyKey(ctx.req);
  if (key === undefined) return undefined;
  const request = [ctx.method, ctx.path, ctx.querystring, call.principal.token, body];
  return { key, requestDigest: digestOf(JSON.stringify(request)) };
}
