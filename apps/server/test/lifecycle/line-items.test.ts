/**
 * What line items come to, alone and together.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  const newQuote = (members: Json = {}) =>
    running.space.create('Quotes', { name: 'Offer', owner_id: running.space.ids.ownerId, ...members });

  const newItem = (members: Json) => running.space.create('OpptyProductRelations', members);

  describe('a line item', () => {
    it('comes to price × quantity, unless the amount is given', async () => {
      const { space } = running;
      const [product, deal] = [await space.newProduct(), await space.newOpportunity()];
      const at = { product_id: product.id, oppty_id: deal.id };
      const item = await newItem({ ...at, price: 49.9, quantity: 12 });
      expect(item).toMatchObject({ amount: 598.8, discount_value: 0, discount_percentage: 0 });
      expect(await newItem({ ...at, price: 10 })).toMatchObject({ quantity: 1, amount: 10 });
      const cheaper = await newItem({ ...at, price: 30, quantity: 3, amount: 60 });
      expect(cheaper).toMatchObject({ amount: 60, discount_value: 30, discount_percentage: 33.3333 });
      expect(await newItem(at)).toMatchObject({
        price: null,
        amount: null,
        discount_value: null,
        discount_percentage: null,
      });
      const free = await newItem({ ...at, price: 0, amount: 5 });
      expect(free).toMatchObject({ discount_value: -5, discount_percentage: null });
    });

    it('follows price and quantity, until a write changes the amount', async () => {
      const { space } = running;
      const [product, deal] = [await space.newProduct(), await space.newOpportunity()];
      const item = await newItem({ product_id: product.id, oppty_id: deal.id, price: 10, quantity: 2 });
      const change = (body: Json) => space.update('OpptyProductRelations', item.id, body);
      expect((await change({ quantity: 3 })).amount).toBe(30);
      expect(await change({ amount: 24 })).toMatchObject({ amount: 24, discount_value: 6, discount_percentage: 20 });
      expect((await change({ comment: 'as agreed' })).amount).toBe(24);
      const full = await space.get('OpptyProductRelations', item.id);
      expect((await change({ ...full, price: 11 })).amount).toBe(33);
      expect((await change({ price: 12, amount: 30 })).amount).toBe(30);
      expect((await change({ amount: null })).amount).toBe(36);
    });

    it('is exact, and rejected where it is too large', async () => {
      const { space } = running;
      const [product, deal] = [await space.newProduct(), await space.newOpportunity()];
      const at = { product_id: product.id, oppty_id: deal.id };
      expect((await newItem({ ...at, price: 0.1, quantity: 3 })).amount).toBe(0.3);
      expect((await newItem({ ...at, price: 0.0001, quantity: 0.5 })).amount).toBe(0.0001);
      const body = { ...at, price: 99_999_999, quantity: 99_999_999 };
      const rejected = await space.send('POST', 'OpptyProductRelations', { body });
      expect(rejected.status).toBe(422);
      expect(leavesOf(rejected)[0]).toMatch(/^amount 9020/);
    });

    it('takes its price from the price list, in the product currency', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const { baseCurrencyId, foreignCurrencyId } = space.ids;
      const list = await space.create('ProductPriceLists', { name: 'Wholesale' });
      const price = { product_price_list_id: list.id, product_id: product.id };
      await space.create('ProductPriceListPrices', { ...price, price: 8, currency_id: foreignCurrencyId });
      await space.create('ProductPriceListPrices', { ...price, price: 9.5 });
      const deal = await space.newOpportunity({ product_price_list_id: list.id });
      const at = { product_id: product.id, oppty_id: deal.id };
      expect(await newItem({ ...at, quantity: 2 })).toMatchObject({ price: 9.5, amount: 19 });
      expect((await newItem({ ...at, price: 7 })).price).toBe(7);
      const foreign = await newQuote({
        product_price_list_id: list.id,
        product_currency_id: foreignCurrencyId,
        product_relations: [{ product_id: product.id }],
      }).catch(String);
      expect(foreign).toContain('no exchange rate');
      const inside = await newQuote({
        product_price_list_id: list.id,
        product_currency_id: baseCurrencyId,
        product_relations: [{ product_id: product.id }],
      });
      const { data } = await space.list('OpptyProductRelations', { 'filter[quote_id]': inside.id });
      expect(data).toMatchObject([{ price: 9.5 }]);
    });

    it('belongs to an opportunity or to a quote, not to both and not to none', async () => {
      const { space } = running;
      const [product, deal, quote] = [await space.newProduct(), await space.newOpportunity(), await newQuote()];
      const both = { product_id: product.id, oppty_id: deal.id, quote_id: quote.id };
      const rejected = await space.send('POST', 'OpptyProductRelations', { body: both });
      expect(leavesOf(rejected).map((leaf) => leaf.slice(0, 13))).toEqual(['quote_id 9020']);
      expect((await space.send('POST', 'OpptyProductRelations', { body: { product_id: product.id } })).status).toBe(
        422,
      );
    });
  });

  describe('an opportunity whose value is calculated', () => {
    const sums = { is_value_auto_calculate: true, value: undefined };

    it('needs no value, and comes to its items', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const items = [1, 2].map((quantity) => ({ product_id: product.id, price: 0.1, quantity }));
      const deal = await space.newOpportunity({ ...sums, product_relations: items });
      expect(deal.value).toEqual({ base_value: 0.3, currency_id: space.ids.baseCurrencyId, value_foreign: 0.3 });
      expect((await space.newOpportunity(sums)).value).toMatchObject({ base_value: 0 });
      const given = await space.newOpportunity({ ...sums, value: { base_value: 5 }, product_relations: items });
      expect(given.value).toMatchObject({ base_value: 0.3 });
    });

    it('follows items that are written by themselves', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const deal = await space.newOpportunity(sums);
      const worth = async () => ((await space.get('Opportunities', deal.id)).value as Json).base_value;
      const item = await newItem({ product_id: product.id, oppty_id: deal.id, price: 10, quantity: 2 });
      expect(await worth()).toBe(20);
      await space.update('OpptyProductRelations', item.id, { quantity: 5 });
      expect(await worth()).toBe(50);
      const second = await newItem({ product_id: product.id, oppty_id: deal.id, price: 1, amount: 0.5 });
      expect(await worth()).toBe(50.5);
      await space.delete('OpptyProductRelations', item.id);
      expect(await worth()).toBe(0.5);
      await space.send('POST', 'OpptyProductRelations/batch-restore', { body: [item.id] });
      expect(await worth()).toBe(50.5);
      await space.update('Opportunities', deal.id, { product_relations: [second.id] });
      expect(await worth()).toBe(0.5);
      await space.update('Opportunities', deal.id, { value: { base_value: 99 } });
      expect(await worth()).toBe(0.5);
    });

    it('takes over from a given value and gives it back', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const deal = await space.newOpportunity({ product_relations: [{ product_id: product.id, price: 3 }] });
      expect(deal.value).toMatchObject({ base_value: 1000 });
      const on = await space.update('Opportunities', deal.id, { is_value_auto_calculate: true });
      expect(on.value).toMatchObject({ base_value: 3 });
      const off = await space.update('Opportunities', deal.id, { is_value_auto_calculate: false });
      expect(off.value).toMatchObject({ base_value: 3 });
      const given = await space.update('Opportunities', deal.id, { value: { base_value: 8 } });
      expect(given.value).toMatchObject({ base_value: 8 });
    });

    it('is right after many have written its items at once', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const deal = await space.newOpportunity(sums);
      const at = { product_id: product.id, oppty_id: deal.id, price: 1 };
      await Promise.all(Array.from({ length: 10 }, (_, index) => newItem({ ...at, quantity: index + 1 })));
      expect((await space.get('Opportunities', deal.id)).value).toMatchObject({ base_value: 55 });
    });
  });

  it('a quote comes to its items', async () => {
    const { space } = running;
    const product = await space.newProduct();
    const { baseCurrencyId } = space.ids;
    const empty = await newQuote();
    expect(empty.total_amount).toEqual({ base_value: 0, currency_id: baseCurrencyId, value_foreign: 0 });
    const quote = await newQuote({ product_relations: [{ product_id: product.id, price: 2.5, quantity: 2 }] });
    expect(quote.total_amount).toMatchObject({ base_value: 5 });
    const item = await newItem({ product_id: product.id, quote_id: quote.id, price: 1 });
    const total = async ({ id }: TestRecord) => ((await space.get('Quotes', id)).total_amount as Json).base_value;
    expect(await total(quote)).toBe(6);
    await space.update('OpptyProductRelations', item.id, { quote_id: empty.id });
    expect([await total(quote), await total(empty)]).toEqual([5, 1]);
  });
});
