/**
 * Works out the roll-ups that follow from what a transaction has written, then what follows from these, until nothing is left: from the
 * records that are summed up to those above them, each roll-up once.
 */
import type { PlannedRollUp } from '../../computed/derived/derived-plan.js';
import { rollUpValue } from '../../computed/derived/plan-roll-up.js';
import { compileRecordsAbove, compileRollUps } from '../../sql/write/compile-roll-ups.js';
import { type Draft, unchangedDraft } from '../write/draft.js';
import { persist } from '../write/persist.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';
import type { AffectedRecords, AffectedRollUps } from './affected-roll-ups.js';

/** Records that are read, summed up and written with one statement each. */
const maxRecords = 1_000;

/** @throws TransactionConflict when another transaction is writing one of the records above */
export async function recomputeRollUps(context: WriteContext, affected: AffectedRollUps): Promise<void> {
  for (;;) {
    await addRecordsAbove(context, affected);
    const due = affected.take();
    if (!due) return;
    for (const ids of inParts(due.ids)) await recomputeRecords(context, due, ids);
  }
}

/** Finds the records that sum up what is at the other ends of their rows. */
async function addRecordsAbove(context: WriteContext, affected: AffectedRollUps): Promise<void> {
  const { dialect, transaction, space } = context;
  for (const [rollUp, ends] of affected.takeEnds()) {
    const { step, beyond } = rollUp;
    if (!beyond) continue;
    for (const ids of inParts(ends)) {
      const rows = await transaction.run(compileRecordsAbove(dialect, space, { step, beyond }, ids));
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

async function recomputeRecords(context: WriteContext, due: AffectedRecords, ids: readonly string[]) {
  const { parent, rollUps } = due;
  const stored = await readStored(context, parent, ids, { includeDeleted: false, lock: context.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(parent, record));
  await sumUp(context, rollUps, drafts);
  await persist(
    context,
    drafts.filter((draft) => draft.changesAnything),
  );
}

/** Sets roll-ups to what the records that they sum up come to now. @param drafts of records of the entity type that has the roll-ups */
export async function sumUp(
  context: WriteContext,
  rollUps: readonly PlannedRollUp[],
  drafts: readonly Draft[],
): Promise<void> {
  const [first] = drafts;
  if (!first || rollUps.length === 0) return;
  const { dialect, transaction, space } = context;
  const ids = drafts.map(({ id }) => id);
  const rows = await transaction.run(compileRollUps(dialect, space, first.entityType, rollUps, ids));
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  for (const draft of drafts) {
    await context.pause();
    const row = byId.get(draft.id);
    for (const [index, { field, function: name }] of rollUps.entries()) {
      const results: unknown = JSON.parse(String(row?.[`r${index}`] ?? '[]'));
      const value = rollUpValue(name, results as (string | number | null)[]);
      if (value !== draft.get(field.name)) draft.set(field.name, value);
    }
  }
}
