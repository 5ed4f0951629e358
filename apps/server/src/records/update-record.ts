/**
 * Changes one record in a transaction of its own and answers it as the next read would.
 */
import type { UpdateRequest } from '../request/write-request.js';
import type { Call } from './call.js';
import { readRecord } from './get-record.js';
import type { RecordText } from './record-page.js';
import type { RecordStore } from './record-store.js';
import { inOneWrite } from './write-session.js';

/**
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_FORBIDDEN`; ValidationError with every mistake
 */
export function updateRecord(store: RecordStore, call: Call, request: UpdateRequest): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.update(request);
    const { entityType, selection } = request;
    return readRecord(store, call, { entityType, id, selection, includeDeleted: false }, session.transaction.run);
  });
}
