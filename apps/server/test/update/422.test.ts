/**
 * Changes that would leave a record that is not valid.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';

onOneDatabase((running) => {
  const reject = async (collection: string, record: TestRecord, body: Json): Promise<string[]> => {
    const answer = await running.space.send('PATCH', `${collection}/${record.id}`, { body });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 40000, entity_id: record.id, entity_index: null, success: false });
    expect(await running.space.get(collection, record.id)).toEqual(record);
    return leavesOf(answer);
  };

  it.each<[Json, string[]]>([
    [{ name: null }, ["- 119 Non-null field 'name' is null or empty."]],
    [{ name: '' }, ["- 119 Non-null field 'name' is null or empty."]],
    [{ unit_symbol: null }, ["- 119 Non-null field 'unit_symbol' is null or empty."]],
    [{ name: 'y', revision: 1.5 }, ['revision 9020 [revision] must be a whole number.']],
    [{ name: 'y', revision: 'x' }, ['revision 9020 [revision] must be a whole number.']],
    [{ nmae: 'x' }, ['- 9022 Product has no member "nmae". Did you mean "name"?']],
    [{ allowed_pipelines: 3 }, ['allowed_pipelines 9020 [allowed_pipelines] must be one of 1 (All), 2 (Selected).']],
    [
      { id: '01a1fdea-10da-766f-926d-3bbd6b3a11b4' },
      ['id 9020 [id] is not the id of the address; the id of a record never changes.'],
    ],
  ])('%j', async (body, leaves) => {
    expect(await reject('Products', await running.space.newProduct(), body)).toEqual(leaves);
  });

  it('names a relation that is cleared by its link and by its id', async () => {
    const contact = await running.space.newContact();
    expect(await reject('Contacts', contact, { owner_id: null })).toEqual([
      `owner_id 119 Non-null field 'Contact'[${contact.id}].owner' is null or empty.`,
      `owner_id 119 Non-null field 'Contact'[${contact.id}].owner_id' is null or empty.`,
    ]);
  });

  it('leaves a contact with neither name', async () => {
    const contact = await running.space.newContact({ first_name: 'Grace' });
    await running.space.update('Contacts', contact.id, { first_name: '' });
    const nameless = await running.space.get('Contacts', contact.id);
    expect(await reject('Contacts', nameless, { last_name: null })).toEqual([
      "- 119 Non-null field: at least one of 'first_name', 'last_name' must be set.",
    ]);
  });

  it('takes a value that another record has', async () => {
    const holder = await running.space.newProduct({ sku: 'TAKEN' });
    const product = await running.space.newProduct({ sku: 'FREE' });
    expect(await reject('Products', product, { sku: 'TAKEN' })).toEqual([
      `sku 9021 [sku] The value "TAKEN" belongs to another record, ${holder.id}; it must be unique. Letter case and blanks count.`,
    ]);
    await running.space.update('Products', product.id, { sku: 'FREE', name: 'y' });
  });

  describe('the base currency', () => {
    const fixed = 'is_base 9020 [is_base] The base currency of a space is fixed: amounts are stored in it.';
    const bases = async () => (await running.space.list('Currencies', { 'filter[is_base]': true })).data;

    it('is given up neither to nor for another one', async () => {
      const { baseCurrencyId, foreignCurrencyId } = running.space.ids;
      const base = await running.space.get('Currencies', baseCurrencyId);
      const foreign = await running.space.get('Currencies', foreignCurrencyId);
      expect(await reject('Currencies', foreign, { is_base: true })).toEqual([fixed]);
      expect(await reject('Currencies', base, { is_base: false })).toEqual([fixed]);
      expect(await reject('Currencies', base, { is_base: null })).toEqual([fixed]);
      const added = await running.space.send('POST', 'Currencies', { body: { code: 'XTS', is_base: true } });
      expect(added.status).toBe(422);
      expect(leavesOf(added)).toEqual([fixed]);
      expect(await bases()).toEqual([base]);
    });

    it('cannot be deleted, even when its protection is taken off', async () => {
      const { baseCurrencyId } = running.space.ids;
      const body = { is_delete_protected: false };
      await running.space.update('Currencies', baseCurrencyId, body, { 'validation-level': 8 });
      const answer = await running.space.send('DELETE', `Currencies/${baseCurrencyId}`);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 9008 });
      expect(await bases()).toMatchObject([{ id: baseCurrencyId }]);
    });

    it('may be renamed, and other currencies come and go', async () => {
      const { baseCurrencyId } = running.space.ids;
      const base = await running.space.get('Currencies', baseCurrencyId);
      const renamed = await running.space.update('Currencies', baseCurrencyId, { ...base, symbol: 'US$' });
      expect(renamed).toMatchObject({ symbol: 'US$', is_base: true });
      const other = await running.space.create('Currencies', { code: 'XTS', is_base: false });
      await running.space.delete('Currencies', other.id);
    });
  });

  describe('what is given once', () => {
    it('never changes, but may be sent again', async () => {
      const set = '00000000-0000-0000-0000-0000000d00ff';
      const option = await running.space.create('Data', { data_set_id: set, option_name: 'x', sort_order: 1 });
      const other = set.replace('ff', 'fe');
      expect(await reject('Data', option, { data_set_id: other })).toEqual([
        'data_set_id 9025 [data_set_id] Can be set on create only.',
      ]);
      const body = { data_set_id: set.toUpperCase(), option_name: 'y' };
      expect(await running.space.update('Data', option.id, body)).toMatchObject({ data_set_id: set, option_name: 'y' });
    });
  });
});
