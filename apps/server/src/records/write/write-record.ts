/**
 * Creates, changes, deletes or restores one record and answers it as the next read would.
 */
import type { Selection } from '../../request/selection.js';
import type { CreateRequest, DeleteRequest, RestoreRequest, UpdateRequest } from '../../request/write-request.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { WriteContext } from './write-context.js';
import type { WriteDone } from './write-outcome.js';
import { writeRecord } from './write-records.js';

/** @throws ValidationError with every error of the body */
export async function createRecord(context: WriteContext, request: CreateRequest): Promise<RecordText> {
  const { selection, ...item } = request;
  const { id } = await writeRecord(context, { ...item, kind: 'create' });
  return readWritten(context, { entityType: request.entityType, id, selection });
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`; ValidationError with every error of the body */
export async function updateRecord(context: WriteContext, request: UpdateRequest): Promise<RecordText> {
  const { selection, ...item } = request;
  const { id } = await writeRecord(context, { ...item, kind: 'update' });
  return readWritten(context, { entityType: request.entityType, id, selection });
}

/**
 * Marks a record as deleted: it is found again only when deleted records are asked for.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`
 */
export function deleteRecord(context: WriteContext, request: DeleteRequest): Promise<WriteDone> {
  return writeRecord(context, { ...request, kind: 'delete' });
}

/**
 * Restores a deleted record with the owned rows that went with it; one that is not deleted stays as it is.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`; ValidationError when values are taken or targets deleted meanwhile
 */
export async function restoreRecord(
  context: WriteContext,
  { selection, ...item }: RestoreRequest & { readonly selection: Selection },
): Promise<RecordText> {
  const { id } = await writeRecord(context, { ...item, kind: 'restore' });
  return readWritten(context, { entityType: item.entityType, id, selection });
}

/** @returns a record as the transaction has left it */
export function readWritten(
  { store, call, transaction }: WriteContext,
  record: { readonly entityType: string; readonly id: string; readonly selection: Selection },
): Promise<RecordText> {
  return readRecord(store, call, { ...record, includeDeleted: false }, transaction.run);
}
