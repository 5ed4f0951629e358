/**
 * Works out the amounts that a draft leaves open: in the base currency both values are the same, in another one they follow from
 * each other by the exchange rate in force.
 */
import type { Catalog, MoneyField } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import type { MoneyChange } from '../plan/change.js';
import { invalid } from '../plan/mistakes.js';
import { parseAmount } from '../plan/operand.js';
import type { Fact, Lookups, RateTypes } from '../sql/lookups.js';
import type { Draft } from './draft.js';

/** Names the list by whose rates a record converts its amounts. */
const listField = 'currency_exchange_rates_list_id';

const noRate = 'needs both base_value and value_foreign: the space has no exchange rate for this currency.';

/** The base currency, which amounts without a currency are in. */
export function wantBaseCurrency(catalog: Catalog, lookups: Lookups): Fact {
  return lookups.firstRecord(catalog.existing('Currency'), { is_base: true });
}

/** @returns the entity types of exchange rates; undefined in a catalog without them */
export function rateTypes(catalog: Catalog): RateTypes | undefined {
  const rates = catalog.entityType('CurrencyExchangeRate');
  const lists = catalog.entityType('CurrencyExchangeRatesList');
  return rates && lists && { rates, lists };
}

/**
 * The exchange rate that turns one part of an amount into the other.
 * @param now `YYYY-MM-DDTHH:MM:SS.ffffff`
 * @returns undefined when no part has to be worked out, or not from another currency
 */
export function wantRate(
  catalog: Catalog,
  draft: Draft,
  field: MoneyField,
  lookups: Lookups,
  now: string,
): Fact | undefined {
  const given = draft.money.get(field.name);
  const types = rateTypes(catalog);
  if (!given || !types || ((given.base_value ?? null) === null) === ((given.value_foreign ?? null) === null))
    return undefined;
  const currency = currencyOf(draft, field, given, null);
  return currency === null ? undefined : lookups.rateAt(types, currency, now.slice(0, 10), draft.text(listField));
}

function currencyOf(draft: Draft, field: MoneyField, given: MoneyChange, baseCurrency: string | null): string | null {
  const stored = (draft.stored?.[field.name] ?? {}) as { currency_id?: string | null };
  return given.currency_id ?? stored.currency_id ?? baseCurrency;
}

/** What an amount is worked out with. */
export interface Currencies {
  /** Id of the base currency. */
  readonly base: string | null;
  /** What one unit of the amount's currency is worth in the base currency; null when the space does not know. */
  readonly rate: string | null;
}

export function completeMoney(draft: Draft, field: MoneyField, { base, rate }: Currencies): void {
  const given = draft.money.get(field.name);
  if (given === undefined || given === null) return;
  const currency = currencyOf(draft, field, given, base);
  const { base_value: baseValue = null, value_foreign: foreign = null } = given;
  if (given.base_value === undefined && given.value_foreign === undefined) {
    draft.mistakes.push(invalid(field.name, 'needs base_value or value_foreign.'));
  } else if (baseValue === null && foreign === null) {
    draft.money.set(field.name, null);
  } else if (currency === base) {
    if (baseValue && foreign && baseValue !== foreign) {
      const problem = 'base_value and value_foreign differ, but the amount is in the base currency.';
      draft.mistakes.push(invalid(field.name, problem));
    }
    const value = baseValue ?? foreign;
    draft.money.set(field.name, { base_value: value, value_foreign: value, currency_id: currency });
  } else {
    const amounts = convert(baseValue, foreign, rate);
    if (amounts) draft.money.set(field.name, { ...amounts, currency_id: currency });
    else draft.mistakes.push(invalid(field.name, noRate));
  }
}

/** @returns both amounts; undefined when the one that is missing can't be worked out */
function convert(base: string | null, foreign: string | null, rate: string | null) {
  if (base !== null && foreign !== null) return { base_value: base, value_foreign: foreign };
  if (rate === null || new Decimal(rate).isZero()) return undefined;
  if (foreign !== null)
    return { base_value: parseAmount(new Decimal(foreign).times(rate).toFixed()) ?? null, value_foreign: foreign };
  return { base_value: base, value_foreign: parseAmount(new Decimal(base ?? 0).div(rate).toFixed()) ?? null };
}
