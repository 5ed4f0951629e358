/**
 * The rules, by the entity type they belong to.
 */
import type { EntityRule } from '../entity-rule.js';
import { cloudObjectRule } from './cloud-object-rule.js';
import { contactRule } from './contact-rule.js';
import { currencyRule } from './currency-rule.js';
import { opportunityRule } from './opportunity-rule.js';

const rules: ReadonlyMap<string, EntityRule> = new Map([
  ['CloudObject', cloudObjectRule],
  ['Contact', contactRule],
  ['Currency', currencyRule],
  ['Opportunity', opportunityRule],
]);

/** @returns the entity type's own rule, if the interface gives it one */
export function ruleOf(entityType: string): EntityRule | undefined {
  return rules.get(entityType);
}
