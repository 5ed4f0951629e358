/**
 * Runs what one root field writes: one use of records, in one transaction.
 */
import { ApiError } from '../../../errors/api-error.js';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import type { BodyRequest } from '../../../records/content/with-content.js';
import { qualifyLead, reactivateRecord, sendBack } from '../../../records/convert/lifecycle-actions.js';
import { mergeRecords } from '../../../records/merge/merge-records.js';
import type { RecordText } from '../../../records/read/record-page.js';
import type { Once } from '../../../records/write/idempotency-records.js';
import { runWrite, type Work } from '../../../records/write/run-write.js';
import { upsertRecord } from '../../../records/write/upsert-record.js';
import { type BatchWritten, writeAndReadBatch } from '../../../records/write/write-batch.js';
import { createRecord, deleteRecord, restoreRecord, updateRecord } from '../../../records/write/write-records.js';
import { requireOperation } from '../../../rights/operation-rights.js';
import { LocatedError } from '../errors/write-errors.js';
import { renderOutcome } from '../parse/parse-batch-selection.js';
import type { WriteCall } from '../parse/parse-write.js';
import { type JsonObject, renderObject } from './render-answer.js';

type BatchWrite = Extract<WriteCall, { kind: 'batch' }>;

/**
 * @param once for a request that may come again, in earnest
 * @returns the value of the root field
 * @throws LocatedError, ApiError
 */
export async function runWriteCall(
  deps: ServerDeps,
  call: Call,
  write: WriteCall,
  once: Once<unknown> | undefined,
): Promise<unknown> {
  const run = <R extends BodyRequest, T>(request: R, work: Work<R, T>, render: (result: T) => unknown) =>
    runWrite<R, unknown>(
      deps,
      write.isDryRun ? { ...call, isDryRun: true } : call,
      request,
      async (context, ready) => render(await work(context, ready)),
      once,
    );
  try {
    requireRights(deps, call, write);
    return await carryOut(write, run);
  } catch (error) {
    throw error instanceof ApiError ? new LocatedError(error, write.place) : error;
  }
}

/** Ahead of the work. A conversion asks for its own. @throws ApiError `ERROR_FORBIDDEN` */
function requireRights({ catalog }: ServerDeps, { principal }: Call, write: WriteCall): void {
  const operation = write.kind === 'batch' ? (`batch-${write.request.operation}` as const) : operations[write.kind];
  if (operation === undefined || !('entityType' in write.request)) return;
  requireOperation(principal, catalog.existing(write.request.entityType), operation);
}

const operations = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  restore: 'batch-restore',
  upsert: 'upsert',
  merge: 'merge',
  reactivate: 'update',
  qualify: undefined,
  'back-to-lead': undefined,
} as const;

type Run = <R extends BodyRequest, T>(request: R, work: Work<R, T>, render: (result: T) => unknown) => Promise<unknown>;

function carryOut(write: WriteCall, run: Run): Promise<unknown> {
  if (write.kind === 'delete') return run(write.request, deleteRecord, ({ id }) => id);
  if (write.kind === 'batch') {
    const work: Work<BatchWrite['request'], BatchWritten> = (context, request) =>
      writeAndReadBatch(context, request, write.selection);
    return run(write.request, work, (written) => renderBatch(write, written));
  }
  const render = ({ text }: RecordText) => renderObject(write.shape, JSON.parse(text) as JsonObject);
  switch (write.kind) {
    case 'create':
      return run(write.request, createRecord, render);
    case 'update':
      return run(write.request, updateRecord, render);
    case 'upsert':
      return run(write.request, upsertRecord, ({ record }) => render(record));
    case 'restore':
      return run(write.request, restoreRecord, render);
    case 'merge':
      return run(write.request, mergeRecords, render);
    case 'qualify':
      return run(write.request, qualifyLead, render);
    case 'back-to-lead':
      return run(write.request, sendBack, render);
    case 'reactivate':
      return run(write.request, reactivateRecord, render);
  }
}

function renderBatch({ shape, place }: BatchWrite, { outcomes, texts }: BatchWritten): JsonObject[] {
  return outcomes.map((outcome, index) => {
    const text = outcome.kind === 'done' ? texts.get(outcome.id) : undefined;
    return renderOutcome(shape, outcome, text, [...place, index]);
  });
}
