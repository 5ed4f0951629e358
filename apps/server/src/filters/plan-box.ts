/**
 * Turns the rules of one box into the filter of the records that they are about. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { Filter } from '../request/filter.js';
import { combineParts } from './combine-parts.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterBox } from './filter-tab.js';
import { planRule } from './plan-rule.js';

/**
 * @param entityType of the box
 * @returns null when it has no rule that could fail
 */
export function planBox(entityType: EntityType, box: FilterBox, scope: FilterScope): Filter | null {
  const parts = box.rules.map((rule) => ({ id: rule.id, filter: planRule(entityType, rule, scope) }));
  const formula = box.kind === 'rules' ? box.formula : null;
  return combineParts(parts, { formula, otherwise: 'and', at: `${box.at}.formula`, partName: 'rule' });
}
