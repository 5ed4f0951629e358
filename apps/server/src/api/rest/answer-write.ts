/**
 * Answers a POST that writes. One that has an `Idempotency-Key` is carried out once, however often it comes.
 */
import { digestOfParts } from '../../http/content/etag.js';
import { type JsonAnswer, JsonText } from '../../http/content/json-answer.js';
import { parseIdempotencyKey } from '../../http/request-keys.js';
import type { BodyRequest } from '../../records/content/with-content.js';
import type { Answer, RequestKey } from '../../records/write/idempotency-records.js';
import { runWrite, type Work } from '../../records/write/run-write.js';
import { Yielder } from '../../records/yielder.js';
import { dryRunParameter } from './dry-run.js';
import type { RestRequest } from './handler.js';

type Sender = Pick<RestRequest, 'ctx' | 'deps' | 'call'>;

/**
 * @param sent body of the request, as it came: it distinguishes requests with the same key
 * @param work answers `write` inside its transaction
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid key; what `runWrite` throws
 * @spec openapi#/components/parameters/IdempotencyKey
 */
export async function answerWrite<R extends BodyRequest, Status extends number, Value>(
  { ctx, deps, call }: Sender,
  sent: unknown,
  write: R,
  work: Work<R, JsonAnswer<Status, Value>>,
): Promise<JsonAnswer<Status, Value>> {
  const requestKey = await parseRequestKey({ ctx, call }, sent);
  const once = requestKey && {
    requestKey,
    toAnswer: ({ status, headers, body }: JsonAnswer<Status, Value>) => ({ status, headers, body: String(body ?? '') }),
    // A stored answer is one of the same operation: the key belongs to this request.
    fromAnswer: ({ status, headers, body }: Answer) => ({
      status: status as Status,
      headers,
      body: new JsonText<Value>(body),
    }),
    onReplay: () => ctx.set('Idempotency-Replayed', 'true'),
  };
  return runWrite(deps, call, write, work, once);
}

/** @returns undefined when the request has no key */
async function parseRequestKey(
  { ctx, call }: Pick<Sender, 'ctx' | 'call'>,
  sent: unknown,
): Promise<RequestKey | undefined> {
  const key = parseIdempotencyKey(ctx.req);
  if (key === undefined) return undefined;
  const yielder = new Yielder(() => {});
  const text = textOf([ctx.method, ctx.path, withoutDryRun(ctx.querystring), call.principal.token], sent);
  return { key, requestDigest: await digestOfParts(text, () => yielder.pause()) };
}

/** A dry run is answered as the request that it tries, which may have been carried out. */
function withoutDryRun(query: string): string {
  const others = query.split('&').filter((part) => ![...new URLSearchParams(part).keys()].includes(dryRunParameter));
  return others.join('&');
}

/** @returns the JSON of the members with the body as the last one, in short parts where the body is a long list */
export function* textOf(members: readonly string[], sent: unknown): Generator<string> {
  if (!Array.isArray(sent)) {
    yield JSON.stringify([...members, sent]);
    return;
  }
  yield `${JSON.stringify(members).slice(0, -1)},[`;
  for (const [index, item] of sent.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(item)}`;
  yield ']]';
}
