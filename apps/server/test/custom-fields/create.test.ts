/** Fields that a space defines, made through REST v100. */
import { describe, expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

onOneDatabase((running) => {
  const create = (body: Json) => running.space.create('Fields', body);
  const rejection = async (body: Json) => {
    const answer = await running.space.send('POST', 'Fields', { body });
    expect(answer.status, answer.text).toBe(422);
    return String(answer.body.message);
  };

  test('answers what was given and what follows from it', async () => {
    const field = await create({ entity_name: 'Contact', name: 'Shoe size', type_id: 'integer', default_value: '42' });
    expect(field).toMatchObject({
      entity_name: 'Contact',
      api_name: 'cf_shoe_size',
      name: 'Shoe size',
      translated_name: 'Shoe size',
      type_id: 'integer',
      source_type_id: 'integer',
      source_field_id: field.id,
      column_name: 'cf_shoe_size',
      primitive_type: 'integer',
      system_type: 3,
      system_required: false,
      system_readonly: false,
      is_published: true,
      is_unique: false,
      is_delete_protected: false,
      default_value: '42',
      data_set: [],
      calc_formula: null,
    });
  });

  test('records have the member at once, and take its default', async () => {
    await create({ entity_name: 'Contact', name: 'Hat size', type_id: 'integer', default_value: '57' });
    const contact = await running.space.newContact();
    expect(contact).toMatchObject({ cf_hat_size: 57 });
  });

  test.each<[string, string]>([
    ['input', 'string'],
    ['text_area', 'string'],
    ['checkbox', 'boolean'],
    ['currency', 'number'],
    ['currency_foreign', 'object'],
    ['date', 'string'],
    ['datetime', 'string'],
    ['float', 'number'],
    ['url', 'string'],
    ['phone', 'string'],
    ['email', 'string'],
  ])('makes fields of type %s', async (type_id, primitive_type) => {
    const field = await create({ entity_name: 'Account', name: `Of ${type_id}`, type_id });
    expect(field).toMatchObject({ api_name: `cf_of_${type_id}`, type_id, primitive_type });
    const account = await running.space.newAccount();
    expect(account).toHaveProperty(`cf_of_${type_id}`, null);
  });

  test('a member that a body sets to null has no default', async () => {
    await create({ entity_name: 'Contact', name: 'Stars', type_id: 'integer', default_value: '3' });
    await create({ entity_name: 'Contact', name: 'Budget', type_id: 'currency_foreign', default_value: '5' });
    const given = { cf_stars: null, cf_budget: null };
    expect(await running.space.newContact(given)).toMatchObject(given);
    expect(await running.space.newContact()).toMatchObject({ cf_stars: 3, cf_budget: { base_value: 5 } });
  });

  test('the members that the interface names suffice for every type', async () => {
    const { data: types } = await running.space.list('Types', { first: 100 });
    const sequence = types.find(({ name }) => name === 'sequence');
    const numbers = await create({ entity_name: 'Account', name: 'No', type_id: sequence?.id });
    expect(numbers).toMatchObject({ type_id: 'sequence', sequence_pattern: '{00001}', primitive_type: 'string' });
    expect(await running.space.newAccount()).toMatchObject({ cf_no: '00001' });
  });

  test('numbers a name that is taken, in its entity type only', async () => {
    const names = [];
    for (const entity_name of ['Lead', 'Lead', 'Lead', 'Task']) {
      names.push((await create({ entity_name, name: 'Lead source', type_id: 'input' })).api_name);
    }
    expect(names).toEqual(['cf_lead_source', 'cf_lead_source1', 'cf_lead_source2', 'cf_lead_source']);
  });

  test('takes the name of line items that the interface gives them', async () => {
    const field = await create({ entity_name: 'LeadOpptyProductRelation', name: 'Serial', type_id: 'input' });
    expect(field.entity_name).toBe('OpptyProductRelation');
    const named = { 'filter[entity_name]': ['LeadOpptyProductRelation', 'Tag'], 'filter[name]': 'Serial' };
    expect((await running.space.list('Fields', named)).data).toEqual([field]);
    const entities = await running.space.list('Entities', { 'filter[entity_name]': 'LeadOpptyProductRelation' });
    expect(entities.data).toMatchObject([{ entity_name: 'OpptyProductRelation' }]);
  });

  describe('rejects', () => {
    test.each<[string, Json, RegExp]>([
      [
        'an entity type that cannot have fields',
        { entity_name: 'Tag' },
        /\[entity_name\] "Tag" cannot have custom fields.*Account, /s,
      ],
      ['a misspelt entity type', { entity_name: 'Contacts' }, /Did you mean "Contact"/],
      ['no name', { name: '' }, /^\s*Non-null field 'name' is null or empty\.$/],
      ['no type', { type_id: null }, /^\s*Non-null field 'type_id' is null or empty\.$/],
      ['an unknown type', { type_id: 'dropdwon' }, /\[type_id\] "dropdwon" is not a type .* use one of input, /],
      [
        'a default of another type',
        { type_id: 'integer', default_value: 'many' },
        /\[default_value\] must be a whole number/,
      ],
      [
        'a default of a text that is too long',
        { default_value: 'x'.repeat(256) },
        /\[default_value\] must have at most 255/,
      ],
      [
        'options of what is not a choice',
        { data_set: [{ option_name: 'A', calc_value: 1 }] },
        /\[data_set\] is not for fields/,
      ],
      [
        'a set for what is not a choice',
        { data_set_id: crypto.randomUUID() },
        /\[data_set_id\] is not for fields of type input/,
      ],
      [
        'uniqueness of a checkbox',
        { type_id: 'checkbox', is_unique: true },
        /\[is_unique\] is not for fields of type checkbox/,
      ],
      [
        'a formula for an e-mail',
        { type_id: 'email', calc_formula: '1' },
        /\[calc_formula\] is not for fields of type email/,
      ],
      [
        'a default of what is unique',
        { is_unique: true, default_value: 'x' },
        /\[default_value\] cannot be given to a field with is_unique/,
      ],
      [
        'a pattern without a counter',
        { type_id: 'sequence', sequence_pattern: 'A' },
        /\[sequence_pattern\] needs zeros in braces/,
      ],
      ['a name of nothing but blanks', { name: '  ' }, /\[name\] must not be blank/],
      ['a lookup of nothing', { type_id: 'lookup' }, /\[lookup\] must be given/],
      [
        'a lookup of an unknown type',
        { type_id: 'lookup', lookup: { entity_name: 'Acount' } },
        /entity_name: "Acount".*"Account"/s,
      ],
      [
        'a roll-up of no relation',
        { type_id: 'rollup', rollup: { relation: 'name', function: 'COUNT' } },
        /relation: "name" is not a to-many/,
      ],
      ['a wrong formula', { type_id: 'integer', calc_formula: '1 +' }, /\[calc_formula\] At position/],
      [
        'a formula that gives something else',
        { type_id: 'currency', calc_formula: '"a"' },
        /a field of type currency cannot hold\. Give the field the type input,/,
      ],
      [
        'a formula with a field of several values',
        { type_id: 'integer', calc_formula: '#account_relations' },
        /the field "account_relations" cannot be used in a formula/,
      ],
      ['a formula with an unknown field', { type_id: 'integer', calc_formula: '#cf_x + 1' }, /cf_x/],
    ])('%s', async (_, given, message) => {
      expect(await rejection({ entity_name: 'Contact', name: 'Rejected', type_id: 'input', ...given })).toMatch(
        message,
      );
    });

    test('nothing is left of it', async () => {
      const { data } = await running.space.list('Fields', { 'filter[name]': 'Rejected', 'include-deleted': true });
      expect(data).toEqual([]);
    });
  });

  test('a name is chosen with validation-level 8', async () => {
    const body = { entity_name: 'Project', name: 'Budget', type_id: 'currency', api_name: 'cf_money' };
    expect(await running.space.create('Fields', body, { 'validation-level': 8 })).toMatchObject({
      api_name: 'cf_money',
    });
    const again = await running.space.send('POST', 'Fields', { body, query: { 'validation-level': 8 } });
    expect(again.body.message).toContain(
      '[api_name] "cf_money" is taken, perhaps by a deleted field; restore that one, or choose another name.',
    );
    expect((await create({ ...body, name: 'Other' })).api_name).toBe('cf_other');
  });

  test('an entity type has 500 fields at most', async () => {
    const space = await running.server.newSpace('many');
    const body = Array.from({ length: 501 }, (_, index) => {
      return { entity_name: 'Appointment', name: `Field ${index}`, type_id: 'checkbox' };
    });
    const query = { 'rollback-method': 1 };
    const answer = await space.send('POST', 'Fields/batch-modify', { body, query });
    expect(answer.text).toContain('Appointment has 500 custom fields; more are not possible.');
    const ofType = { 'filter[entity_name]': 'Appointment', 'filter[system_type]': 3 };
    const count = async () => (await space.list('Fields', { ...ofType, 'include-total': true })).total;
    expect(await count()).toBe(500);
    const one = { name: 'One', type_id: 'checkbox' };
    await space.create('Fields', { ...one, entity_name: 'Task' });

    // A deleted one makes place, and comes back only where there is place.
    const [first] = (await space.list('Fields', ofType)).data;
    await space.delete('Fields', first?.id ?? '');
    await space.create('Fields', { ...one, entity_name: 'Appointment' });
    const back = await space.send('POST', 'Fields/batch-restore', { body: [first?.id] });
    expect(back.status).toBe(422);
    expect(back.text).toContain('Appointment has 500 custom fields; more are not possible.');
    expect(await count()).toBe(500);
  });

  test('fields made in one batch get different names', async () => {
    const body = [1, 2, 3].map(() => ({ entity_name: 'Product', name: 'Weight', type_id: 'float' }));
    const answer = await running.space.send('POST', 'Fields/batch-modify', { body });
    expect(answer.status, answer.text).toBe(200);
    const { data } = await running.space.list('Fields', { 'filter[name]': 'Weight', 'order-by': 'api_name' });
    expect(data.map(({ api_name }: TestRecord) => api_name)).toEqual(['cf_weight', 'cf_weight1', 'cf_weight2']);
  });
});
