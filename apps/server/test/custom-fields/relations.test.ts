/** Lookups, roll-ups, sequences and paired fields that a space has defined: their settings, and that records have them. */
import { describe, expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  const create = (body: Json) => running.space.create('Fields', { entity_name: 'Contact', ...body });
  const rejection = async (body: Json) => {
    const answer = await running.space.send('POST', 'Fields', {
      body: { entity_name: 'Contact', name: 'No', ...body },
    });
    expect(answer.status, answer.text).toBe(422);
    return String(answer.body.message);
  };

  describe('a lookup', () => {
    test('of one record says so in its Field', async () => {
      const field = await create({ name: 'Mentor', type_id: 'lookup', lookup: { entity_name: 'Client' } });
      expect(field).toMatchObject({
        api_name: 'cf_mentor',
        lookup: { entity_name: 'Client', many: false },
        relation_id: field.id,
        relation_with_entity_id: 'Client',
      });
      const { ownerId } = running.space.ids;
      const contact = await running.space.newContact({ cf_mentor_id: ownerId });
      expect(contact).toMatchObject({
        cf_mentor_id: ownerId,
        cf_mentor: `${running.space.entities}/Clients/${ownerId}`,
      });
    });

    test('shows the records that point here on its other side', async () => {
      const field = await create({ name: 'Employer', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const staff = await create({
        entity_name: 'Account',
        name: 'Staff',
        type_id: 'lookup',
        lookup: { entity_name: 'Contact', relation_id: field.id },
      });
      expect(staff).toMatchObject({ lookup: { entity_name: 'Contact', many: true }, relation_id: field.id });
      // It is written at the other end only.
      expect(staff).toMatchObject({ system_readonly: true, primitive_type: 'array' });
      expect(field).toMatchObject({ system_readonly: false, primitive_type: 'string' });
      const account = await running.space.newAccount();
      const contact = await running.space.newContact({ cf_employer_id: account.id });
      const shown = await running.space.get('Accounts', account.id);
      expect(shown.cf_staff).toEqual([`${running.space.entities}/Contacts/${contact.id}`]);
    });

    test('is written at its own end only: on its other side whatever differs is rejected', async () => {
      const field = await create({ name: 'Patron', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const lookup = { entity_name: 'Contact', relation_id: field.id };
      await create({ entity_name: 'Account', name: 'Wards', type_id: 'lookup', lookup });
      const { ownerId } = running.space.ids;
      const account = await running.space.newAccount();
      const pointing = () => running.space.newContact({ cf_patron_id: account.id });
      const [one, two, gone] = [await pointing(), await pointing(), await pointing()];
      const other = await running.space.newContact();
      await running.space.delete('Contacts', gone.id);
      const patch = (cf_wards: unknown, query = {}) =>
        running.space.send('PATCH', `Accounts/${account.id}`, { body: { cf_wards, name: 'Patrons' }, query });
      const shown = (await running.space.get('Accounts', account.id)).cf_wards as string[];
      const expanded = (await running.space.get('Accounts', account.id, { expand: 'cf_wards' })).cf_wards;
      expect(shown).toHaveLength(2);
      for (const same of [shown, shown.toReversed(), expanded, [one.id, two.id.toUpperCase()]]) {
        const answer = await patch(same);
        expect(answer.status, answer.text).toBe(200);
      }
      const message =
        '\n[cf_wards] cannot be changed here: it shows the records whose cf_patron leads to this one. ' +
        'Set cf_patron_id of Contact there, or leave it out.';
      const wrong = [
        ...[[{ id: other.id }], [{ id: one.id }], [{ id: one.id }, { id: other.id }], [...shown, other.id], [], null],
        ...[[...shown, gone.id], 'garbage', 7, {}, [{ name: 'x' }], ['garbage', ...shown]],
      ];
      for (const given of wrong) {
        const answer = await patch(given);
        expect([given, answer.status, answer.body.message]).toEqual([given, 422, message]);
        expect(answer.body.field_errors).toMatchObject([{ field_name: 'cf_wards' }]);
      }
      expect((await patch([], { 'validation-level': '8' })).status).toBe(422);
      expect((await running.space.get('Accounts', account.id)).cf_wards).toEqual(shown);
      const post = (cf_wards: unknown) =>
        running.space.send('POST', 'Accounts', { body: { name: 'New', owner_id: ownerId, cf_wards } });
      expect((await post([])).status).toBe(201);
      expect((await post([{ id: one.id }])).body.message).toBe(message);
      const items = [{ id: account.id, cf_wards: [] }];
      const batch = await running.space.send('POST', 'Accounts/batch-modify', { body: items });
      expect([batch.status, batch.body.message]).toEqual([422, message]);
      // At its own end it is written.
      await running.space.update('Contacts', other.id, { cf_patron_id: account.id });
      expect((await running.space.get('Accounts', account.id)).cf_wards).toHaveLength(3);
      expect((await patch(shown)).status).toBe(422);
    });

    test('of many records has them as a set, seen from both sides', async () => {
      const field = await create({
        name: 'Projects',
        type_id: 'lookup',
        lookup: { entity_name: 'Project', many: true },
      });
      const lookup = { entity_name: 'Contact', relation_id: field.id };
      const people = await create({ entity_name: 'Project', name: 'People', type_id: 'lookup', lookup });
      expect(people).toMatchObject({ system_readonly: false, primitive_type: 'array' });
      const types = await running.space.list('ProjectTypes');
      const project = await running.space.create('Projects', {
        name: 'Bridge',
        owner_id: running.space.ids.ownerId,
        project_type_id: types.data[0]?.id,
      });
      const contact = await running.space.newContact({ cf_projects: [{ id: project.id }] });
      const shown = await running.space.get('Projects', project.id, { expand: 'cf_people.record_1' });
      expect(shown.cf_people).toMatchObject([{ record_1: { id: contact.id } }]);
      await running.space.update('Projects', project.id, { cf_people: [] });
      expect((await running.space.get('Contacts', contact.id)).cf_projects).toEqual([]);
    });

    test.each<[string, Json, RegExp]>([
      [
        'a union',
        { entity_name: 'LeadOppty' },
        /entity_name: "LeadOppty" is not an entity type that fields can point at/,
      ],
      ['no name', { many: true }, /must name the entity type/],
      ['what is not a boolean', { entity_name: 'Account', many: 'yes' }, /many: must be true or false/],
      ['an unknown member', { entity_name: 'Account', multiple: true }, /has no member "multiple"/],
      [
        'an unknown relation',
        { entity_name: 'Account', relation_id: crypto.randomUUID() },
        /is the id of no lookup field/,
      ],
    ])('is rejected with %s', async (_, lookup, message) => {
      expect(await rejection({ type_id: 'lookup', lookup })).toMatch(message);
    });

    test('has one other side, on the entity type that it points at', async () => {
      const field = await create({ name: 'Rival', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const side = (entity_name: string, from: string) => ({
        entity_name,
        name: 'Rivals',
        type_id: 'lookup',
        lookup: { entity_name: from, relation_id: field.id },
      });
      expect(await rejection(side('Lead', 'Contact'))).toMatch(/Contact\.cf_rival does not point at this entity type/);
      expect(await rejection(side('Account', 'Lead'))).toMatch(/the other side of it points at Contact/);
      const other = await create(side('Account', 'Contact'));
      expect(await rejection(side('Account', 'Contact'))).toMatch(/has an other side already, Account\.cf_rivals/);
      await running.space.delete('Fields', other.id);
      await running.space.delete('Fields', field.id);
      const back = await running.space.send('POST', 'Fields/batch-restore', { body: [other.id] });
      expect(back.status).toBe(422);
      expect(back.text).toMatch(/that began the relation is deleted; restore it first/);
    });

    test('is the other side also of the relation_id that is beside it', async () => {
      const field = await create({ name: 'Boss', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const side = { entity_name: 'Account', name: 'Bossed', type_id: 'lookup', lookup: { entity_name: 'Contact' } };
      const rejected = (members: Json) => rejection({ ...side, ...members });
      const other = crypto.randomUUID();
      const inside = { lookup: { ...side.lookup, relation_id: field.id } };
      expect(await rejected({ ...inside, relation_id: other })).toBe(
        `\n[relation_id] is not ${field.id}, which lookup names; give one of them.`,
      );
      expect(await rejected({ relation_id: other })).toMatch(/\[lookup\] relation_id: is the id of no lookup field/);
      const text = { type_id: 'input', lookup: undefined, relation_id: field.id };
      expect(await rejected(text)).toMatch(/\[relation_id\] is not for fields of type input, only for lookup\./);
      const staff = await create({ ...side, relation_id: field.id.toUpperCase() });
      expect(staff).toMatchObject({ lookup: { entity_name: 'Contact', many: true }, relation_id: field.id });
      const account = await running.space.newAccount();
      const contact = await running.space.newContact({ cf_boss_id: account.id });
      const shown = await running.space.get('Accounts', account.id);
      expect(shown.cf_bossed).toEqual([`${running.space.entities}/Contacts/${contact.id}`]);
      const patch = (body: Json) => running.space.send('PATCH', `Fields/${staff.id}`, { body });
      expect((await patch({ relation_id: field.id })).status).toBe(200);
      expect((await patch({ relation_id: other })).body.message).toContain('[relation_id] Can be set on create only.');
      await running.space.delete('Fields', staff.id);
      const both = await create({ ...side, ...inside, relation_id: field.id });
      expect(both).toMatchObject({ relation_id: field.id });
    });

    test('never points elsewhere', async () => {
      const field = await create({ name: 'Fixed', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const patch = (lookup: Json) => running.space.send('PATCH', `Fields/${field.id}`, { body: { lookup } });
      expect((await patch({ entity_name: 'Contact' })).body.message).toContain('[lookup] Can be set on create only.');
      expect((await patch({ many: false, entity_name: 'Account' })).status).toBe(200);
    });
  });

  test('a roll-up says of what type its values are, and which relations there are', async () => {
    const rollUp = (rollup: Json) => create({ entity_name: 'Opportunity', name: 'Of type', type_id: 'rollup', rollup });
    const relation = 'product_relations';
    expect(await rollUp({ relation, function: 'MAX', field: 'created' })).toMatchObject({ primitive_type: 'string' });
    expect(await rollUp({ relation, function: 'COUNT' })).toMatchObject({ primitive_type: 'integer' });
    expect(await rollUp({ relation, function: 'AVG', field: 'quantity' })).toMatchObject({ primitive_type: 'number' });
    const wrong = { relation: 'product_relation', function: 'COUNT' };
    const reported = await rejection({ entity_name: 'Opportunity', type_id: 'rollup', rollup: wrong });
    expect(reported).toMatch(
      /is not a to-many relation of Opportunity\. Did you mean "product_relations"\? Opportunity has .*tags/,
    );
  });

  test('a roll-up counts and sums', async () => {
    const rollups: [string, Json, Json][] = [
      [
        'Items',
        { relation: 'product_relations', function: 'COUNT' },
        { primitive_type: 'integer', system_readonly: true },
      ],
      ['Total', { relation: 'product_relations', function: 'SUM', field: 'amount' }, {}],
    ];
    for (const [name, rollup, shown] of rollups) {
      const field = await create({ entity_name: 'Opportunity', name, type_id: 'rollup', rollup });
      expect(field).toMatchObject({ rollup, ...shown });
    }
    const product = await running.space.newProduct();
    const deal = await running.space.newOpportunity({
      product_relations: [1, 2].map((quantity) => ({ product_id: product.id, price: 10, quantity })),
    });
    expect(await running.space.get('Opportunities', deal.id)).toMatchObject({ cf_items: 2, cf_total: 30 });
  });

  test.each<[string, Json, RegExp]>([
    [
      'an unknown function',
      { relation: 'product_relations', function: 'MEDIAN' },
      /function: must be one of COUNT, SUM/,
    ],
    [
      'no field',
      { relation: 'product_relations', function: 'SUM' },
      /field: SUM needs a field of OpptyProductRelation/,
    ],
    [
      'a text',
      { relation: 'product_relations', function: 'SUM', field: 'name' },
      /field: SUM cannot be made of|has no value "name"/,
    ],
    [
      'a filter of an unknown member',
      { relation: 'product_relations', function: 'COUNT', filter: { colour: 1 } },
      /colour/,
    ],
  ])('a roll-up is rejected with %s', async (_, rollup, message) => {
    expect(await rejection({ entity_name: 'Opportunity', type_id: 'rollup', rollup })).toMatch(message);
  });

  test('formulas and roll-ups cannot go round in a circle', async () => {
    const number = { type_id: 'integer' };
    const first = await create({ name: 'Ring', ...number });
    await create({ name: 'Rung', ...number, calc_formula: '#cf_ring + 1' });
    const answer = await running.space.send('PATCH', `Fields/${first.id}`, { body: { calc_formula: '#cf_rung * 2' } });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/\[calc_formula\] is circular: .*Contact\.cf_rung.* needs /);
    const own = await running.space.send('PATCH', `Fields/${first.id}`, { body: { calc_formula: '#cf_ring + 1' } });
    expect(own.body.message).toMatch(/is circular: Contact\.cf_ring needs Contact\.cf_ring/);
  });

  test('a sequence numbers records by its pattern, which can change', async () => {
    const field = await create({ name: 'Number', type_id: 'sequence', sequence_pattern: 'C-{0007}' });
    expect(field).toMatchObject({ system_readonly: true, sequence_id: field.id });
    const rules = () =>
      running.space.list('FieldSequences', { 'filter[sequence_set_id]': String(field.sequence_set_id) });
    expect((await rules()).data).toMatchObject([{ pattern: 'C-{0007}', sort_order: 1, filter: null }]);
    expect(await running.space.newContact({ cf_number: 'mine' })).toMatchObject({ cf_number: 'C-0007' });
    await running.space.update('Fields', field.id, { sequence_pattern: 'N{000}' });
    expect((await rules()).data).toMatchObject([{ pattern: 'N{000}' }]);
    expect(await running.space.newContact()).toMatchObject({ cf_number: 'N008' });
  });

  describe('paired fields', () => {
    async function pairedFields(name: string, more: Json = {}): Promise<[TestRecord, TestRecord]> {
      const lead = await create({ entity_name: 'Lead', name, type_id: 'input', ...more });
      const { data_set: _, ...same } = more;
      const body = { entity_name: 'Opportunity', name: `${name} won`, type_id: 'input', ...same };
      return [lead, await create({ ...body, shared_with_field_id: lead.id })];
    }
    const newLead = async (members: Json) => {
      const type = (await running.space.list('LeadTypes')).data[0]?.id;
      return running.space.create('Leads', {
        name: 'Forklifts',
        owner_id: running.space.ids.ownerId,
        lead_type_id: type,
        ...members,
      });
    };
    const deal = { closing_date: '2026-09-30', value: { base_value: 500 } };
    const turn = (path: string, body: Json) => running.space.send('POST', path, { body });

    test('name each other, and hand over the value when a lead becomes an opportunity, and back', async () => {
      const [lead, deal_] = await pairedFields('Hint');
      expect(await running.space.get('Fields', lead.id)).toMatchObject({ shared_with_field_id: deal_.id });
      expect(deal_).toMatchObject({ shared_with_field_id: lead.id });
      await pairedFields('Worth', { type_id: 'currency_foreign' });
      const [choice] = await pairedFields('Kind', {
        type_id: 'dropdown',
        data_set: [{ option_name: 'A', calc_value: 1 }],
      });
      const option = (await running.space.list('Data', { 'filter[data_set_id]': String(choice.data_set_id) })).data[0]
        ?.id;
      await create({ entity_name: 'Lead', name: 'Alone', type_id: 'input' });
      const record = await newLead({
        cf_hint: 'call',
        cf_worth: { base_value: 12.5 },
        cf_kind_id: option,
        cf_alone: 'x',
      });
      const qualified = await turn(`Leads/${record.id}/qualify`, deal);
      expect(qualified.status, qualified.text).toBe(200);
      const members = { cf_hint_won: 'call', cf_worth_won: { base_value: 12.5 }, cf_kind_won_id: option };
      expect(qualified.body.data).toMatchObject(members);
      await running.space.update('Opportunities', record.id, { cf_hint_won: 'write' });
      const back = await turn(`Opportunities/${record.id}/back-to-lead`, {
        lead_type_id: record.lead_type_id,
      });
      expect(back.status, back.text).toBe(200);
      expect(back.body.data).toMatchObject({ cf_hint: 'write', cf_worth: { base_value: 12.5 }, cf_alone: null });
    });

    test('must fit each other', async () => {
      const lead = await create({ entity_name: 'Lead', name: 'Odd', type_id: 'integer' });
      const contact = await create({ name: 'Odd', type_id: 'integer' });
      const body = (members: Json) => ({ entity_name: 'Opportunity', type_id: 'integer', ...members });
      const rejected = (members: Json) => rejection(body(members));
      expect(await rejected({ shared_with_field_id: contact.id })).toMatch(
        /must be a field of Lead, not Contact\.cf_odd/,
      );
      expect(await rejected({ type_id: 'float', shared_with_field_id: lead.id })).toMatch(/is of type integer/);
      expect(await rejection({ type_id: 'integer', shared_with_field_id: lead.id })).toMatch(
        /only for fields of leads/,
      );
      const paired = await create(body({ name: 'Odd', shared_with_field_id: lead.id }));
      expect(await rejected({ shared_with_field_id: lead.id })).toMatch(/Lead\.cf_odd is paired already/);
      const inUse = await running.space.send('DELETE', `Fields/${lead.id}`);
      expect(inUse.body.message).toContain('the paired field Opportunity.cf_odd');
      await running.space.update('Fields', paired.id, { shared_with_field_id: null });
      expect(await running.space.get('Fields', lead.id)).toMatchObject({ shared_with_field_id: null });
      await running.space.delete('Fields', lead.id);
    });
  });
});
