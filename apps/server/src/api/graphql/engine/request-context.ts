/**
 * What one GraphQL request carries through the executor.
 */

import type { Plugin } from 'graphql-yoga';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import type { RequestKey } from '../../../records/write/idempotency-records.js';
import type { Yielder } from '../../../records/yielder.js';
import type { RootCalls } from '../parse/parse-operation.js';
import type { Follow } from '../special-field.js';

/** Known before the document is read. */
export interface RequestContext extends Record<string, unknown> {
  /** Of the space. */
  readonly deps: ServerDeps;
  readonly call: Call;
  /** That the space had when the request began. */
  readonly revision: number;
  /** Follows the changes of the space as long as the caller is there. */
  readonly follow: Follow;
  /** The caller takes an answer that goes on. */
  readonly acceptsEvents: boolean;
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
  /** Lets other requests run between its root fields. */
  readonly yielder: Yielder;
  readonly rootCalls: RootCalls;
  /** Names of the mutations by response key; none when the request has no name. */
  readonly requestKeys: ReadonlyMap<string, RequestKey>;
}

// How long the steps of one operation take, for the header `Server-Timing`.

/** In the order of the header. */
type Step = 'parse' | 'validate' | 'execute' | 'db';

export class OperationTime {
  private readonly spent = new Map<Step, number>();

  /** @returns ends the step */
  begin(step: Step): () => void {
    const start = performance.now();
    return () => this.add(step, performance.now() - start);
  }

  add(step: Step, ms: number): void {
    this.spent.set(step, (this.spent.get(step) ?? 0) + ms);
  }

  /**
   * @returns milliseconds of the steps that were reached; the database's are among those of the execution
   * @spec https://www.w3.org/TR/server-timing/
   */
  header(): string {
    return [...this.spent].map(([step, ms]) => `${step};dur=${ms.toFixed(2)}`).join(', ');
  }
}

/** Times what the engine does with an operation. Comes first among the plugins, so that what they do counts as well. */
export function timingPlugin(): Plugin<{ readonly time: OperationTime }> {
  return {
    onParse({ context }) {
      return context.time.begin('parse');
    },
    onValidate({ context }) {
      return context.time.begin('validate');
    },
    onExecute({ context }) {
      return { onExecuteDone: context.time.begin('execute') };
    },
  };
}
