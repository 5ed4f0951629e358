/**
 * Turns the rules of one box into the filter of the records that they are about. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { ErrorCollector } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Filter } from '../../request/filter.js';
import { combineParts } from './combine-parts.js';
import type { FilterBox, FilterScope, HealthBox } from './filter-tab.js';
import { planRule } from './plan-rule.js';

/**
 * @param entityType of the box
 * @returns null when it has no rule that could fail
 * @throws ParameterErrors for all that is wrong in its rules, and in its formula or its points
 */
export function planBox(entityType: EntityType, box: FilterBox, scope: FilterScope): Filter | null {
  if (box.kind === 'health') return planScore(entityType, box, scope);
  const errors = new ErrorCollector();
  const parts = box.rules.map((rule) => {
    return { id: rule.id, filter: errors.attempt(() => planRule(entityType, rule, scope)) ?? null };
  });
  const combined = errors.attempt(() =>
    combineParts(parts, {
      formula: box.formula,
      otherwise: 'and',
      at: `${box.at}.formula`,
      partName: 'rule',
    }),
  );
  errors.throwIfAny();
  return combined ?? null;
}

/** Points of a rule, and those to be reached: what sums of all rules of a filter can hold. */
const maxPoints = 1_000_000;

function planScore(entityType: EntityType, { rules, minimumScore, at }: HealthBox, scope: FilterScope): Filter {
  const errors = new ErrorCollector();
  errors.attempt(() => checkPoints(minimumScore, `${at}.minimumScore`));
  const parts = rules.flatMap((rule) => {
    errors.attempt(() => checkPoints(rule.weight, `${rule.at}.weight`));
    const filter = errors.attempt(() => planRule(entityType, rule, scope));
    return filter ? [{ filter, weight: rule.weight }] : [];
  });
  errors.throwIfAny();
  return { kind: 'score', parts, minimum: minimumScore };
}

function checkPoints(points: number, at: string): void {
  if (Math.abs(points) <= maxPoints) return;
  throw parameterError(at, `must lie between -${maxPoints} and ${maxPoints}`);
}
