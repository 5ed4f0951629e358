/** Formulas, roll-ups and lookups that a space defines over REST v100, and the records that have them. */
import { expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

/** Waits until the values of a field are those of its definition. */
async function whenRecomputed(space: TestSpace, fieldId: string): Promise<TestRecord> {
  for (;;) {
    const field = await space.get('Fields', fieldId);
    if (field.recomputation === null) return field;
    expect(field.recomputation).toMatchObject({ state: expect.stringMatching(/^(waiting|running)$/) });
    await new Promise((later) => setTimeout(later, 20));
  }
}

onOneDatabase((running) => {
  const newField = (body: Json) => running.space.create('Fields', body);
  const recomputed = ({ id }: TestRecord) => whenRecomputed(running.space, id);

  test('works out a formula in records that were there before it, and in those that come', async () => {
    const { space } = running;
    await newField({ entity_name: 'Contact', name: 'Hours', type_id: 'integer' });
    const contact = await space.newContact({ cf_hours: 3 });
    const field = await newField({
      entity_name: 'Contact',
      name: 'Cost',
      type_id: 'currency',
      calc_formula: '#cf_hours * 12.5',
    });
    expect(field.recomputation).toEqual({ state: 'waiting', done: 0, total: 0 });
    expect(await space.newContact({ cf_hours: 2 })).toMatchObject({ cf_cost: 25 });
    await recomputed(field);
    const worked = await space.get('Contacts', contact.id);
    expect(worked).toMatchObject({ cf_hours: 3, cf_cost: 37.5 });
    expect(worked.revision).toBeGreaterThan(contact.revision);
    const before = worked.revision;
    await space.update('Fields', field.id, { calc_formula: '#cf_hours * 10' });
    await recomputed(field);
    expect(await space.get('Contacts', contact.id)).toMatchObject({ cf_cost: 30 });
    await space.update('Fields', field.id, { name: 'Costs' });
    expect((await recomputed(field)).recomputation).toBeNull();
    expect((await space.get('Contacts', contact.id)).revision).toBeGreaterThan(before);
  });

  test('counts options by what they come to, and again when that changes', async () => {
    const { space } = running;
    const options = [
      { option_name: 'Low', calc_value: '1' },
      { option_name: 'High', calc_value: '2.5' },
    ];
    const rank = await newField({ entity_name: 'Account', name: 'Rank', type_id: 'dropdown', data_set: options });
    const data = (
      await space.list('Data', { 'filter[data_set_id]': String(rank.data_set_id), 'order-by': 'sort_order' })
    ).data;
    const high = data[1]?.id ?? '';
    const score = await newField({
      entity_name: 'Account',
      name: 'Score',
      type_id: 'currency',
      calc_formula: '#cf_rank * 4',
    });
    const account = await space.newAccount({ cf_rank_id: high });
    expect(account).toMatchObject({ cf_score: 10 });
    expect(await space.update('Accounts', account.id, { cf_rank_id: null })).toMatchObject({ cf_score: null });
    await space.update('Accounts', account.id, { cf_rank_id: high });
    await space.update('Data', high, { calc_value: '3' });
    await recomputed(score);
    expect(await space.get('Accounts', account.id)).toMatchObject({ cf_score: 12 });
    await space.update('Fields', rank.id, {
      data_set: [
        { id: data[0]?.id, calc_value: '1' },
        { id: high, calc_value: '4' },
      ],
    });
    await recomputed(score);
    expect(await space.get('Accounts', account.id)).toMatchObject({ cf_score: 16 });
  });

  test('counts several chosen options through a roll-up, which a formula can use', async () => {
    const { space } = running;
    const options = [1, 2.5, 4].map((calc_value) => ({ option_name: `Worth ${calc_value}`, calc_value }));
    const extras = await newField({
      entity_name: 'Account',
      name: 'Extras',
      type_id: 'multiselect_checkbox',
      data_set: options,
    });
    const { data } = await space.list('Data', {
      'filter[data_set_id]': String(extras.data_set_id),
      'order-by': 'sort_order',
    });
    const ids = data.map(({ id }) => id);
    const rejected = await space.send('POST', 'Fields', {
      body: { entity_name: 'Account', name: 'Direct', type_id: 'currency', calc_formula: '#cf_extras * 2' },
    });
    expect(rejected.status).toBe(422);
    expect(JSON.stringify(rejected.body)).toContain('A roll-up field makes a number of several records or options');
    const worth = { relation: 'cf_extras', function: 'SUM', field: 'calc_value' };
    await newField({ entity_name: 'Account', name: 'Extras worth', type_id: 'rollup', rollup: worth });
    const twice = await newField({
      entity_name: 'Account',
      name: 'Twice the extras',
      type_id: 'currency',
      calc_formula: '#cf_extras_worth * 2',
    });
    const account = await space.newAccount({ cf_extras: ids.slice(0, 2).map((data_id) => ({ data_id })) });
    const valuesOf = async () => space.get('Accounts', account.id);
    expect(account).toMatchObject({ cf_extras_worth: 3.5, cf_twice_the_extras: 7 });
    await space.update('Accounts', account.id, { cf_extras: ids.map((data_id) => ({ data_id })) });
    expect(await valuesOf()).toMatchObject({ cf_extras_worth: 7.5, cf_twice_the_extras: 15 });
    await space.update('Data', ids[2] ?? '', { calc_value: 10 });
    await recomputed(twice);
    await expect.poll(valuesOf).toMatchObject({ cf_extras_worth: 13.5, cf_twice_the_extras: 27 });
  });

  test('points from one record to another, and shows from there what points at it', async () => {
    const { space } = running;
    const lookup = { entity_name: 'Account', many: false };
    const field = await newField({ entity_name: 'Opportunity', name: 'Reseller', type_id: 'lookup', lookup });
    const back = { entity_name: 'Opportunity', many: true, relation_id: field.id };
    await newField({ entity_name: 'Account', name: 'Resold', type_id: 'lookup', lookup: back });
    const account = await space.newAccount({ name: 'Reseller Ltd' });
    const deal = await space.newOpportunity({ name: 'A deal' });
    expect(deal).toMatchObject({ cf_reseller: null, cf_reseller_id: null });
    const linked = await space.update('Opportunities', deal.id, { cf_reseller_id: account.id });
    expect(linked).toMatchObject({
      cf_reseller_id: account.id,
      cf_reseller: `${space.entities}/Accounts/${account.id}`,
    });
    const other = await space.newOpportunity({ cf_reseller: { id: account.id } });
    const resold = [deal, other].map(({ id }) => `${space.entities}/Opportunities/${id}`);
    expect((await space.get('Accounts', account.id)).cf_resold).toEqual(resold);
    const expanded = await space.get('Accounts', account.id, { expand: 'cf_resold.cf_reseller' });
    expect(expanded.cf_resold).toMatchObject([{ name: 'A deal', cf_reseller: { name: 'Reseller Ltd' } }, {}]);
    const idsOf = async (collection: string, query: Record<string, string>) =>
      (await space.list(collection, query)).data.map(({ id }) => id);
    expect(await idsOf('Accounts', { 'filter[cf_resold.name]': 'A deal' })).toEqual([account.id]);
    expect(await idsOf('Opportunities', { 'filter[cf_reseller.name]': 'Reseller Ltd' })).toEqual([deal.id, other.id]);
    await space.delete('Opportunities', other.id);
    expect((await space.get('Accounts', account.id)).cf_resold).toEqual(resold.slice(0, 1));
    const rejected = await space.send('PATCH', `Opportunities/${deal.id}`, { body: { cf_reseller_id: deal.id } });
    expect(rejected.status).toBe(422);
  });

  test('sums up what a lookup shows, in records that were there and in those that come', async () => {
    const { space } = running;
    const lookup = { entity_name: 'Account', many: false };
    const field = await newField({ entity_name: 'Opportunity', name: 'Partner', type_id: 'lookup', lookup });
    const back = { entity_name: 'Opportunity', many: true, relation_id: field.id };
    await newField({ entity_name: 'Account', name: 'Partnered', type_id: 'lookup', lookup: back });
    const account = await space.newAccount();
    const first = await space.newOpportunity({ cf_partner_id: account.id, value: { base_value: 10.5 } });
    const total = await newField({
      entity_name: 'Account',
      name: 'Partnered total',
      type_id: 'rollup',
      rollup: { relation: 'cf_partnered', function: 'SUM', field: 'value' },
    });
    const count = await newField({
      entity_name: 'Account',
      name: 'Partnered open',
      type_id: 'rollup',
      rollup: { relation: 'cf_partnered', function: 'COUNT', filter: { is_archived: false } },
    });
    await recomputed(total);
    await recomputed(count);
    expect(await space.get('Accounts', account.id)).toMatchObject({ cf_partnered_total: 10.5, cf_partnered_open: 1 });
    await space.newOpportunity({ cf_partner_id: account.id, value: { base_value: 1 } });
    await space.update('Opportunities', first.id, { is_archived: true });
    expect(await space.get('Accounts', account.id)).toMatchObject({ cf_partnered_total: 11.5, cf_partnered_open: 1 });
    const found = await space.list('Accounts', { 'filter[cf_partnered_total]': '11.5' });
    expect(found.data.map(({ id }) => id)).toEqual([account.id]);
    expect(await space.newAccount()).toMatchObject({ cf_partnered_total: 0, cf_partnered_open: 0 });
  });

  test('sums up what leads here though no member shows it', async () => {
    const { space } = running;
    const [account, other] = [await space.newAccount(), await space.newAccount()];
    const contact = await space.newContact();
    const primary = (id: string) => [{ account_id: id, is_primary: true }];
    const deal = await space.newOpportunity({
      account_relations: primary(account.id),
      contact_relations: [{ contact_id: contact.id, is_primary: true }],
      value: { base_value: 10.5 },
    });
    await newField({ entity_name: 'Opportunity', name: 'Margin', type_id: 'currency', default_value: '2' });
    const relation = 'opportunities_by_primary_account';
    const sum = (entity_name: string, name: string, rollup: Json) =>
      newField({ entity_name, name, type_id: 'rollup', rollup });
    const fields = [
      await sum('Account', 'Deal value', { relation, function: 'SUM', field: 'value' }),
      await sum('Account', 'Margins', {
        relation,
        function: 'SUM',
        field: 'cf_margin',
        filter: { is_archived: false },
      }),
      await sum('Account', 'Staff', { relation: 'contacts_by_primary_account', function: 'COUNT' }),
      await sum('Contact', 'Last deal', {
        ...{ relation: 'opportunities_by_primary_contact', function: 'MAX', field: 'closing_date' },
      }),
    ];
    for (const field of fields) await recomputed(field);
    const valuesOf = async ({ id }: TestRecord) => {
      const { cf_deal_value, cf_margins, cf_staff } = await space.get('Accounts', id);
      return [cf_deal_value, cf_margins, cf_staff];
    };
    expect(await valuesOf(account)).toEqual([10.5, 0, 0]);
    expect(await space.get('Contacts', contact.id)).toMatchObject({ cf_last_deal: deal.closing_date });
    const second = await space.newOpportunity({ account_relations: primary(other.id), value: { base_value: 1 } });
    expect(await valuesOf(other)).toEqual([1, 2, 0]);
    // The reference follows from the rows, written in the body or by themselves.
    await space.update('Opportunities', second.id, { account_relations: primary(account.id) });
    expect([await valuesOf(account), await valuesOf(other)]).toEqual([
      [11.5, 2, 0],
      [0, 0, 0],
    ]);
    const row = { lead_oppty_id: second.id, account_id: other.id, is_primary: true };
    await space.create('LeadOpptyAccountRelations', row);
    expect([await valuesOf(account), await valuesOf(other)]).toEqual([
      [10.5, 0, 0],
      [1, 2, 0],
    ]);
    await space.newContact({ account_relations: primary(other.id) });
    expect(await valuesOf(other)).toEqual([1, 2, 1]);
    const merged = await space.send('POST', 'Accounts/merge', {
      body: { master: { id: account.id }, secondary_ids: [other.id] },
    });
    expect(merged.status, merged.text).toBeLessThan(300);
    expect(await valuesOf(account)).toEqual([11.5, 2, 1]);
    await space.delete('Opportunities', deal.id);
    expect(await valuesOf(account)).toEqual([1, 2, 1]);

    const margin = (await space.list('Fields', { 'filter[api_name]': 'cf_margin' })).data[0]?.id;
    const inUse = await space.send('DELETE', `Fields/${margin}`);
    expect([inUse.status, String(inUse.body.message)]).toEqual([409, expect.stringContaining('Account.cf_margins')]);
    const rejected = await space.send('POST', 'Fields', {
      body: {
        ...{ entity_name: 'Account', name: 'No', type_id: 'rollup' },
        rollup: { relation: 'oportunities_by_primary_account', function: 'COUNT' },
      },
    });
    expect(rejected.status).toBe(422);
    expect(String(rejected.body.message)).toMatch(/Did you mean "?opportunities_by_primary_account/);
    expect(String(rejected.body.message)).toContain(', contacts_by_primary_account, ');
  });

  test('sums up something else when the roll-up is changed, if the values stay of one type', async () => {
    const { space } = running;
    const rollup = { relation: 'product_relations', function: 'SUM', field: 'price' };
    const field = await newField({ entity_name: 'Opportunity', name: 'Prices', type_id: 'rollup', rollup });
    const { id: product_id } = await space.newProduct();
    const deal = await space.newOpportunity({
      product_relations: [
        { product_id, price: 4, quantity: 3 },
        { product_id, price: 6, quantity: 2 },
      ],
    });
    const changeTo = async (changed: Json) => {
      await space.update('Fields', field.id, { rollup: { ...rollup, ...changed } });
      await recomputed(field);
      return (await space.get('Opportunities', deal.id)).cf_prices;
    };
    expect(deal.cf_prices).toBe(10);
    expect(await changeTo({ function: 'AVG' })).toBe(5);
    expect(await changeTo({ field: 'quantity' })).toBe(5);
    expect(await changeTo({ filter: { quantity: 3 } })).toBe(4);
    const rejectionOf = async (changed: Json) => {
      const answer = await space.send('PATCH', `Fields/${field.id}`, { body: { rollup: { ...rollup, ...changed } } });
      return [answer.status, String(answer.body.message)];
    };
    expect(await rejectionOf({ function: 'COUNT', field: null })).toEqual([
      422,
      expect.stringContaining('must give values of the same type as before, decimal, not integer.'),
    ]);
    expect(await rejectionOf({ relation: 'account_relations', function: 'COUNT', field: null })).toEqual([
      422,
      expect.stringContaining('relation: can be given on create only.'),
    ]);
    expect(await rejectionOf({ field: 'cf_prices' })).toEqual([422, expect.stringContaining('field: ')]);
    expect((await space.get('Opportunities', deal.id)).cf_prices).toBe(4);
  });

  test('rejects a circle through a roll-up', async () => {
    const { space } = running;
    const lookup = { entity_name: 'Account', many: false };
    const field = await newField({ entity_name: 'Account', name: 'Above', type_id: 'lookup', lookup });
    const back = { entity_name: 'Account', many: true, relation_id: field.id };
    await newField({ entity_name: 'Account', name: 'Below', type_id: 'lookup', lookup: back });
    const own = await newField({ entity_name: 'Account', name: 'Own', type_id: 'currency', calc_formula: '1 + 1' });
    const below = { relation: 'cf_below', function: 'SUM', field: 'cf_own' };
    await newField({ entity_name: 'Account', name: 'Sum below', type_id: 'rollup', rollup: below });
    const rejected = await space.send('PATCH', `Fields/${own.id}`, { body: { calc_formula: '#cf_sum_below + 1' } });
    expect(rejected.status).toBe(422);
    expect(String(rejected.body.message)).toContain('is circular');
  });

  test('lets no one write what is worked out', async () => {
    const { space } = running;
    await newField({ entity_name: 'Task', name: 'Doubled', type_id: 'integer', calc_formula: '#priority * 2' });
    const task = await space.create('Tasks', {
      subject: 'Call',
      owner_id: space.ids.ownerId,
      priority: 2,
      cf_doubled: 17,
    });
    expect(task).toMatchObject({ cf_doubled: 4 });
  });

  test('forgets a deleted field in what is stored beside records, which do not change by that', async () => {
    const { space, server } = running;
    const made = [];
    for (const name of ['Left', 'Middle', 'Right'])
      made.push(await newField({ entity_name: 'Product', name, type_id: 'integer' }));
    const product = await space.newProduct({ cf_left: 1, cf_middle: 2, cf_right: 3 });
    await space.delete('Fields', made[1]?.id ?? '');
    const { knex } = server.deps.db;
    while (await knex('jobs').where({ space_id: space.id, subject: 'Product' }).first()) {
      await new Promise((later) => setTimeout(later, 20));
    }
    const { custom } = await knex('products').where({ id: product.id }).first('custom');
    const kept: unknown = typeof custom === 'string' ? JSON.parse(custom) : custom;
    expect(kept).toEqual({ cf_left: 1, cf_right: 3 });
    const read = await space.get('Products', product.id);
    expect(read).toMatchObject({ cf_left: 1, cf_right: 3, revision: product.revision, modified: product.modified });
    expect(read).not.toHaveProperty('cf_middle');
  });
});
