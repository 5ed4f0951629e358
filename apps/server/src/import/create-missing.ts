/**
 * Makes the records that look-ups did not find and that the mapping says how to make. One transaction for a chunk of lines.
 */
import { ValidationError } from '../errors/validation-error.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecord } from '../records/write/write-records.js';
import { type DraftBody, draftRecord } from './draft-record.js';
import type { Lookups } from './lookups.js';
import { type LookupPlan, lookupsOf, type MemberPlan, type StepPlan } from './mapping/import-plan.js';
import type { RecordAccess } from './record-access.js';
import { type CleanedCells, checkReferences } from './values/clean-cells.js';
import { coerceValue } from './values/coerce-value.js';
import type { CellError, Evaluation, LookupAnswer } from './values/evaluate-source.js';

interface MissingRecord {
  readonly lookup: LookupPlan;
  readonly text: string;
  /** The first line that needs it; its cells fill the new record. */
  readonly cleaned: CleanedCells;
}

interface AnsweredRecord extends MissingRecord {
  readonly answer: LookupAnswer;
}

/** @returns how many were made; the others are known to `lookups` as rejected */
export async function createMissing(
  access: RecordAccess,
  lookups: Lookups,
  step: StepPlan,
  lines: readonly { readonly cleaned: CleanedCells }[],
): Promise<number> {
  const missing = missingRecords(lookups, step, lines);
  if (missing.length === 0) return 0;
  // The new records may themselves point at records by name.
  for (const record of missing) await lookups.ask(wantedLookups(membersOf(record.lookup), [record]));
  const answers = await access.write((context) => createAll(context, lookups, missing));
  for (const { lookup, text, answer } of answers) lookups.learn(lookup, text, answer);
  return answers.filter(({ answer }) => answer.kind === 'found').length;
}

function missingRecords(
  lookups: Lookups,
  step: StepPlan,
  lines: readonly { readonly cleaned: CleanedCells }[],
): MissingRecord[] {
  const missing = new Map<string, MissingRecord>();
  const members = step.members.filter((member) => lookupsOf(member).some(({ create }) => create !== undefined));
  if (members.length === 0) return [];
  for (const { cleaned } of lines) {
    const find = (lookup: LookupPlan, text: string): LookupAnswer => {
      const answer = lookups.answer(lookup, text);
      const name = JSON.stringify([lookup.name, text]);
      if (answer.kind === 'missing' && lookup.create !== undefined && !missing.has(name)) {
        missing.set(name, { lookup, text, cleaned });
      }
      return answer;
    };
    draftRecord(members, { cells: cleaned.cells, find, error: () => {} });
  }
  return [...missing.values()];
}

async function createAll(
  context: WriteContext,
  lookups: Lookups,
  missing: readonly MissingRecord[],
): Promise<AnsweredRecord[]> {
  const answers: AnsweredRecord[] = [];
  for (const record of missing) answers.push({ ...record, answer: await createOne(context, lookups, record) });
  return answers;
}

async function createOne(
  context: WriteContext,
  lookups: Lookups,
  { lookup, text, cleaned }: MissingRecord,
): Promise<LookupAnswer> {
  const errors: CellError[] = [];
  const drafted = draftRecord(membersOf(lookup), {
    cells: cleaned.cells,
    find: (inner, innerText) => lookups.answer(inner, innerText),
    error: (error) => void errors.push(error),
  });
  if (errors.length > 0) return rejected(lookup, errors.map(({ reason }) => reason).join('; '));
  const where = Object.fromEntries(lookup.where.map(({ member, value }) => [member, value]));
  const coerced = coerceValue(lookup.by, text);
  const body: DraftBody = { ...where, ...drafted, [lookup.by.name]: coerced.kind === 'value' ? coerced.value : text };
  try {
    const { id } = await writeRecord(context, {
      kind: 'create',
      entityType: lookup.entityType.name,
      body,
      validationLevel: 0,
    });
    return { kind: 'found', id };
  } catch (error) {
    if (error instanceof ValidationError) return rejected(lookup, error.message.trim().replaceAll('\n', '; '));
    throw error;
  }
}

function membersOf(lookup: LookupPlan): NonNullable<LookupPlan['create']> {
  return lookup.create ?? [];
}

function rejected(lookup: LookupPlan, reason: string): LookupAnswer {
  return { kind: 'error', reason: `no record of ${lookup.name} matches, and none can be made: ${reason}` };
}

// Finds out what a chunk of lines looks up, so that it can be asked for at once. Pure.

/** @returns the texts that drafting these members out of the lines asks for, by look-up */
export function wantedLookups(
  members: readonly MemberPlan[],
  lines: readonly { readonly cleaned: CleanedCells }[],
): Map<LookupPlan, Set<string>> {
  const wanted = new Map<LookupPlan, Set<string>>();
  const find = (lookup: LookupPlan, text: string): LookupAnswer => {
    wanted.set(lookup, (wanted.get(lookup) ?? new Set()).add(text));
    return { kind: 'unknown' };
  };
  const asking = members.filter((member) => lookupsOf(member).length > 0);
  for (const { cleaned } of lines) {
    const evaluation: Evaluation = { cells: cleaned.cells, find, error: () => {} };
    draftRecord(asking, evaluation);
    checkReferences(cleaned, evaluation);
    // The summary says of a mended spelling whether the list really lacks it.
    for (const mended of cleaned.mended) if (mended.in !== undefined) find(mended.in, mended.from);
  }
  return wanted;
}
