/**
 * Creates and updates the records of a chunk inside one transaction. Knows no files.
 */

import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from '../errors/validation-error.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecords } from '../records/write/write-records.js';
import type { WriteItem } from '../request/write-request.js';
import { type Draft, keyError, type LineError, validationErrors } from './draft-lines.js';
import type { DraftBody } from './draft-record.js';
import type { Existing } from './existing-records.js';
import type { MemberPlan, StepPlan } from './mapping/import-plan.js';
import type { CellError } from './values/evaluate-source.js';

export interface WriteOutcome {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Lines that became nothing; each has at least one error. */
  readonly rejected: number;
  readonly errors: readonly LineError[];
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
  context: WriteContext,
  step: StepPlan,
  drafts: readonly Draft[],
  existing: ReadonlyMap<string, Existing>,
): Promise<WriteOutcome> {
  const outcome = { created: 0, updated: 0, unchanged: 0, rejected: 0, errors: [] as LineError[] };
  const current = new Map(existing);
  for (const group of groupsOfDistinctKeys(drafts)) {
    for (const { draft, result } of await writeGroup(context, step, group, current)) {
      outcome[result.kind] += 1;
      if (result.kind === 'rejected') {
        outcome.errors.push(...result.errors.map((error) => ({ ...error, line: draft.line })));
      } else current.set(draft.key, { kind: 'record', id: result.id, members: result.members });
    }
  }
  return outcome;
}

/** Where a key repeats, a new group begins: its line changes the record that the earlier line made. */
function groupsOfDistinctKeys(drafts: readonly Draft[]): Draft[][] {
  const groups: Draft[][] = [];
  let keys = new Set<string>();
  for (const draft of drafts) {
    if (groups.length === 0 || keys.has(draft.key)) {
      groups.push([]);
      keys = new Set();
    }
    groups.at(-1)?.push(draft);
    keys.add(draft.key);
  }
  return groups;
}

type Result =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly id: string; readonly members: DraftBody }
  | { readonly kind: 'rejected'; readonly errors: readonly CellError[] };

/** Writes the whole group with one call. */
async function writeGroup(
  context: WriteContext,
  step: StepPlan,
  drafts: readonly Draft[],
  current: ReadonlyMap<string, Existing>,
): Promise<{ readonly draft: Draft; readonly result: Result }[]> {
  const planned = drafts.map((draft) => ({ draft, plan: planWrite(step, draft, current.get(draft.key)) }));
  const items = planned.flatMap(({ plan }) => (plan.kind === 'write' ? [plan.item] : []));
  const outcomes = (await writeRecords(context, items)).values();
  return planned.map(({ draft, plan }) => {
    if (plan.kind !== 'write') return { draft, result: plan };
    const outcome = outcomes.next().value;
    if (outcome?.kind === 'done') {
      const kind = plan.item.kind === 'create' ? 'created' : 'updated';
      return { draft, result: { kind, id: outcome.id, members: plan.members } };
    }
    if (!(outcome?.error instanceof ValidationError)) throw outcome?.error;
    const errors = validationErrors(outcome.error, step.members, draft.cleaned.cells);
    return { draft, result: { kind: 'rejected', errors } };
  });
}

interface PlannedWrite {
  readonly kind: 'write';
  readonly item: WriteItem;
  /** Of the record after the write. */
  readonly members: DraftBody;
}

function planWrite(step: StepPlan, { body, cleaned }: Draft, existing: Existing | undefined): Result | PlannedWrite {
  const { validationLevel } = step;
  const entityType = step.entityType.name;
  if (existing === undefined) {
    return { kind: 'write', item: { kind: 'create', entityType, body, validationLevel }, members: body };
  }
  if (existing.kind === 'error') {
    return { kind: 'rejected', errors: [keyError(step, cleaned, existing.reason)] };
  }
  const { id, members } = existing;
  const changes = recordDifferences(step.members, body, members);
  if (!hasMembers(changes)) return { kind: 'unchanged', id, members };
  const item: WriteItem = { kind: 'update', entityType, id, body: changes, validationLevel };
  return { kind: 'write', item, members: { ...members, ...changes } };
}

function hasMembers(body: DraftBody): boolean {
  return Object.keys(body).length > 0;
}

// What must change for a record to hold what a line says. Pure.

/**
 * Members that the line leaves empty stay as they are; so do those that are written only once.
 * @param current the record as it is: its members as REST v100 shows them, rows expanded
 * @returns the members to change; empty when the record says all of it already
 */
export function recordDifferences(members: readonly MemberPlan[], wanted: DraftBody, current: DraftBody): DraftBody {
  const differences: Record<string, unknown> = {};
  for (const { kind, field } of members) {
    const value = wanted[field.name];
    if (value === undefined || field.writeOnce || field.name === 'id') continue;
    if (!isSame[kind](value, current[field.name])) differences[field.name] = value;
  }
  return differences;
}

const isSame: Readonly<Record<MemberPlan['kind'], (wanted: unknown, current: unknown) => boolean>> = {
  plain: isDeepStrictEqual,
  money: holdsAll,
  rows: (wanted, current) => (Array.isArray(wanted) ? isSameSet(wanted, current) : holdsAll(wanted, current)),
};

/** Every member of `wanted` has the same value in `current`, which may have more. */
function holdsAll(wanted: unknown, current: unknown): boolean {
  if (!isObject(wanted) || !isObject(current)) return false;
  return Object.entries(wanted).every(([name, value]) => current[name] === value);
}

/** Rows have no order. */
function isSameSet(wanted: readonly unknown[], current: unknown): boolean {
  if (!Array.isArray(current) || wanted.length !== current.length) return false;
  const left: unknown[] = [...current];
  return wanted.every((row) => {
    const index = left.findIndex((candidate) => holdsAll(row, candidate));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
