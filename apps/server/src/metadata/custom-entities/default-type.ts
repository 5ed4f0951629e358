/**
 * Answers the default record type of a custom entity type: the one that was created with it.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { RecordStore } from '../../records/record-store.js';
import type { GetRequest } from '../../request/list-request.js';

/**
 * @param entityType of the record types of a custom entity type
 * @throws ApiError `ERROR_RECORD_NOT_FOUND` when there is none, `ERROR_PARAMETER_INVALID` for unknown names
 */
export async function getDefaultType(
  store: RecordStore,
  call: Call,
  entityType: EntityType,
  how: Pick<GetRequest, 'selection' | 'includeDeleted'>,
): Promise<RecordText> {
  const id = await findDefaultType(store, call, entityType);
  if (id === undefined) throw new ApiError('ERROR_RECORD_NOT_FOUND', `There is no ${entityType.name}.`);
  return getRecord(store, call, { entityType: entityType.name, id, ...how });
}

/** It is protected as long as the custom entity type is there; of several the oldest one. */
async function findDefaultType(store: RecordStore, call: Call, { name }: EntityType): Promise<string | undefined> {
  const sortKey = (member: string, descending: boolean) => ({ path: [member], descending, at: 'order-by' });
  const page = await listRecords(store, call, {
    entityType: name,
    filter: null,
    sort: [sortKey('is_delete_protected', true), sortKey('id', false)],
    window: { kind: 'cursor', first: 1 },
    includeDeleted: false,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
    withTotal: false,
  });
  const [text] = page.texts;
  return text === undefined ? undefined : (JSON.parse(text) as { id: string }).id;
}
