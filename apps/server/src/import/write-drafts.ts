/**
 * Creates and updates the records of a chunk inside one transaction. Knows no files.
 */
import { ValidationError } from '../errors/validation-error.js';
import type { WriteSession } from '../records/write/write-session.js';
import { type Draft, keyMistake, type LineMistake } from './draft-lines.js';
import type { DraftBody } from './draft-record.js';
import type { Mistake } from './evaluate-source.js';
import type { Existing } from './existing-records.js';
import type { StepPlan } from './import-plan.js';
import { recordDifferences } from './record-differences.js';
import { validationMistakes } from './validation-mistakes.js';

export interface WriteOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Lines that became nothing; each has at least one mistake. */
  readonly rejected: number;
  readonly mistakes: readonly LineMistake[];
}

/** @returns whether a draft has something to write */
export function needsWrite(step: StepPlan, drafts: readonly Draft[], existing: ReadonlyMap<string, Existing>): boolean {
  return drafts.some(({ body, key }) => {
    const found = existing.get(key);
    return found?.kind !== 'record' || hasMembers(recordDifferences(step.members, body, found.members));
  });
}

/** May run again after a conflict with another transaction: it keeps nothing from one run to the next. */
export async function writeDrafts(
  session: WriteSession,
  step: StepPlan,
  drafts: readonly Draft[],
  existing: ReadonlyMap<string, Existing>,
): Promise<WriteOutcome> {
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
    return { kind: 'rejected', mistakes: [keyMistake(step, cleaned, existing.reason)] };
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
