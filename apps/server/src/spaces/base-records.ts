/**
 * The records of a space that depend on whose it is: its first sales unit and user, and its currencies. Knows no database.
 */
import { newUuid } from '../plan/values/new-uuid.js';
import type { SeedRecord } from './seed-records.js';

/** Name of the sales unit above all others. */
export const rootUnitName = 'Company';

export interface Administrator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * @param currency code of the base currency
 * @returns them in an order in which they can be written; each time with other ids
 */
export function baseRecords(currency: string, { email, firstName, lastName }: Administrator): SeedRecord[] {
  const unit = newUuid();
  return [
    { entityType: 'SalesUnit', body: { id: unit, name: rootUnitName, is_delete_protected: true } },
    { entityType: 'Client', body: { email, first_name: firstName, last_name: lastName, default_unit_id: unit } },
    ...currencyCodes(currency).map((code) => {
      const isBase = code === currency;
      const body = { code, symbol: currencySymbol(code), is_base: isBase, is_delete_protected: isBase };
      return { entityType: 'Currency', body };
    }),
  ];
}

/** The base currency first. */
function currencyCodes(base: string): string[] {
  return [...new Set([base, 'EUR', 'GBP'])];
}

/** `$` for USD; the code itself where there is no sign. */
function currencySymbol(code: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}
