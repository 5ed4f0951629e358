/**
 * Creates one record in a transaction of its own and answers it as the next read would.
 */
import type { CreateRequest } from '../../request/write-request.js';
import type { Call } from '../call.js';
import type { ContentStore } from '../content/content-store.js';
import { withContent } from '../content/with-content.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { RecordStore } from '../record-store.js';
import { inOneWrite } from './write-session.js';

/** @throws ValidationError with every mistake of the body; ApiError `ERROR_FORBIDDEN` for a key that may only read */
export function createRecord(store: ContentStore, call: Call, request: CreateRequest): Promise<RecordText> {
  return withContent(store, call, request, (ready) => createReady(store, call, ready));
}

/** The same for a body whose content is stored already; may be a part of a larger transaction. */
export function createReady(store: RecordStore, call: Call, request: CreateRequest): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.create(request);
    const { entityType, selection } = request;
    return readRecord(
      session.store,
      call,
      { entityType, id, selection, includeDeleted: false },
      session.transaction.run,
    );
  });
}
