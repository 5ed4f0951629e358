/**
 * Works out the amounts that a draft leaves open: in the base currency both values are the same, in another one the value that is not
 * given follows from the exchange rate. Rates are taken when an amount is written: a list that changes later changes no record.
 */
import type { Catalog, MoneyField } from '@headwater/catalog';
import type { MoneyChange } from '../../../plan/change/change.js';
import { invalid } from '../../../plan/change/field-errors.js';
import { divide, isZero, multiply } from '../../../plan/values/amounts.js';
import type { Fact, Lookups, RateTypes } from '../../../sql/write/lookups.js';
import type { Draft } from '../draft.js';

/** Names the list by whose rates a record converts its amounts. */
const listField = 'currency_exchange_rates_list_id';

/** What an amount is worked out with. */
export interface Currencies {
  /** Id of the base currency. */
  readonly base: string | null;
  /** What one unit of the amount's currency is worth in the base currency; null when the space does not know. */
  readonly rate: string | null;
}

/** The base currency, which amounts without a currency are in. */
export function wantBaseCurrency(catalog: Catalog, lookups: Lookups): Fact {
  return lookups.firstRecord(catalog.existing('Currency'), { is_base: true });
}

/** @returns the entity types of exchange rates; undefined in a catalog without them */
function rateTypes(catalog: Catalog): RateTypes | undefined {
  const rates = catalog.entityType('CurrencyExchangeRate');
  const lists = catalog.entityType('CurrencyExchangeRatesList');
  return rates && lists && { rates, lists };
}

/**
 * The exchange rate that turns one value of an amount into the other.
 * @param now `YYYY-MM-DDTHH:MM:SS.ffffff`
 * @returns undefined when no value has to be worked out, or not from another currency
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
  if (!given || !types || isUnset(given.base_value) === isUnset(given.value_foreign)) return undefined;
  const currency = currencyOf(draft, field, given);
  return currency === null ? undefined : lookups.rateAt(types, currency, now.slice(0, 10), draft.text(listField));
}

/** Sets all parts of an amount that the write gives, or adds an error to the draft. */
export function completeMoney(draft: Draft, field: MoneyField, { base, rate }: Currencies): void {
  const given = draft.money.get(field.name);
  if (given === undefined || given === null) return;
  if (given.base_value === undefined && given.value_foreign === undefined) {
    draft.errors.push(invalid(field.name, 'needs base_value or value_foreign.'));
  } else if (isUnset(given.base_value) && isUnset(given.value_foreign)) {
    draft.money.set(field.name, null);
  } else {
    const currency = currencyOf(draft, field, given) ?? base;
    const values = currency === base ? sameValues(given) : convert(given, rate, draft.text(listField));
    if (typeof values === 'string') draft.errors.push(invalid(field.name, values));
    else draft.money.set(field.name, { ...values, currency_id: currency });
  }
}

type Values = Pick<MoneyChange, 'base_value' | 'value_foreign'>;

/** @returns both values, or what is wrong with the given ones */
function sameValues({ base_value, value_foreign }: Values): Values | string {
  if (!isUnset(base_value) && !isUnset(value_foreign) && base_value !== value_foreign) {
    return 'base_value and value_foreign differ, but the amount is in the base currency.';
  }
  const value = base_value ?? value_foreign ?? null;
  return { base_value: value, value_foreign: value };
}

function convert({ base_value, value_foreign }: Values, rate: string | null, list: string | null): Values | string {
  if (!isUnset(base_value) && !isUnset(value_foreign)) return { base_value, value_foreign };
  // Nothing is nothing in every currency.
  if (isZero(base_value ?? value_foreign ?? '0')) return { base_value: '0', value_foreign: '0' };
  if (rate === null || isZero(rate)) return noRate(list);
  const base = base_value ?? multiply(value_foreign ?? '0', rate);
  const foreign = value_foreign ?? divide(base_value ?? '0', rate);
  if (base !== undefined && foreign !== undefined) return { base_value: base, value_foreign: foreign };
  return `gives a ${base === undefined ? 'base_value' : 'value_foreign'} with more than 14 digits before the point.`;
}

function noRate(list: string | null): string {
  const place = list === null ? 'the space' : `the list in ${listField}`;
  return `needs both base_value and value_foreign: ${place} has no exchange rate for this currency.`;
}

/** An amount keeps its currency when only values are sent. */
function currencyOf(draft: Draft, field: MoneyField, given: MoneyChange): string | null {
  const stored = draft.stored?.[field.name] as MoneyChange | null | undefined;
  return given.currency_id ?? stored?.currency_id ?? null;
}

function isUnset(value: string | null | undefined): value is null | undefined {
  return value === undefined || value === null;
}
