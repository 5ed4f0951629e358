/**
 * OpptyProductRelation: a line item of exactly one opportunity or quote. Its price comes from the price list of that record, its
 * amount from price and quantity, and its discount from all three.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { valueField } from '../../plan/relations/field-path.js';
import { isZero, multiply, percentage, subtract } from '../../plan/values/amounts.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

const owners = ['oppty_id', 'quote_id'] as const;

export const opptyProductRelationRule: EntityRule = {
  prepare(draft, context) {
    if (draft.act === 'delete' || draft.act === 'restore') return undefined;
    // What the price is looked up by may change until the facts are known.
    const price = draft.isNew && draft.get('price') === null ? wantPrice(draft, context) : undefined;
    return () => {
      if (owners.every((name) => draft.get(name) !== null)) draft.errors.push(severalOwners());
      if (price !== undefined) draft.set('price', context.lookups.found(price));
      resolveAmount(draft);
      resolveDiscount(draft);
    };
  },
};

function severalOwners(): FieldLeaf {
  return invalid('quote_id', 'A line item belongs to an opportunity or to a quote, and oppty_id is set already.');
}

/** The product's price in the price list and the currency of the record that the line item belongs to. */
function wantPrice(draft: Draft, { catalog, lookups, parent }: RuleContext): Fact | undefined {
  const product = draft.text('product_id');
  const list = parent?.text('product_price_list_id') ?? null;
  if (product === null || list === null) return undefined;
  const prices = catalog.existing('ProductPriceListPrice');
  const currency = parent?.text('product_currency_id') ?? {
    of: catalog.existing('Currency'),
    id: null,
    where: 'is_base',
    member: 'id',
  };
  const conditions = { product_price_list_id: list, product_id: product, currency_id: currency };
  return lookups.memberWhere(prices, conditions, valueField(prices, 'price'));
}

/** An amount that a write changes stands, until another write changes price or quantity; one that it only repeats was not meant. */
function resolveAmount(draft: Draft): void {
  const isGiven = draft.changes('amount') && draft.get('amount') !== null;
  const isDue = draft.isNew || ['price', 'quantity', 'amount'].some((name) => draft.changes(name));
  if (isGiven || !isDue) return;
  const full = fullPrice(draft);
  if (full === undefined) draft.errors.push(tooLarge('amount'));
  else draft.set('amount', full);
}

function resolveDiscount(draft: Draft): void {
  const [full, amount] = [fullPrice(draft), amountIn(draft, 'amount')];
  const discount = full === undefined || full === null || amount === null ? null : subtract(full, amount);
  if (discount === undefined) draft.errors.push(tooLarge('amount'));
  draft.set('discount_value', discount ?? null);
  const isShare = discount !== undefined && discount !== null && !isZero(full ?? '0');
  draft.set('discount_percentage', isShare ? (percentage(discount, full ?? '1') ?? null) : null);
}

/** @returns price × quantity; null while one of them is unset; undefined when it is too large for an amount */
function fullPrice(draft: Draft): string | null | undefined {
  const [price, quantity] = [amountIn(draft, 'price'), amountIn(draft, 'quantity')];
  return price === null || quantity === null ? null : multiply(price, quantity);
}

function amountIn(draft: Draft, name: string): string | null {
  const value = draft.get(name);
  return value === null ? null : String(value);
}

function tooLarge(field: string): FieldLeaf {
  return invalid(field, 'has more than 14 digits before the point.');
}
