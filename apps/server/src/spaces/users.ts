/**
 * Finds users of a space by the address they are known by.
 */

import { systemCall } from '../records/call.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';

/** @returns the ids of the users that have the address, whatever its case, and are not deleted: the first two of them */
export async function findUsersByEmail(store: RecordStore, space: string, email: string): Promise<readonly string[]> {
  const { texts } = await listRecords(store, systemCall(space), {
    entityType: 'Client',
    filter: { kind: 'condition', path: ['email'], operator: 'ieq', operands: [email], at: 'email' },
    sort: [],
    window: { kind: 'cursor', first: 2 },
    includeDeleted: false,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
    withTotal: false,
  });
  return texts.map((text) => (JSON.parse(text) as { readonly id: string }).id);
}
