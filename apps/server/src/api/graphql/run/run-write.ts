/**
 * Runs what one root field writes: one call of the core, in one transaction.
 */
import { ApiError } from '../../../errors/api-error.js';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { withContent } from '../../../records/content/with-content.js';
import { qualifyLead, reactivateRecord, sendBack } from '../../../records/convert/life-actions.js';
import { mergeRecords } from '../../../records/merge/merge-records.js';
import type { RecordText } from '../../../records/read/record-page.js';
import type { RecordStore } from '../../../records/record-store.js';
import { createReady } from '../../../records/write/create-record.js';
import { deleteRecord } from '../../../records/write/delete-record.js';
import { restoreRecord } from '../../../records/write/restore-record.js';
import { updateReady } from '../../../records/write/update-record.js';
import { upsertReady } from '../../../records/write/upsert-record.js';
import { withBatchContent, writeAndReadBatch } from '../../../records/write/write-batch.js';
import { LocatedError } from '../errors/write-errors.js';
import { renderOutcome } from '../parse/parse-batch-selection.js';
import type { RecordWrite, WriteCall } from '../parse/parse-write.js';
import { type JsonObject, renderObject } from './render-answer.js';

/** Carries a write out once, in the store that it is given, whose writes are one transaction. */
export type Once = (write: (store: RecordStore) => Promise<unknown>) => Promise<unknown>;

/**
 * @returns the value of the root field
 * @throws LocatedError, ApiError
 */
export async function runWrite(deps: ServerDeps, call: Call, write: WriteCall, once: Once): Promise<unknown> {
  try {
    return await carryOut(deps, call, write, once);
  } catch (error) {
    throw error instanceof ApiError ? new LocatedError(error, write.place) : error;
  }
}

/** What brings the content of files stores it ahead of the transaction. */
function carryOut(deps: ServerDeps, call: Call, write: WriteCall, once: Once): Promise<unknown> {
  switch (write.kind) {
    case 'delete':
      return once(async (store) => (await deleteRecord(store, call, write.request)).id);
    case 'batch':
      return withBatchContent(deps, call, write.request, (request) =>
        once((store) => runBatch(store, call, { ...write, request })),
      );
    case 'create':
    case 'update':
    case 'upsert':
      return withContent(deps, call, write.request, (ready) => {
        // The same request with a token in place of content.
        const staged = { ...write, request: ready } as typeof write;
        return once(async (store) => renderObject(write.shape, parseObject(await writeRecord(store, call, staged))));
      });
    default:
      return once(async (store) => renderObject(write.shape, parseObject(await writeRecord(store, call, write))));
  }
}

async function writeRecord(store: RecordStore, call: Call, write: RecordWrite): Promise<RecordText> {
  switch (write.kind) {
    case 'create':
      return createReady(store, call, write.request);
    case 'update':
      return updateReady(store, call, write.request);
    case 'upsert':
      return (await upsertReady(store, call, write.request)).record;
    case 'restore':
      return restoreRecord(store, call, write.request);
    case 'merge':
      return mergeRecords(store, call, write.request);
    case 'qualify':
      return qualifyLead(store, call, write.request);
    case 'back-to-lead':
      return sendBack(store, call, write.request);
    case 'reactivate': {
      const { entityType, ...request } = write.request;
      return reactivateRecord(store, call, entityType, request);
    }
  }
}

async function runBatch(
  store: RecordStore,
  call: Call,
  { request, selection, shape, place }: Extract<WriteCall, { kind: 'batch' }>,
): Promise<JsonObject[]> {
  const { outcomes, texts } = await writeAndReadBatch(store, call, request, selection);
  return outcomes.map((outcome, index) => {
    const text = outcome.kind === 'done' ? texts.get(outcome.id) : undefined;
    return renderOutcome(shape, outcome, text, [...place, index]);
  });
}

function parseObject({ text }: RecordText): JsonObject {
  return JSON.parse(text) as JsonObject;
}
