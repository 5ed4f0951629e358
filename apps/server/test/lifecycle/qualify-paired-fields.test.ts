/**
 * Fields that a space has defined, of leads and opportunities: paired fields hand their values over, nothing else does.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { newLead } from './lifecycle-space.js';

const deal = { closing_date: '2026-09-30', value: { base_value: 500 } };
const colors = [
  { option_name: 'Red', calc_value: 1 },
  { option_name: 'Green', calc_value: 2 },
];

onDatabaseInTurn((running) => {
  const define = (entity_name: string, name: string, type_id: string, more: Json = {}) =>
    running.space.create('Fields', { entity_name, name, type_id, ...more });
  const turned = async (path: string, body: Json): Promise<TestRecord> => {
    const answer = await running.space.send('POST', path, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as TestRecord;
  };

  describe('paired fields', () => {
    let red = '';
    let currency_id = '';
    beforeAll(async () => {
      const { space } = running;
      // A paired field of another name, and fields of one name that are no paired fields.
      const text = await define('Lead', 'Origin', 'input');
      await define('Opportunity', 'Found by', 'input', { shared_with_field_id: text.id });
      const money = await define('Lead', 'Budget', 'currency_foreign');
      await define('Opportunity', 'Frame', 'currency_foreign', { shared_with_field_id: money.id });
      const choice = await define('Lead', 'Color', 'dropdown', { data_set: colors });
      await define('Opportunity', 'Paint', 'dropdown', { shared_with_field_id: choice.id });
      await define('Lead', 'Alike', 'input');
      await define('Opportunity', 'Alike', 'input');
      const { data } = await space.list('Data', { 'filter[data_set_id]': String(choice.data_set_id) });
      red = data.find(({ option_name }) => option_name === 'Red')?.id ?? '';
      const foreign = await space.list('Currencies', { 'filter[is_base]': false, first: 1 });
      currency_id = foreign.data[0]?.id ?? '';
    });

    const valuesOf = () => {
      const amount = { base_value: 100, value_foreign: 250, currency_id };
      return {
        lead: { cf_origin: 'Fair', cf_budget: amount, cf_color_id: red },
        opportunity: { cf_found_by: 'Fair', cf_frame: amount, cf_paint_id: red },
      };
    };

    it('hand text, money and a choice over, and back again', async () => {
      const { space } = running;
      const { lead, opportunity } = valuesOf();
      const { id } = await newLead(space, { ...lead, cf_alike: 'own' });
      const qualified = await turned(`Leads/${id}/qualify`, deal);
      expect(qualified).toMatchObject({ ...opportunity, cf_alike: null });
      expect(await space.get('Opportunities', id)).toEqual(qualified);
      const found = await space.list('Opportunities', { 'filter[cf_found_by]': 'Fair', 'filter[cf_paint_id]': red });
      expect(found.data.map((one) => one.id)).toContain(id);
      const back = await turned(`Opportunities/${id}/back-to-lead`, {});
      expect(back).toMatchObject({ ...lead, cf_alike: null });
      expect(await space.get('Leads', id)).toEqual(back);
    });

    it('yield to the body', async () => {
      const { lead } = valuesOf();
      const { id } = await newLead(running.space, lead);
      const own = { cf_found_by: 'Phone', cf_frame: null, cf_paint_id: null };
      expect(await turned(`Leads/${id}/qualify`, { ...deal, ...own })).toMatchObject(own);
    });
  });
});
