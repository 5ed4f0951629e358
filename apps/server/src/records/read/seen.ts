/**
 * What a key that is made for a user may read besides lists and records.
 */
import type { EntityType } from '@headwater/catalog';
import type { Call } from '../call.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { notFound } from './get-record.js';

/**
 * @param id a uuid in small letters
 * @throws ApiError `ERROR_RECORD_NOT_FOUND` when there is such a record, deleted or not, that the user of the key does not see
 */
export async function requireSeen(store: RecordStore, call: Call, entityType: EntityType, id: string): Promise<void> {
  const { sight } = store;
  if (sight === undefined || !(entityType.union || sight.condition(entityType, 't'))) return;
  const [row] = await store.db.read(sight.compileSeen(scopeOf(call), entityType, [id]));
  if (row === undefined) throw notFound(entityType, id);
}
