/**
 * Whose deletion, when it goes with that of its record, somebody wants to know. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { derivedPlan } from '../../computed/derived/derived-plan.js';
import { ruleOf } from '../rules/index.js';
import { ownedFields } from './delete-owned.js';

const missedIn = new WeakMap<Catalog, Map<string, boolean>>();

/** Whether a rule or a roll-up wants to know when such a row, or one below it, is deleted. */
export function isMissed(catalog: Catalog, target: string): boolean {
  const missed = missedIn.get(catalog) ?? new Map<string, boolean>();
  missedIn.set(catalog, missed);
  let found = missed.get(target);
  if (found === undefined) {
    // Until it is known otherwise, for rows that own rows of their own kind.
    missed.set(target, false);
    found =
      ruleOf(target)?.removed !== undefined ||
      derivedPlan(catalog)?.summedUp.has(target) === true ||
      ownedFields(catalog.existing(target)).some((field) => isMissed(catalog, field.target));
    missed.set(target, found);
  }
  return found;
}
