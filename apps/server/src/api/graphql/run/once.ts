/**
 * Lets a request that names itself with `Idempotency-Key` come again: each of its mutations is carried out once, and answered as the
 * first time. Knows no mutation.
 */
import { type OperationDefinitionNode, print } from 'graphql';
import { digestOf } from '../../../http/content/etag.js';
import type { Call } from '../../../records/call.js';
import type { Answer, Once, RequestKey } from '../../../records/write/idempotency-records.js';
import type { SentOperation } from '../parse/parse-operation.js';

/** No key has a line break: what comes behind one distinguishes the mutations of a request. */
const separator = '\n';

/**
 * @param key as the caller sent it
 * @param responseKeys of the operation's root fields that are to be carried out once
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
 * @returns how the value of a root field is stored: as JSON
 */
export function once(requestKey: RequestKey | undefined, onReplay: () => void): Once<unknown> | undefined {
  if (requestKey === undefined) return undefined;
  return {
    requestKey,
    toAnswer: (value) => ({ status: 200, headers: {}, body: JSON.stringify(value ?? null) }),
    fromAnswer: ({ body }: Answer) => JSON.parse(body) as unknown,
    onReplay,
  };
}
