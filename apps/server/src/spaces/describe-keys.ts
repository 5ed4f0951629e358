/**
 * The ApiAccess records, which show the keys of a space to those who may enter it. They never contain a password.
 */
import { v5 as uuidFromName } from 'uuid';
import type { Row, Transaction } from '../db/database.js';
import type { DescribedRecord, DescribedType } from '../metadata/described-record.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { selectKeys } from '../sql/tables/api-keys.js';

const namespace = 'd0f7a1a6-53c1-5a0f-8d5e-64b1c2a7e903';

/** @returns one record for each key of the space, revoked ones included */
export async function describeKeys(dialect: Dialect, transaction: Transaction, space: string): Promise<DescribedType> {
  const rows = await transaction.run(selectKeys(dialect, space));
  return { entityType: 'ApiAccess', records: rows.map(describeKey) };
}

function describeKey(row: Row): DescribedRecord {
  const token = String(row.token);
  const values = new Map<string, string | boolean>([
    ['name', row.label === null ? token : String(row.label)],
    ['username', token],
    ['is_active', row.revoked_at === null],
    ['permissions', JSON.stringify({ read_only: Boolean(row.read_only), expires_at: row.expires_at })],
    ['is_delete_protected', true],
  ]);
  // Made of the token, which no other key of the space has.
  return { id: uuidFromName(token, namespace), values };
}
