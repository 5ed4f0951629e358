/**
 * The rules, by the entity type they belong to.
 */
import type { EntityRules } from '../write/entity-rule.js';
import { accountRule } from './account-rule.js';
import { appointmentRule } from './appointment-rule.js';
import { cloudObjectRule } from './cloud-object-rule.js';
import { contactRule } from './contact-rule.js';
import { currencyExchangeRateRule, currencyRule } from './currency-rules.js';
import { customEntityRule, customEntityTypeRule } from './custom-entity-rules.js';
import { dataRule } from './data-rule.js';
import { entityTypeRule } from './entity-type-rule.js';
import { fieldRule } from './field-rule.js';
import { leadRule } from './lead-rule.js';
import { oneEndRule } from './one-end-rule.js';
import { opportunityRule } from './opportunity-rule.js';
import { opptyProductRelationRule } from './oppty-product-relation-rule.js';
import { quoteRule } from './quote-rule.js';
import { stepRule } from './step-rule.js';
import { tagRule } from './tag-rule.js';
import { taskRecurrenceRule, taskRule } from './task-rules.js';
import { webhookEventRule, webhookRule } from './webhook-rule.js';

export const entityRules: EntityRules = new Map([
  ['Account', accountRule],
  ['ActivityRelation', oneEndRule],
  ['Appointment', appointmentRule],
  ['ClientFavorite', oneEndRule],
  ['CloudObject', cloudObjectRule],
  ['CloudObjectRelation', oneEndRule],
  ['Contact', contactRule],
  ['Currency', currencyRule],
  ['CurrencyExchangeRate', currencyExchangeRateRule],
  ['CustomEntity', customEntityRule],
  ['CustomEntityType', customEntityTypeRule],
  ['Data', dataRule],
  ['Entity', entityTypeRule],
  ['Field', fieldRule],
  ['Lead', leadRule],
  ['MessageRelation', oneEndRule],
  ['Opportunity', opportunityRule],
  ['OpptyProductRelation', opptyProductRelationRule],
  ['ProfileRelation', oneEndRule],
  ['Quote', quoteRule],
  ['Step', stepRule],
  ['Tag', tagRule],
  ['TagRelation', oneEndRule],
  ['Task', taskRule],
  ['TaskRecurrence', taskRecurrenceRule],
  ['Webhook', webhookRule],
  ['WebhookEvent', webhookEventRule],
]);
