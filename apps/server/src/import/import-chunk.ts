/**
 * Writes one chunk of lines: drafts records, finds what exists, creates and updates in one transaction.
 * Knows no files; a chunk can be repeated, the second time nothing changes.
 */
import { createMissing } from './create-missing.js';
import { type ChunkLine, draftLines } from './draft-lines.js';
import { existingRecords } from './existing-records.js';
import type { Lookups } from './lookups.js';
import type { StepPlan } from './mapping/import-plan.js';
import type { RecordAccess } from './record-access.js';
import { wantedLookups } from './wanted-lookups.js';
import { needsWrite, type WriteOutcome, writeDrafts } from './write-drafts.js';

export interface ChunkOutcome extends WriteOutcome {
  readonly createdForLookups: number;
}

/** Waits on the database: look-ups, one list, and a transaction when something is to be written. */
export async function importChunk(
  access: RecordAccess,
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
): Promise<ChunkOutcome> {
  await lookups.ask(wantedLookups(step.members, lines));
  const createdForLookups = await createMissing(access, lookups, step, lines);
  const { drafts, errors } = draftLines(lookups, step, lines);
  const existing = await existingRecords(
    access,
    step,
    drafts.map(({ body }) => body),
  );
  const written = needsWrite(step, drafts, existing)
    ? await access.write((context) => writeDrafts(context, step, drafts, existing))
    : { created: 0, updated: 0, unchanged: drafts.length, rejected: 0, errors: [] };
  if (written.created + written.updated > 0) lookups.forget(step.entityType.name);
  return {
    ...written,
    rejected: written.rejected + lines.length - drafts.length,
    errors: [...errors, ...written.errors],
    createdForLookups,
  };
}
