/**
 * Which records are recomputed, and in which order, after the definitions of some fields have changed: those of the
 * fields, and those of all fields that depend on them. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { DerivedPlan } from './derived-plan.js';

/** One pass over the records of an entity type. */
export interface Pass {
  readonly entityType: string;
  /** The roll-ups of this rank are worked out in it; all that they are made of is right by then. Formulas are worked out in any pass. */
  readonly rank: number;
}

/** Stands among the ids of fields for all of them, and for the texts that are stored beside the records. */
export const everyField = '*';

/**
 * @param plan undefined where nothing is derived
 * @param fieldIds of the Field records of an entity type that have changed
 * @returns the passes, in their order
 */
export function recomputationPasses(
  catalog: Pick<Catalog, 'entityType'>,
  plan: DerivedPlan | undefined,
  changed: { readonly entityType: string; readonly fieldIds: readonly string[] },
): Pass[] {
  const isWhole = changed.fieldIds.includes(everyField);
  const reached = new Set<string>();
  const passes = new Map<string, Pass>();
  const add = (entityType: string, rank: number) => passes.set(`${rank} ${entityType}`, { entityType, rank });
  if (isWhole && catalog.entityType(changed.entityType)) add(changed.entityType, 0);
  for (const [name, { entityType, field, rank, needs }] of plan?.fields ?? []) {
    const isOwn = isWhole && entityType.name === changed.entityType;
    const isNamed = field.custom !== undefined && changed.fieldIds.includes(field.custom.id);
    if (!isOwn && !isNamed && !needs.some((need) => reached.has(need))) continue;
    reached.add(name);
    add(entityType.name, rank);
  }
  return [...passes.values()].sort((a, b) => a.rank - b.rank || (a.entityType < b.entityType ? -1 : 1));
}
