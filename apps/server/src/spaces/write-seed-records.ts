/**
 * Writes the seed data of a space, and finds which of it is there already.
 */
import type { Transaction } from '../db/database.js';
import type { RecordStore } from '../records/record-store.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecords } from '../records/write/write-records.js';
import { validationBits } from '../request/write-request.js';
import { compileHasRecords } from '../sql/select/compile-find.js';
import type { SeedGroup, SeedRecord } from './seed-records.js';

/** @throws ValidationError with the errors of the first invalid record; the transaction must then be rolled back */
export async function writeSeedRecords(context: WriteContext, records: readonly SeedRecord[]): Promise<void> {
  const validationLevel = validationBits.readOnlyWritable;
  const items = records.map((record) => ({ kind: 'create', ...record, validationLevel }) as const);
  for (const outcome of await writeRecords(context, items, { keepGoing: true })) {
    if (outcome.kind === 'failed') throw outcome.error;
  }
}

/** @returns the groups of which the space has no record, deleted ones included */
export async function missingGroups(
  { catalog, db }: RecordStore,
  transaction: Transaction,
  space: string,
  groups: readonly SeedGroup[],
): Promise<SeedGroup[]> {
  const wanted = groups.map(({ records: [{ entityType }], dataSet }) => {
    return { entityType: catalog.existing(entityType), dataSet };
  });
  const [row] = await transaction.run(compileHasRecords(db.dialect, space, wanted));
  return groups.filter((_, index) => !row?.[`k${index}`]);
}
