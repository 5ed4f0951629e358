/**
 * Creates one record in a transaction of its own and answers it as the next read would.
 */
import type { CreateRequest } from '../request/write-request.js';
import type { Call } from './call.js';
import { readRecord } from './get-record.js';
import type { RecordText } from './record-page.js';
import type { RecordStore } from './record-store.js';
import { inOneWrite } from './write-session.js';

/** @throws ValidationError with every mistake of the body; ApiError `ERROR_FORBIDDEN` for a key that may only read */
export function createRecord(store: RecordStore, call: Call, request: CreateRequest): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.create(request);
    const { entityType, selection } = request;
    return readRecord(store, call, { entityType, id, selection, includeDeleted: false }, session.transaction.run);
  });
}
