/**
 * What one GraphQL request carries through the executor.
 */

import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import type { RequestKey } from '../../../records/write/idempotency-records.js';
import type { RootCalls } from '../parse/parse-operation.js';
import type { OperationTime } from './operation-time.js';

/** Known before the document is read. */
export interface RequestContext extends Record<string, unknown> {
  /** Of the space. */
  readonly deps: ServerDeps;
  readonly call: Call;
  /** Reads the body of a POST. @throws ApiError as `readJson` does */
  readonly readBody: () => Promise<unknown>;
  /** Names the request in the log and in masked errors. */
  readonly requestId: string;
  /** The name that the caller gave the request, so that it may come again. */
  readonly idempotencyKey: string | undefined;
  /** Called when an answer is one that was given before. */
  readonly onReplay: () => void;
  /** Called when the answer is made of records alone: neither the clock nor a saved filter has a part in it. */
  readonly onlyReadsRecords: () => void;
  /** How long its steps take. */
  readonly time: OperationTime;
  /** Logs a failure that the client sees masked. */
  readonly report: (error: unknown) => void;
}

/** Known while the operation runs. */
export interface OperationContext extends RequestContext {
  readonly rootCalls: RootCalls;
  /** Names of the mutations by response key; none when the request has no name. */
  readonly requestKeys: ReadonlyMap<string, RequestKey>;
}
