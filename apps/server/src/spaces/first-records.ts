/**
 * The records that a new space begins with, as data. Knows no database.
 */

/** Sets of options that the built-in fields offer. Their ids are the same in every space. */
export const dataSets = {
  industries: {
    id: '00000000-0000-0000-0000-0000000d0001',
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
    id: '00000000-0000-0000-0000-0000000d0002',
    options: ['Prospect', 'Customer', 'Partner', 'Supplier', 'Former customer'],
  },
  leadSources: {
    id: '00000000-0000-0000-0000-0000000d0003',
    options: ['Website', 'Referral', 'Trade fair', 'Campaign', 'Cold call', 'Partner'],
  },
  reasonsOfClose: {
    id: '00000000-0000-0000-0000-0000000d0004',
    options: ['Best offer', 'Good relationship', 'Price', 'Missing feature', 'No budget', 'No decision', 'Competitor'],
  },
} as const;

export type DataSetName = keyof typeof dataSets;

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
