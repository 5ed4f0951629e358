/**
 * Works out the roll-ups that follow from what a transaction has written, then what follows from these, until nothing is left: from the
 * records that are summed up to those above them, each roll-up once.
 */
import { compileRollUps } from '../../sql/compile-roll-ups.js';
import { type Draft, unchangedDraft } from '../draft.js';
import type { RecordWriter } from '../record-writer.js';
import { readStored, type StoredReading } from '../stored-record.js';
import type { AffectedRecords } from './affected-roll-ups.js';
import type { PlannedRollUp } from './derived-plan.js';
import { rollUpValue } from './roll-up-value.js';

/** What writes inside one transaction work with. */
export interface DerivedWriting {
  readonly reading: StoredReading;
  readonly writer: RecordWriter;
}

/** Records that are read, summed up and written with one statement each. */
const maxRecords = 1_000;

/** @throws TransactionConflict when another transaction is writing one of the records above */
export async function settleRollUps(writing: DerivedWriting): Promise<void> {
  const { affected } = writing.writer;
  for (let due = affected?.take(); due; due = affected?.take()) {
    const ids = [...due.ids].sort();
    for (let start = 0; start < ids.length; start += maxRecords) {
      await settleRecords(writing, due, ids.slice(start, start + maxRecords));
    }
  }
}

async function settleRecords({ reading, writer }: DerivedWriting, due: AffectedRecords, ids: readonly string[]) {
  const { parent, rollUps } = due;
  const stored = await readStored(reading, parent, ids, { includeDeleted: false, lock: writer.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(parent, record));
  await sumUp(reading, rollUps, drafts);
  await writer.write(drafts.filter((draft) => draft.changesAnything));
}

/** Sets roll-ups to what the records that they sum up come to now. @param drafts of records of the entity type that has the roll-ups */
export async function sumUp(
  { store, transaction, space }: StoredReading,
  rollUps: readonly PlannedRollUp[],
  drafts: readonly Draft[],
): Promise<void> {
  const [first] = drafts;
  if (!first || rollUps.length === 0) return;
  const ids = drafts.map(({ id }) => id);
  const rows = await transaction.run(compileRollUps(store.db.dialect, space, first.entityType, rollUps, ids));
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  for (const draft of drafts) {
    const row = byId.get(draft.id);
    for (const [index, { field, function: name }] of rollUps.entries()) {
      const results: unknown = JSON.parse(String(row?.[`r${index}`] ?? '[]'));
      const value = rollUpValue(name, results as (string | number | null)[]);
      if (value !== draft.get(field.name)) draft.set(field.name, value);
    }
  }
}
