/**
 * What must change for a record to hold what a line says. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { DraftBody } from './draft-record.js';
import type { MemberPlan } from './mapping/import-plan.js';

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
