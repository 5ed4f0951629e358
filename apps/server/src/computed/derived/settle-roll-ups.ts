/**
 * Works out the roll-ups that follow from what a transaction has written, then what follows from these, until nothing is left: from the
 * records that are summed up to those above them, each roll-up once.
 */

import { type Draft, unchangedDraft } from '../../records/write/draft.js';
import type { RecordWriter } from '../../records/write/record-writer.js';
import { readStored, type StoredReading } from '../../records/write/stored-record.js';
import { compileRecordsAbove, compileRollUps } from '../../sql/write/compile-roll-ups.js';
import type { AffectedRecords, AffectedRollUps } from './affected-roll-ups.js';
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
  if (!affected) return;
  for (;;) {
    await addRecordsAbove(writing, affected);
    const due = affected.take();
    if (!due) return;
    for (const ids of inParts(due.ids)) await settleRecords(writing, due, ids);
  }
}

/** Finds the records that sum up what stands at the other ends of their rows. */
async function addRecordsAbove({ reading }: DerivedWriting, affected: AffectedRollUps): Promise<void> {
  const { store, transaction, space } = reading;
  for (const [rollUp, ends] of affected.takeEnds()) {
    const { hop, beyond } = rollUp;
    if (!beyond) continue;
    for (const ids of inParts(ends)) {
      const rows = await transaction.run(compileRecordsAbove(store.db.dialect, space, { hop, beyond }, ids));
      affected.add(
        rollUp,
        rows.map(({ id }) => id),
      );
    }
  }
}

function inParts(ids: ReadonlySet<string>): string[][] {
  const sorted = [...ids].sort();
  const count = Math.ceil(sorted.length / maxRecords);
  return Array.from({ length: count }, (_, index) => sorted.slice(index * maxRecords, (index + 1) * maxRecords));
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
