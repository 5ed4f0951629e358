/**
 * Writes one chunk of lines: drafts records, finds what exists, creates and updates in one transaction.
 * Knows no files; a chunk can be repeated, the second time nothing changes.
 */
import { ValidationError } from '../errors/validation-error.js';
import type { WriteSession } from '../records/write-session.js';
import { type CleanedCells, checkReferences } from './clean-cells.js';
import { createMissing } from './create-missing.js';
import { type DraftBody, draftRecord } from './draft-record.js';
import type { Mistake } from './evaluate-source.js';
import { type Existing, existingRecords, keyOf } from './existing-records.js';
import type { LookupPlan, StepPlan } from './import-plan.js';
import type { Lookups } from './lookups.js';
import type { RecordAccess } from './record-access.js';
import { recordDifferences } from './record-differences.js';
import { validationMistakes } from './validation-mistakes.js';
import { wantedLookups } from './wanted-lookups.js';

export interface ChunkLine {
  readonly number: number;
  readonly cleaned: CleanedCells;
}

export interface LineMistake extends Mistake {
  readonly line: number;
}

export interface ChunkOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Lines that became nothing; each has at least one mistake. */
  readonly rejected: number;
  readonly mistakes: readonly LineMistake[];
  readonly createdForLookups: number;
}

interface Draft {
  readonly line: number;
  readonly cleaned: CleanedCells;
  readonly body: DraftBody;
  readonly key: string;
}

/** Waits on the database: look-ups, one list, and a transaction when something is to be written. */
export async function importChunk(
  access: RecordAccess,
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
): Promise<ChunkOutcome> {
  const createdForLookups = await askLookups(access, lookups, step, lines);
  const { drafts, mistakes } = draftLines(lookups, step, lines);
  const existing = await existingRecords(
    access,
    step,
    drafts.map(({ body }) => body),
  );
  const written = needsWrite(step, drafts, existing)
    ? await access.write((session) => writeDrafts(session, step, drafts, existing))
    : { created: 0, updated: 0, unchanged: drafts.length, rejected: 0, mistakes: [] };
  if (written.created + written.updated > 0) lookups.forget(step.entityType.name);
  return {
    ...written,
    rejected: written.rejected + lines.length - drafts.length,
    mistakes: [...mistakes, ...written.mistakes],
    createdForLookups,
  };
}

/** Asks for everything that the lines look up, and makes the records that the mapping wants made. */
async function askLookups(
  access: RecordAccess,
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
): Promise<number> {
  await lookups.ask(wantedLookups(step.members, lines));
  return createMissing(access, lookups, step, lines);
}

function draftLines(
  lookups: Lookups,
  step: StepPlan,
  lines: readonly ChunkLine[],
): { readonly drafts: readonly Draft[]; readonly mistakes: readonly LineMistake[] } {
  const drafts: Draft[] = [];
  const mistakes: LineMistake[] = [];
  for (const { number: line, cleaned } of lines) {
    const found: Mistake[] = [...cleaned.mistakes];
    const evaluation = {
      cells: cleaned.cells,
      find: (lookup: LookupPlan, text: string) => lookups.answer(lookup, text),
      mistake: (mistake: Mistake) => void found.push(mistake),
    };
    checkReferences(cleaned, evaluation);
    const body = draftRecord(step.members, evaluation);
    const key = keyOf(step, body);
    if (key === undefined && found.length === 0) found.push(emptyKey(step));
    if (key === undefined || found.length > 0) mistakes.push(...found.map((mistake) => ({ ...mistake, line })));
    else drafts.push({ line, cleaned, body, key });
  }
  return { drafts, mistakes };
}

function emptyKey(step: StepPlan): Mistake {
  const names = step.key.map(({ field }) => field.name).join(', ');
  return {
    columns: step.key.flatMap(({ source }) => source.columns),
    value: '',
    reason: `the key (${names}) is empty`,
  };
}

function needsWrite(step: StepPlan, drafts: readonly Draft[], existing: ReadonlyMap<string, Existing>): boolean {
  return drafts.some(({ body, key }) => {
    const found = existing.get(key);
    return found?.kind !== 'record' || hasMembers(recordDifferences(step.members, body, found.members));
  });
}

/** May run again after a conflict with another transaction: it keeps nothing from one run to the next. */
async function writeDrafts(
  session: WriteSession,
  step: StepPlan,
  drafts: readonly Draft[],
  existing: ReadonlyMap<string, Existing>,
): Promise<Omit<ChunkOutcome, 'createdForLookups'>> {
  const outcome = { created: 0, updated: 0, unchanged: 0, rejected: 0, mistakes: [] as LineMistake[] };
  // A key that comes up twice in the chunk: the later line changes the record that the earlier one made.
  const current = new Map(existing);
  for (const draft of drafts) {
    const result = await writeDraft(session, step, draft, current.get(draft.key));
    outcome[result.kind] += 1;
    if (result.kind === 'rejected') {
      outcome.mistakes.push(...result.mistakes.map((mistake) => ({ ...mistake, line: draft.line })));
    } else current.set(draft.key, { kind: 'record', id: result.id, members: result.members });
  }
  return outcome;
}

type Written =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly id: string; readonly members: DraftBody }
  | { readonly kind: 'rejected'; readonly mistakes: readonly Mistake[] };

async function writeDraft(
  session: WriteSession,
  step: StepPlan,
  { body, cleaned }: Draft,
  existing: Existing | undefined,
): Promise<Written> {
  const { name: entityType } = step.entityType;
  const { validationLevel } = step;
  if (existing?.kind === 'mistake') {
    const columns = step.key.flatMap(({ source }) => source.columns);
    return { kind: 'rejected', mistakes: [{ columns, value: '', reason: existing.reason }] };
  }
  try {
    if (existing === undefined) {
      const { id } = await session.create({ entityType, body, validationLevel });
      return { kind: 'created', id, members: body };
    }
    const { id } = existing;
    const changes = recordDifferences(step.members, body, existing.members);
    if (!hasMembers(changes)) return { kind: 'unchanged', id, members: existing.members };
    await session.update({ entityType, id, body: changes, validationLevel });
    return { kind: 'updated', id, members: { ...existing.members, ...changes } };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { kind: 'rejected', mistakes: validationMistakes(error, step.members, cleaned.cells) };
  }
}

function hasMembers(body: DraftBody): boolean {
  return Object.keys(body).length > 0;
}
