/**
 * Makes a space: its entry in the directory and the records that users need before they can make the first one of their own.
 */
import { UniqueViolation } from '../db/translate-error.js';
import { newUuid } from '../plan/values/new-uuid.js';
import { systemCall } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { inTransaction } from '../records/write/run-write.js';
import { setLoggedFrom } from '../sql/tables/spaces.js';
import { migrateSpace } from './migrate-spaces.js';
import { type SeedRecord, writeSeedRecords } from './seed-records.js';
import { enterSpace, requireSpaceId } from './space-directory.js';
import { SpaceError } from './space-error.js';

export interface NewSpace {
  /** A part of addresses: a slug or a uuid. */
  readonly id: string;
  /** For people; the id when left out. */
  readonly name?: string;
  /** ISO 4217 code; USD when left out. */
  readonly currency?: string;
  /** The first user. */
  readonly administrator?: Partial<Administrator>;
}

export const defaultAdministrator = { email: 'admin@example.com', firstName: 'Space', lastName: 'Administrator' };

/**
 * One transaction, so that no half-made space is left behind, and of two attempts at the same time one is rejected.
 * @throws SpaceError when the id or currency is not usable or the space exists
 */
export async function createSpace(store: RecordStore, space: NewSpace): Promise<void> {
  const { id, name = id, currency = 'USD' } = space;
  requireSpaceId(id);
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new SpaceError(`"${currency}" is not a currency: give three capital letters, such as USD`);
  }
  const administrator = { ...defaultAdministrator, ...space.administrator };
  try {
    await inTransaction(store, { ...systemCall(id), isUnlogged: true }, async (context) => {
      await enterSpace(store.db.dialect, context.transaction, id, name);
      await migrateSpace(store, context);
      await writeSeedRecords(context, baseRecords(currency, administrator));
      context.transaction.add(setLoggedFrom(store.db.dialect, id, await context.revision()));
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw new SpaceError(`the space "${id}" exists already`, { cause: error });
    throw error;
  }
}

// The records of a space that depend on whose it is: its first sales unit and user, and its currencies. Knows no database.

/** Name of the sales unit above all others. */
export const rootUnitName = 'Company';

interface Administrator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * @param currency code of the base currency
 * @returns them in an order in which they can be written; each time with other ids
 */
function baseRecords(currency: string, { email, firstName, lastName }: Administrator): SeedRecord[] {
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
