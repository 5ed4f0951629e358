/**
 * Deletes one record in a transaction of its own: it is marked, and found again only when deleted records are asked for.
 */
import type { DeleteRequest } from '../../request/write-request.js';
import type { Call } from '../call.js';
import type { RecordStore } from '../record-store.js';
import { inOneWrite } from './write-session.js';

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`, `ERROR_FORBIDDEN` */
export function deleteRecord(
  store: RecordStore,
  call: Call,
  request: DeleteRequest,
): Promise<{ id: string; revision: number }> {
  return inOneWrite(store, call, (session) => session.delete(request));
}
