/**
 * The records that a new space begins with, as data. Knows no database.
 */
import type { Catalog } from '@headwater/catalog';

/** What the built-in fields offer to choose from. Their catalog entries say which set each field chooses from. */
export const dataSets = {
  industries: {
    entityType: 'Account',
    field: 'industry_id',
    options: [
      'Construction',
      'Education',
      'Energy',
      'Finance',
      'Healthcare',
      'Manufacturing',
      'Public sector',
      'Retail',
      'Software',
      'Technology',
      'Telecommunications',
      'Transport and logistics',
    ],
  },
  customerTypes: {
    entityType: 'Account',
    field: 'customer_type_id',
    options: ['Prospect', 'Customer', 'Partner', 'Supplier', 'Former customer'],
  },
  leadSources: {
    entityType: 'Opportunity',
    field: 'lead_source_id',
    options: ['Website', 'Referral', 'Trade fair', 'Campaign', 'Cold call', 'Partner'],
  },
  reasonsOfClose: {
    entityType: 'Opportunity',
    field: 'reason_of_close_id',
    options: ['Best offer', 'Good relationship', 'Price', 'Missing feature', 'No budget', 'No decision', 'Competitor'],
  },
} as const;

type DataSetName = keyof typeof dataSets;

/** @returns the id of the set that a field chooses from; the same in every space */
export function dataSetId(catalog: Catalog, { entityType, field }: (typeof dataSets)[DataSetName]): string {
  const found = catalog.field(entityType, field);
  if (found?.kind === 'reference' && found.dataSet !== undefined) return found.dataSet;
  throw new Error(`${entityType}.${field} chooses from no set`);
}

/** From first contact to the deal; the last step wins. */
export const salesSteps = [
  { name: 'Prospecting', percent: 10 },
  { name: 'Engaging', percent: 30 },
  { name: 'Proposal', percent: 60 },
  { name: 'Negotiation', percent: 80 },
  { name: 'Won', percent: 100 },
] as const;

export type StepName = (typeof salesSteps)[number]['name'];

/** Name of the sales unit that all others stand below. */
export const rootUnitName = 'Company';

/** @returns the codes of the currencies that a space begins with, the base currency first */
export function firstCurrencies(base: string): string[] {
  return [...new Set([base, 'EUR', 'GBP'])];
}

/** @returns `$` for USD; the code itself where there is no sign */
export function currencySymbol(code: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
