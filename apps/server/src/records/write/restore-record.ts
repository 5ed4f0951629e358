/**
 * Brings one deleted record back in a transaction of its own and answers it as the next read would.
 */
import type { Selection } from '../../request/selection.js';
import type { RestoreRequest } from '../../request/write-request.js';
import type { Call } from '../call.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { RecordStore } from '../record-store.js';
import { inOneWrite } from './write-session.js';

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN`; ValidationError when values are taken or targets deleted meanwhile */
export function restoreRecord(
  store: RecordStore,
  call: Call,
  { selection, ...request }: RestoreRequest & { readonly selection: Selection },
): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.restore(request);
    const read = { entityType: request.entityType, id, selection, includeDeleted: false };
    return readRecord(session.store, call, read, session.transaction.run);
  });
}
