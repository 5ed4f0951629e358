/**
 * Finds the records that a chunk of lines is about, by the natural key of the step: one list for the whole chunk.
 */
import type { Filter } from '../request/filter.js';
import type { NameTree } from '../request/selection.js';
import type { DraftBody } from './draft-record.js';
import type { MemberPlan, StepPlan } from './mapping/import-plan.js';
import type { Scalar } from './mapping/mapping.js';
import { and, anyOf, type FoundRecord, or, type RecordAccess } from './record-access.js';

/** What stands under a key: a record, or why no record can be written there. */
export type Existing =
  | { readonly kind: 'record'; readonly id: string; readonly members: DraftBody }
  | { readonly kind: 'error'; readonly reason: string };

/** @returns the key of a draft as one text; undefined when one of its members is empty */
export function keyOf(step: StepPlan, body: DraftBody): string | undefined {
  const values = step.key.map(({ field }) => body[field.name]);
  return values.includes(undefined) ? undefined : JSON.stringify(values);
}

/** @param bodies drafts whose keys are whole @returns what stands under their keys; nothing for keys without a record */
export async function existingRecords(
  access: RecordAccess,
  step: StepPlan,
  bodies: readonly DraftBody[],
): Promise<Map<string, Existing>> {
  const existing = new Map<string, Existing>();
  if (bodies.length === 0) return existing;
  const records = await access.find(step.entityType.name, filterOf(step, bodies), memberTree(step), expandTree(step));
  const byKey = new Map<string, FoundRecord[]>();
  for (const record of records) {
    const key = keyOf(step, record) ?? '';
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  for (const [key, found] of byKey) existing.set(key, choose(found));
  return existing;
}

function choose(found: readonly FoundRecord[]): Existing {
  const alive = found.filter((record) => record.is_deleted !== true);
  if (alive.length > 1) return { kind: 'error', reason: `${alive.length} records have this key` };
  const [record] = alive;
  // What people deleted is not brought back by a file that still has it.
  if (record === undefined) return { kind: 'error', reason: 'the record with this key was deleted' };
  return { kind: 'record', id: String(record.id), members: record };
}

function filterOf(step: StepPlan, bodies: readonly DraftBody[]): Filter {
  const [only, ...others] = step.key.map(({ field }) => field.name);
  const value = (body: DraftBody, member: string) => body[member] as Scalar;
  if (only !== undefined && others.length === 0) {
    return anyOf(only, [...new Set(bodies.map((body) => value(body, only)))]);
  }
  return or(bodies.map((body) => and(step.key.map(({ field: { name } }) => anyOf(name, [value(body, name)])))));
}

function memberTree(step: StepPlan): NameTree {
  const members = step.members.map((member): [string, NameTree] => [member.field.name, rowTree(member)]);
  return { id: {}, is_deleted: {}, ...Object.fromEntries(members) };
}

function rowTree(member: MemberPlan): NameTree {
  if (member.kind !== 'rows') return {};
  const { primary } = member.field;
  const names = member.rows.flatMap(({ members }) => members).map(({ field }) => field.name);
  return Object.fromEntries((primary === undefined ? names : [...names, primary]).map((name) => [name, {}]));
}

function expandTree(step: StepPlan): NameTree {
  const rows = step.members.filter((member) => member.kind === 'rows');
  return Object.fromEntries(rows.map(({ field }) => [field.name, {}]));
}
