/**
 * Lets a request that names itself with `Idempotency-Key` come again: each of its mutations is carried out once, and answered as the
 * first time. Knows no mutation.
 */
import { type OperationDefinitionNode, print } from 'graphql';
import { digestOf } from '../../../http/etag.js';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { answerOnce, type RequestKey } from '../../../records/write/answer-once.js';
import type { SentOperation } from '../parse/parse-operation.js';
import type { Once } from './run-write.js';

/** No key has a line break: what comes behind one tells the mutations of a request apart. */
const separator = '\n';

/**
 * @param key as the caller sent it
 * @param responseKeys of the operation's root fields
 * @returns a name for each of them; the first has that of the request, so that the name cannot be given to another request
 */
export function requestKeys(
  key: string,
  { document, operationName, variables }: Omit<SentOperation, 'filters'>,
  { principal }: Call,
  responseKeys: Iterable<string>,
): ReadonlyMap<string, RequestKey> {
  const requestDigest = digestOf(
    JSON.stringify(['graphql', print(document), operationName ?? null, variables ?? {}, principal.token]),
  );
  return new Map(
    [...responseKeys].map((responseKey, index) => {
      const own = index === 0 ? key : key + separator + String(index);
      return [responseKey, { key: own, requestDigest }] as const;
    }),
  );
}

/** @returns whether the operation writes; what reads may come again as it is */
export function isWrite(operation: OperationDefinitionNode | null | undefined): boolean {
  return operation?.operation === 'mutation';
}

/**
 * @param requestKey undefined: the request has no name
 * @param onReplay called when the answer is one that was given before
 */
export function once(deps: ServerDeps, call: Call, requestKey: RequestKey | undefined, onReplay: () => void): Once {
  if (requestKey === undefined) return (write) => write(deps);
  return async (write) => {
    const { answer, isReplayed } = await answerOnce(deps, call, requestKey, async (store) => ({
      status: 200,
      headers: {},
      body: JSON.stringify((await write(store)) ?? null),
    }));
    if (isReplayed) onReplay();
    return JSON.parse(answer.body) as unknown;
  };
}
