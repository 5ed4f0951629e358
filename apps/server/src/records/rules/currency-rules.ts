/**
 * Rules of currencies. CurrencyExchangeRate: a list has one rate, above zero, for a currency other than the base
 * currency.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';
import { wantBaseCurrency } from '../write/values/money.js';

const list = 'currency_exchange_rate_list_id';
const currency = 'currency_id';
const rates = 'currency_exchange_rates';

export const currencyExchangeRateRule: EntityRule = {
  prepare(draft, context) {
    if (draft.act === 'delete') return undefined;
    const base = wantBaseCurrency(context.catalog, context.lookups);
    const other = wantOther(draft, context);
    return () => complete(draft, context, base, other);
  },
};

/** @param sameCurrency a stored rate of the list for the same currency */
function complete(draft: Draft, context: RuleContext, base: Fact, sameCurrency: Fact): void {
  const { lookups, parent } = context;
  const rate = draft.get('exchange_rate');
  if (typeof rate === 'number' && rate <= 0) draft.errors.push(invalid('exchange_rate', 'must be more than 0.'));
  const named = draft.text(currency);
  if (named === null) return;
  if (named === lookups.found(base)) {
    draft.errors.push(invalid(currency, 'is the base currency, in which rates are given.'));
  }
  const stored = parent ? null : lookups.found(sameCurrency);
  const other = parent ? otherInSet(draft, parent) : (stored ?? writtenBefore(draft, context));
  if (other !== null && other !== draft.id) draft.errors.push(invalid(currency, 'has a rate in this list already.'));
}

/** Rates that are written together, by list and currency: one that is rejected leaves its place to the next. */
const writtenRates = () => new Map<string, Draft>();

/** @returns a rate that is written ahead of this one for the same list and currency */
function writtenBefore(draft: Draft, { shared }: RuleContext): string | null {
  const taken = shared(writtenRates);
  const place = JSON.stringify([draft.text(list), draft.text(currency)]);
  const before = taken.get(place);
  if (before && before.errors.length === 0) return before.id;
  taken.set(place, draft);
  return null;
}

/** @returns an earlier rate for the same currency in the set that is written */
function otherInSet(draft: Draft, parent: Draft): string | null {
  const set = parent.rowSets.find(({ field }) => field.name === rates);
  return set?.drafts.find((row) => row.text(currency) === draft.text(currency))?.id ?? null;
}

function wantOther(draft: Draft, { catalog, lookups }: RuleContext): Fact {
  const conditions = { [list]: draft.text(list), [currency]: draft.text(currency) };
  return lookups.firstWhere(catalog.existing('CurrencyExchangeRate'), conditions);
}

// Currency: exactly one of a space is the base currency, from the space's beginning on. Amounts are stored in it, so that neither
// another one can become it nor can it be deleted.

export const currencyRule: EntityRule = {
  prepare(draft, { catalog, lookups }) {
    const base = becomesBase(draft) ? wantBaseCurrency(catalog, lookups) : undefined;
    if (draft.act === 'delete') return undefined;
    return () => {
      const hasOther = base !== undefined && lookups.found(base) !== null;
      const isGivenUp = draft.stored?.is_base === true && draft.get('is_base') !== true;
      if (hasOther || isGivenUp) {
        draft.errors.push(invalid('is_base', 'The base currency of a space is fixed: amounts are stored in it.'));
      }
      if (draft.get('is_base') === true) draft.set('is_delete_protected', true);
    };
  },
};

function becomesBase(draft: Draft): boolean {
  return draft.get('is_base') === true && draft.changes('is_base');
}
