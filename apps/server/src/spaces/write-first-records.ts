/**
 * Writes the records that a space begins with, and finds out which of them it has.
 */
import type { Transaction } from '../db/database.js';
import type { RecordStore } from '../records/record-store.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecords } from '../records/write/write-records.js';
import { validationBits } from '../request/write-request.js';
import { compileHasRecords } from '../sql/select/compile-find.js';
import type { FirstKind, FirstRecord } from './first-records.js';

/** @throws ValidationError with the mistakes of the first record that has some; the transaction must then be given up */
export async function writeFirstRecords(context: WriteContext, records: readonly FirstRecord[]): Promise<void> {
  const validationLevel = validationBits.readOnlyWritable;
  const items = records.map((record) => ({ kind: 'create', ...record, validationLevel }) as const);
  for (const outcome of await writeRecords(context, items, { keepGoing: true })) {
    if (outcome.kind === 'failed') throw outcome.error;
  }
}

/** @returns the kinds of which the space has no record at all, none that is deleted either */
export async function missingKinds(
  { catalog, db }: RecordStore,
  transaction: Transaction,
  space: string,
  kinds: readonly FirstKind[],
): Promise<FirstKind[]> {
  const wanted = kinds.map(({ records: [{ entityType }], dataSet }) => {
    return { entityType: catalog.existing(entityType), dataSet };
  });
  const [row] = await transaction.run(compileHasRecords(db.dialect, space, wanted));
  return kinds.filter((_, index) => !row?.[`k${index}`]);
}
