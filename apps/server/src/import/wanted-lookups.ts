/**
 * Finds out what a chunk of lines looks up, so that it can be asked for at once. Pure.
 */

import { draftRecord } from './draft-record.js';
import { type LookupPlan, lookupsOf, type MemberPlan } from './mapping/import-plan.js';
import { type CleanedCells, checkReferences } from './values/clean-cells.js';
import type { Evaluation, LookupAnswer } from './values/evaluate-source.js';

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
