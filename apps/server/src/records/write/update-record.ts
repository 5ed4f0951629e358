/**
 * Changes one record in a transaction of its own and answers it as the next read would.
 */
import type { UpdateRequest } from '../../request/write-request.js';
import type { Call } from '../call.js';
import type { ContentStore } from '../content/content-store.js';
import { withContent } from '../content/with-content.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { RecordStore } from '../record-store.js';
import { inOneWrite } from './write-session.js';

/**
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_FORBIDDEN`; ValidationError with every mistake
 */
export function updateRecord(store: ContentStore, call: Call, request: UpdateRequest): Promise<RecordText> {
  return withContent(store, call, request, (ready) => updateReady(store, call, ready));
}

/** The same for a body whose content is stored already; may be a part of a larger transaction. */
export function updateReady(store: RecordStore, call: Call, request: UpdateRequest): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.update(request);
    const { entityType, selection } = request;
    const read = { entityType, id, selection, includeDeleted: false };
    return readRecord(session.store, call, read, session.transaction.run);
  });
}
