/**
 * The amount of a record that is the sum of its line items.
 */
import type { MoneyField } from '@headwater/catalog';
import { invalid } from '../../plan/change/field-errors.js';
import { sum } from '../../plan/values/amounts.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

/** The line items of an opportunity or a quote. */
export const itemsRelation = 'product_relations';

/** What an amount depends on besides the items. */
const dependencies = ['product_currency_id', 'currency_exchange_rates_list_id'];

/**
 * Whether a write, although it gives no items, makes the sum again.
 * @param more fields that it depends on
 */
export function sumsItems(draft: Draft, total: MoneyField['name'], more: readonly string[] = []): boolean {
  if (draft.act !== 'update') return false;
  return draft.money.has(total) || [...dependencies, ...more].some((name) => draft.changes(name));
}

/** Says ahead in which currency the sum will be, so that its exchange rate can be requested; the items are not complete yet. */
export function announceSum(draft: Draft, context: RuleContext, total: string): void {
  if (draft.isNew || itemsOf(context)) setSum(draft, total, '0');
}

/**
 * Sets the money field `total` to the sum of the items, in the product currency; without items in the write it stays as it is, and is
 * 0 in a new record. The value in the base currency follows from it as from one that a body gives.
 */
export function sumOfItems(draft: Draft, context: RuleContext, total: string): void {
  const items = itemsOf(context);
  if (!items && !draft.isNew) {
    draft.money.delete(total);
    return;
  }
  const value = sum((items ?? []).map((item) => String(item.get('amount') ?? '0')));
  if (value === undefined) draft.errors.push(invalid(total, 'the sum of the line items is too large for an amount.'));
  setSum(draft, total, value ?? '0');
}

function itemsOf({ rowSets }: RuleContext): readonly Draft[] | undefined {
  return rowSets.find(({ field }) => field.name === itemsRelation)?.drafts;
}

function setSum(draft: Draft, total: string, value: string): void {
  draft.money.set(total, { value_foreign: value, currency_id: draft.text('product_currency_id') });
}
