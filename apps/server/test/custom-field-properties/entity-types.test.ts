/**
 * Every entity type that the interface names takes custom fields of every type: their values are written, answered, found and sorted, and
 * are those of no other entity type whose fields have the same names.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onBothDatabases } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { batch } from './property-fixture.js';
import { memberOf, typeProperties } from './type-properties.js';

const catalog = buildCatalog(entityTypes);

/** As the interface names them, and as they are called here. */
const owners = [
  ['Account', 'Account'],
  ['Contact', 'Contact'],
  ['Lead', 'Lead'],
  ['Opportunity', 'Opportunity'],
  ['Product', 'Product'],
  ['LeadOpptyProductRelation', 'OpptyProductRelation'],
  ['Task', 'Task'],
  ['Appointment', 'Appointment'],
  ['Project', 'Project'],
] as const;

const data_set = [{ option_name: 'Red', calc_value: 1 }];
const values = Object.fromEntries(typeProperties.map((property) => [memberOf(property.type), property.default[1]]));

onBothDatabases((running) => {
  let space: TestSpace;
  let maker: RecordMaker;

  beforeAll(async () => {
    space = await running.server.newSpace('all-owners');
    maker = new RecordMaker(space, catalog);
    const fields = owners.flatMap(([entity_name]) => [
      ...typeProperties.map(({ type }) => ({ entity_name, name: type, type_id: type })),
      { entity_name, name: 'price', type_id: 'currency_foreign' },
      { entity_name, name: 'choice', type_id: 'dropdown', data_set },
      { entity_name, name: 'button', type_id: 'radio', data_set },
      { entity_name, name: 'choices', type_id: 'multiselect_checkbox', data_set },
      { entity_name, name: 'account', type_id: 'lookup', lookup: { entity_name: 'Account' } },
      { entity_name, name: 'accounts', type_id: 'lookup', lookup: { entity_name: 'Account', many: true } },
      { entity_name, name: 'number', type_id: 'sequence', sequence_pattern: '{001}' },
    ]);
    await batch(space, 'Fields/batch-modify', fields);
    const workedOut = owners.flatMap(([entity_name]) => [
      { entity_name, name: 'half', type_id: 'currency', calc_formula: '#cf_integer / 2' },
      { entity_name, name: 'account count', type_id: 'rollup', rollup: { relation: 'cf_accounts', function: 'COUNT' } },
    ]);
    await batch(space, 'Fields/batch-modify', workedOut);
  });

  const optionOf = async (entityType: string, api_name: string) => {
    const query = { 'filter[entity_name]': entityType, 'filter[api_name]': api_name, expand: 'data_set' };
    const [field] = (await space.list('Fields', query)).data;
    const [option] = (field?.data_set ?? []) as readonly TestRecord[];
    return option?.id;
  };

  describe.each(owners)('%s', (_, name) => {
    const { collection } = catalog.existing(name);

    it('takes a field of each type', async () => {
      const account = await space.newAccount();
      const [empty, full] = [await maker.create(catalog.existing(name)), await maker.create(catalog.existing(name))];
      const chosen: Json = {
        ...values,
        cf_price: { base_value: 5, value_foreign: 5, currency_id: space.ids.baseCurrencyId },
        cf_choice_id: await optionOf(name, 'cf_choice'),
        cf_button_id: await optionOf(name, 'cf_button'),
        cf_account_id: account.id,
      };
      const rows = { cf_choices: [{ id: await optionOf(name, 'cf_choices') }], cf_accounts: [{ id: account.id }] };
      await space.update(collection, full.id, { ...chosen, ...rows });
      const shown = await space.get(collection, full.id);
      expect(shown).toMatchObject({ ...chosen, cf_half: Number(values.cf_integer) / 2, cf_account_count: 1 });
      expect(shown).toMatchObject({ cf_choices: { length: 1 }, cf_accounts: { length: 1 } });
      expect(await space.get(collection, empty.id)).toMatchObject({ cf_input: null, cf_choice: null, cf_choices: [] });
      const numbers = [empty.cf_number, full.cf_number].map(Number);
      expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0);

      const both = { 'filter[id]': [empty.id, full.id], 'load-only': 'id' };
      const idsOf = async (query: Json) =>
        (await space.list(collection, { ...both, ...query })).data.map(({ id }) => id);
      for (const [member, value] of Object.entries({
        ...chosen,
        cf_price: 5,
        cf_half: shown.cf_half,
        cf_account_count: 1,
      })) {
        expect(await idsOf({ [`filter[${member}]`]: value }), member).toEqual([full.id]);
        expect(await idsOf({ 'order-by': member }), member).toEqual([empty.id, full.id]);
        expect(await idsOf({ 'order-by': `-${member}` }), member).toEqual([full.id, empty.id]);
      }
      for (const path of ['cf_choices.data_id', 'cf_accounts.record_2_id']) {
        const value = path.startsWith('cf_choices') ? rows.cf_choices[0]?.id : account.id;
        expect(await idsOf({ [`filter[${path}]`]: value }), path).toEqual([full.id]);
      }
    });
  });
});
