/**
 * Which records have to be gone through, and in which order, after the definition of some fields has changed: theirs, and those of all
 * that is made of them. Pure.
 */
import type { DerivedPlan } from './derived-plan.js';

/** One walk through the records of an entity type. */
export interface Pass {
  readonly entityType: string;
  /** The roll-ups of this rank are worked out in it; all that they are made of is right by then. Formulas are worked out in any pass. */
  readonly rank: number;
}

/** @param fieldIds of the Field records that have changed @returns the walks, in their order */
export function recomputationPasses(plan: DerivedPlan | undefined, fieldIds: readonly string[]): Pass[] {
  const reached = new Set<string>();
  const passes = new Map<string, Pass>();
  for (const [name, { entityType, field, rank, needs }] of plan?.fields ?? []) {
    const isChanged = field.custom !== undefined && fieldIds.includes(field.custom.id);
    if (!isChanged && !needs.some((need) => reached.has(need))) continue;
    reached.add(name);
    passes.set(`${rank} ${entityType.name}`, { entityType: entityType.name, rank });
  }
  return [...passes.values()].sort((a, b) => a.rank - b.rank || (a.entityType < b.entityType ? -1 : 1));
}
