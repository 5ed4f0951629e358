/** What no request can do to the fields of a space, whatever its validation level and however many it writes at once. */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';

onDatabaseInTurn((running) => {
  const create = (body: Json) => running.space.create('Fields', body);
  const send = (method: string, path: string, body: unknown) =>
    running.space.send(method, path, { body: body as Json });

  it('never renames a field or changes what it is', async () => {
    const field = await create({ entity_name: 'Contact', name: 'Fixed', type_id: 'input' });
    for (const change of [
      { api_name: 'name' },
      { api_name: 'cf_x"y' },
      { system_type: 1 },
      { relation_id: 'abc' },
      { column_name: 'other' },
      { source_field_id: 'other' },
    ]) {
      const answer = await send('PATCH', `Fields/${field.id}?validation-level=8`, change);
      expect(answer.status, answer.text).toBe(422);
    }
    expect(await running.space.get('Fields', field.id)).toMatchObject({ api_name: 'cf_fixed', system_type: 3 });
    expect(await running.space.newContact({ cf_fixed: 'x' })).toMatchObject({ cf_fixed: 'x' });
  });

  it('rejects a circle of formulas that are changed together', async () => {
    const [one, two] = [
      await create({ entity_name: 'Account', name: 'Circle one', type_id: 'integer' }),
      await create({ entity_name: 'Account', name: 'Circle two', type_id: 'integer' }),
    ];
    const answer = await send('POST', 'Fields/batch-modify', [
      { id: one.id, calc_formula: '#cf_circle_two + 1' },
      { id: two.id, calc_formula: '#cf_circle_one + 1' },
    ]);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.message).toContain('is circular');
    await create({ entity_name: 'Account', name: 'Not in it', type_id: 'integer', calc_formula: '1 + 1' });
  });

  it('lets one of several fields of a request be the other side of a lookup, and one a paired field', async () => {
    const lookup = { entity_name: 'Account', many: false };
    const root = await create({ entity_name: 'Contact', name: 'Supplier', type_id: 'lookup', lookup });
    const sides = ['One side', 'Another side'].map((name) => ({
      entity_name: 'Account',
      name,
      type_id: 'lookup',
      lookup: { entity_name: 'Contact', relation_id: root.relation_id },
    }));
    expect((await send('POST', 'Fields/batch-modify', sides)).status).toBe(422);
    const shared = await create({ entity_name: 'Opportunity', name: 'Shared', type_id: 'input' });
    const pairedFields = ['Pair a', 'Pair b'].map((name) => ({
      entity_name: 'Lead',
      name,
      type_id: 'input',
      shared_with_field_id: shared.id,
    }));
    expect((await send('POST', 'Fields/batch-modify', pairedFields)).status).toBe(422);
  });

  it('points no lookup at the rows of another field', async () => {
    await create({
      entity_name: 'Account',
      name: 'Choices',
      type_id: 'multiselect_checkbox',
      data_set: [{ option_name: 'One', calc_value: 1 }],
    });
    const rows = (await running.space.newAccount()).cf_choices;
    expect(rows).toEqual([]);
    const body = {
      entity_name: 'Account',
      name: 'Rows',
      type_id: 'lookup',
      lookup: { entity_name: 'Account_cf_choices' },
    };
    expect((await send('POST', 'Fields', body)).status).toBe(422);
  });

  it('shows the parts of amounts in REST v1 under names that no field can have', async () => {
    await create({ entity_name: 'Product', name: 'Cost', type_id: 'currency_foreign' });
    const other = await create({ entity_name: 'Product', name: 'Cost foreign', type_id: 'integer' });
    expect(other.api_name).toBe('cf_cost_foreign');
    const product = await running.space.create('Products', {
      name: 'Priced',
      allowed_pipelines: 1,
      unit_symbol: 'pc',
      cf_cost: { base_value: 7 },
      cf_cost_foreign: 3,
    });
    const { origin, id, authorization } = running.space;
    const address = `${origin}/rest_services/v1/${id}/Products?filter=NAME::${product.name}`;
    const records = (await (await fetch(address, { headers: { authorization } })).json()) as Json[];
    expect(records[0]).toMatchObject({ cf_cost: 7, cf_cost_FOREIGN: 7, cf_cost_foreign: 3 });
  });
});
