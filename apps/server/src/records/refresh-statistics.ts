/**
 * Tells the database that many records of some entity types were written. Knows nothing of who wrote them.
 */
import type { EntityType } from '@headwater/catalog';
import { refreshStatistics } from '../db/refresh-statistics.js';
import { tableName } from '../sql/columns.js';
import { customValueTypes, valueTable } from '../sql/custom-values/value-tables.js';
import type { RecordStore } from './record-store.js';

/** Those that every write fills as well. */
const besides = ['changes', 'duplicate_keys', ...customValueTypes.map(valueTable)];

/** Waits until the database has looked at the tables of the records and of their rows; see `db/refresh-statistics.ts`. */
export function refreshStatisticsOf(
  { catalog, db }: Pick<RecordStore, 'catalog' | 'db'>,
  entityTypes: readonly EntityType[],
): Promise<void> {
  const rows = entityTypes.flatMap(({ fields }) =>
    fields.flatMap((field) => (field.kind === 'rows' && field.owned ? [catalog.existing(field.target)] : [])),
  );
  return refreshStatistics(db, [...[...entityTypes, ...rows].map(tableName), ...besides]);
}
