/**
 * What the interface's own rules ask of the records of some entity types, where a body made from the catalog alone would break them.
 */
import type { Turn } from './sample-values.js';

export interface SpecialType {
  /** Members that bodies leave out: of several that exclude each other all but one, and those that a rule sets or guards. */
  readonly without?: readonly string[];
  /** Members that a create needs besides those that the catalog requires. */
  readonly with?: readonly string[];
  /** Filters that find the records which a reference may point at. */
  readonly targets?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** References to records that no other record points at. */
  readonly ownTargets?: readonly string[];
  /** What is in members that can't hold just anything; a function gets a text that no other record has. */
  readonly values?: Readonly<Record<string, Readonly<Record<Turn, unknown>> | ((tag: string) => unknown)>>;
  /** Members that repeat what is in the same member of a record of another entity type. */
  readonly repeats?: Readonly<Record<string, string>>;
}

/** Rows that lead to one record of several: bodies name the first of them. */
const onlyAccount = (...others: string[]): SpecialType => ({ with: ['account_id'], without: others });

const translations = { first: { de: 'Fünf', fr: 'Cinq' }, second: { 'pt-BR': 'Vinte' } } as const;

export const specialTypes: Readonly<Record<string, SpecialType>> = {
  ActivityRelation: onlyAccount(
    'contact_id',
    'lead_oppty_id',
    'project_id',
    'project_objective_id',
    'quote_id',
    'custom_entity_id',
  ),
  Appointment: {
    without: ['recurrence_master_id'],
    values: {
      start_date: { first: '2026-03-29T00:00:00.000000', second: '2026-10-25T00:00:00.000000' },
      end_date: { first: '2026-03-29T01:30:00.000000', second: '2026-10-25T02:00:00.000000' },
      recurrence_rule: { first: 'FREQ=DAILY;COUNT=3', second: 'FREQ=WEEKLY;BYDAY=MO' },
      recurrence_tzid: { first: 'Europe/Vienna', second: 'America/New_York' },
    },
  },
  ClientFavorite: onlyAccount(
    ...[
      'activity_id',
      'contact_id',
      'custom_entity_id',
      'lead_oppty_id',
      'profile_id',
      'project_id',
      'quote_id',
      'report_id',
    ],
  ),
  CloudObject: {
    with: ['content'],
    // The address of a file that the service keeps is the service's own.
    without: ['url'],
    values: {
      type: { first: 1, second: 1 },
      content: { first: 'Zmlyc3Q=', second: 'c2Vjb25k' },
      mime_type: { first: 'text/plain', second: 'image/png' },
    },
  },
  CloudObjectRelation: onlyAccount(
    ...['activity_id', 'contact_id', 'custom_entity_id', 'lead_oppty_id', 'message_id', 'project_id', 'quote_id'],
  ),
  // Its type says of which kind it is; that never changes.
  CustomEntity: { ownTargets: ['type_id'] },
  CustomEntityType: { repeats: { entity_api_name: 'Entity' } },
  // The base currency of a space is fixed.
  Currency: { without: ['is_base'] },
  // Rates are given in the base currency, which has none itself; a list has one rate for each other currency.
  CurrencyExchangeRate: {
    targets: { currency_id: { 'filter[is_base]': false } },
    ownTargets: ['currency_exchange_rate_list_id'],
  },
  Entity: { with: ['entity_api_name'], values: { entity_api_name: (tag) => `Kind${tag}` } },
  // Only options that are there allow others.
  Data: { without: ['allowed_by'], values: { option_name_translations: translations } },
  // What else a field can have depends on its type.
  Field: {
    without: [
      ...['data_set', 'data_set_id', 'replaced_by', 'parent_options_field_id', 'shared_with_field_id'],
      ...['calc_formula', 'default_value', 'lookup', 'relation_id', 'rollup', 'sequence_pattern'],
    ],
    values: {
      entity_name: { first: 'Contact', second: 'Contact' },
      type_id: { first: 'input', second: 'input' },
      // A list would be taken for options to choose from.
      options: { first: { items: [1, 'two', null] }, second: { name: 'Ünal' } },
      name_translations: translations,
      // No field has a default for what no two records share.
      is_unique: { first: true, second: false },
    },
  },
  // The status follows from step and archiving, and its dates with it; steps belong to the process of the type.
  Lead: { without: ['is_archived', 'lost_date', 'step_id'] },
  MessageRelation: onlyAccount('contact_id', 'custom_entity_id', 'lead_oppty_id', 'project_id', 'quote_id'),
  Opportunity: { without: ['is_archived', 'won_date', 'lost_date', 'is_value_auto_calculate', 'active_quote_id'] },
  OpptyProductRelation: { without: ['quote_id'] },
  ProfileRelation: onlyAccount('contact_id', 'custom_entity_id', 'lead_oppty_id', 'project_id', 'quote_id'),
  // Its total is converted from the currency of its products.
  Quote: { without: ['is_archived', 'step_id', 'is_active_in_opportunity', 'product_currency_id'] },
  Step: { without: ['lead_process_id', 'quote_process_id'] },
  TagRelation: onlyAccount(
    ...['appointment_id', 'contact_id', 'custom_entity_id', 'email_id', 'lead_id', 'oppty_id', 'project_id', 'task_id'],
  ),
  Webhook: { values: { events: { first: ['Account.*'], second: ['Contact.Create', 'Contact.Update'] } } },
  WebhookEvent: { values: { event: { first: 'Account.*', second: 'Contact.Create' } } },
};
