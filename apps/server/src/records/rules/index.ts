/**
 * The rules, by the entity type they belong to.
 */
import type { EntityRule } from '../entity-rule.js';
import { accountRule } from './account-rule.js';
import { cloudObjectRule } from './cloud-object-rule.js';
import { contactRule } from './contact-rule.js';
import { currencyExchangeRateRule } from './currency-exchange-rate-rule.js';
import { currencyRule } from './currency-rule.js';
import { leadRule } from './lead-rule.js';
import { opportunityRule } from './opportunity-rule.js';
import { opptyProductRelationRule } from './oppty-product-relation-rule.js';
import { quoteRule } from './quote-rule.js';
import { stepRule } from './step-rule.js';

const rules: ReadonlyMap<string, EntityRule> = new Map([
  ['Account', accountRule],
  ['CloudObject', cloudObjectRule],
  ['Contact', contactRule],
  ['Currency', currencyRule],
  ['CurrencyExchangeRate', currencyExchangeRateRule],
  ['Lead', leadRule],
  ['Opportunity', opportunityRule],
  ['OpptyProductRelation', opptyProductRelationRule],
  ['Quote', quoteRule],
  ['Step', stepRule],
]);

/** @returns the entity type's own rule, if the interface gives it one */
export function ruleOf(entityType: string): EntityRule | undefined {
  return rules.get(entityType);
}
