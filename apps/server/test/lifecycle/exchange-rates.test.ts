/**
 * Amounts in other currencies: one value is enough when a rate holds.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestSpace } from '../test-space.js';

function newRates(space: TestSpace, currency_id: string) {
  const currency_exchange_rates = [{ currency_id, exchange_rate: 2 }];
  return space.create('CurrencyExchangeRatesLists', { valid_from: '2016-01-01', currency_exchange_rates });
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

onDatabaseInTurn((running) => {
  const newList = (valid_from: string, exchange_rate: number, currency_id = running.space.ids.foreignCurrencyId) =>
    running.space.create('CurrencyExchangeRatesLists', {
      valid_from,
      currency_exchange_rates: [{ currency_id, exchange_rate }],
    });
  const foreign = (value: Json) => ({ value: { ...value, currency_id: running.space.ids.foreignCurrencyId } });

  it('without a rate both values must be given', async () => {
    const space = await running.server.newSpace('no-rates');
    const value = { value_foreign: 100, currency_id: space.ids.foreignCurrencyId };
    const body = { ...(await space.newOpportunity()), value };
    const rejected = await space.send('POST', 'Opportunities', { body: { ...body, id: null } });
    expect(leavesOf(rejected)).toEqual([
      'value 9020 [value] needs both base_value and value_foreign: the space has no exchange rate for this currency.',
    ]);
  });

  it('without a rate an empty quote comes to nothing, and takes no line item', async () => {
    const space = await running.server.newSpace('no-rates-for-quotes');
    const { ownerId, foreignCurrencyId } = space.ids;
    const members = { name: 'Offer', owner_id: ownerId, product_currency_id: foreignCurrencyId };
    const quote = await space.create('Quotes', members);
    expect(quote.total_amount).toEqual({ base_value: 0, currency_id: foreignCurrencyId, value_foreign: 0 });
    const product = await space.newProduct();
    const body = { product_id: product.id, quote_id: quote.id, price: 5 };
    const rejected = await space.send('POST', 'OpptyProductRelations', { body });
    expect(rejected.status).toBe(422);
    expect(leavesOf(rejected)[0]).toContain('has no exchange rate for this currency');
    await newRates(space, foreignCurrencyId);
    expect((await space.send('POST', 'OpptyProductRelations', { body })).status).toBe(201);
    expect((await space.get('Quotes', quote.id)).total_amount).toMatchObject({ base_value: 10, value_foreign: 5 });
  });

  describe('with rates', () => {
    it('the other value follows, in four places, halves away from zero', async () => {
      const { space } = running;
      await newList('2020-01-01', 3);
      await newList('2024-01-01', 0.3);
      await newList(tomorrow(), 7);
      const { currency_id } = foreign({}).value as Json;
      const deal = await space.newOpportunity(foreign({ value_foreign: 100.0005 }));
      expect(deal.value).toEqual({ base_value: 30.0002, currency_id, value_foreign: 100.0005 });
      const other = await space.newOpportunity(foreign({ base_value: 1 }));
      expect(other.value).toEqual({ base_value: 1, currency_id, value_foreign: 3.3333 });
      const both = await space.newOpportunity(foreign({ base_value: 1, value_foreign: 1 }));
      expect(both.value).toMatchObject({ base_value: 1, value_foreign: 1 });
      const changed = await space.update('Opportunities', deal.id, { value: { base_value: 2 } });
      expect(changed.value).toEqual({ base_value: 2, currency_id, value_foreign: 6.6667 });
      const negative = await space.newOpportunity(foreign({ value_foreign: -100.0005 }));
      expect(negative.value).toMatchObject({ base_value: -30.0002 });
    });

    it('a record goes by the list that it names', async () => {
      const { space } = running;
      const list = await newList('2019-01-01', 2);
      const deal = await space.newOpportunity({
        ...foreign({ value_foreign: 10 }),
        currency_exchange_rates_list_id: list.id,
      });
      expect(deal.value).toMatchObject({ base_value: 20 });
      const changed = await space.update('Opportunities', deal.id, { value: { value_foreign: 11 } });
      expect(changed.value).toMatchObject({ base_value: 22 });
      const empty = await space.create('CurrencyExchangeRatesLists', { valid_from: '2018-01-01' });
      const body = { value: { value_foreign: 12 }, currency_exchange_rates_list_id: empty.id };
      const rejected = await space.send('PATCH', `Opportunities/${deal.id}`, { body });
      expect(leavesOf(rejected).map((leaf) => leaf.slice(0, 10))).toEqual(['value 9020']);
    });

    it('a list that changes later changes no record', async () => {
      const { space } = running;
      const list = await newList('2019-01-01', 2);
      const named = { currency_exchange_rates_list_id: list.id };
      const deal = await space.newOpportunity({ ...foreign({ value_foreign: 10 }), ...named });
      const [rate] = (await space.list('CurrencyExchangeRates', { 'filter[currency_exchange_rate_list_id]': list.id }))
        .data;
      await space.update('CurrencyExchangeRates', rate?.id ?? '', { exchange_rate: 5 });
      expect((await space.get('Opportunities', deal.id)).value).toEqual(deal.value);
      const later = await space.newOpportunity({ ...foreign({ value_foreign: 10 }), ...named });
      expect(later.value).toMatchObject({ base_value: 50 });
    });

    it('a sum of line items is converted too', async () => {
      const { space } = running;
      const list = await newList('2019-02-01', 0.5);
      const product = await space.newProduct();
      const deal = await space.newOpportunity({
        is_value_auto_calculate: true,
        value: undefined,
        product_currency_id: space.ids.foreignCurrencyId,
        currency_exchange_rates_list_id: list.id,
        product_relations: [{ product_id: product.id, price: 7, quantity: 2 }],
      });
      const currency_id = space.ids.foreignCurrencyId;
      expect(deal.value).toEqual({ base_value: 7, currency_id, value_foreign: 14 });
      await space.create('OpptyProductRelations', { product_id: product.id, oppty_id: deal.id, price: 1 });
      expect((await space.get('Opportunities', deal.id)).value).toMatchObject({ base_value: 7.5, value_foreign: 15 });
    });

    it('an amount that comes out too large is rejected', async () => {
      const { space } = running;
      const list = await newList('2019-03-01', 1000);
      const body = {
        ...(await space.newOpportunity()),
        id: null,
        ...foreign({ value_foreign: 99_999_999_999_999 }),
        currency_exchange_rates_list_id: list.id,
      };
      const rejected = await space.send('POST', 'Opportunities', { body });
      expect(leavesOf(rejected).map((leaf) => leaf.slice(0, 10))).toEqual(['value 9020']);
    });
  });

  it('a list has one rate above zero for a currency other than the base currency', async () => {
    const { space } = running;
    const { baseCurrencyId, foreignCurrencyId } = space.ids;
    const reject = async (...rates: readonly Json[]) => {
      const body = { valid_from: '2017-01-01', currency_exchange_rates: rates };
      const answer = await space.send('POST', 'CurrencyExchangeRatesLists', { body });
      expect(answer.status).toBe(422);
      return leavesOf(answer)[0];
    };
    const [rate, other] = [1, 2].map((exchange_rate) => ({ currency_id: foreignCurrencyId, exchange_rate }));
    expect(await reject({ ...rate, exchange_rate: 0 })).toContain('must be more than 0');
    expect(await reject({ currency_id: baseCurrencyId, exchange_rate: 1 })).toContain('base currency');
    expect(await reject(rate ?? {}, other ?? {})).toContain('has a rate in this list already');
    const list = await newList('2017-01-01', 1);
    const body = { ...other, currency_exchange_rate_list_id: list.id };
    const doubled = await space.send('POST', 'CurrencyExchangeRates', { body });
    expect(leavesOf(doubled)[0]).toContain('has a rate in this list already');
    const empty = await space.create('CurrencyExchangeRatesLists', { valid_from: '2017-02-01' });
    const first = { ...rate, currency_exchange_rate_list_id: empty.id };
    const query = { 'rollback-method': 1 };
    await space.send('POST', 'CurrencyExchangeRates/batch-modify', {
      body: [{ ...first, exchange_rate: 0 }, first, { ...first, exchange_rate: 3 }],
      query,
    });
    const { data } = await space.list('CurrencyExchangeRates', { 'filter[currency_exchange_rate_list_id]': empty.id });
    expect(data.map(({ exchange_rate }) => exchange_rate)).toEqual([1]);
  });
});
