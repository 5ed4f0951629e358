/** Changes of fields that a space has defined, and what they mean for the records that have values. */
import { describe, expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  const create = (body: Json) => running.space.create('Fields', { entity_name: 'Contact', type_id: 'input', ...body });
  const contact = (members: Json) => running.space.newContact(members);
  const patch = (field: TestRecord, body: Json) => running.space.send('PATCH', `Fields/${field.id}`, { body });
  const remove = (field: TestRecord, query = {}) => running.space.send('DELETE', `Fields/${field.id}`, { query });
  const restore = (field: TestRecord) => running.space.send('POST', 'Fields/batch-restore', { body: [field.id] });

  test('changes what people call it, and what a create gives it', async () => {
    const field = await create({ name: 'Nickname', default_value: 'Ace' });
    const changed = await running.space.update('Fields', field.id, {
      name: 'Pet name',
      default_value: 'Bo',
      name_translations: { de: 'Spitzname' },
      settings: { width: 2 },
      options: { hint: 'short' },
    });
    expect(changed).toMatchObject({
      name: 'Pet name',
      translated_name: 'Pet name',
      api_name: 'cf_nickname',
      default_value: 'Bo',
      name_translations: { de: 'Spitzname' },
      settings: { width: 2 },
      options: { hint: 'short' },
    });
    expect(await contact({})).toMatchObject({ cf_nickname: 'Bo' });
    await running.space.update('Fields', field.id, { default_value: null });
    expect(await contact({})).toMatchObject({ cf_nickname: null });
  });

  test('the rule of a number goes and comes back with its field', async () => {
    const rulesOf = async (field: TestRecord) =>
      (
        await running.space.list('FieldSequences', { 'filter[sequence_set_id]': String(field.sequence_set_id) })
      ).data.map(({ pattern, is_deleted }) => ({ pattern, is_deleted }));
    const field = await create({ name: 'Ledger number', type_id: 'sequence', sequence_pattern: 'L-{001}' });
    expect(await rulesOf(field)).toEqual([{ pattern: 'L-{001}', is_deleted: false }]);
    await remove(field);
    expect(await rulesOf(field)).toEqual([]);
    await restore(field);
    expect(await rulesOf(field)).toEqual([{ pattern: 'L-{001}', is_deleted: false }]);
    expect(await contact({})).toMatchObject({ cf_ledger_number: 'L-001' });
  });

  test.each<[string, Json]>([
    ['type_id', { type_id: 'integer' }],
    ['entity_name', { entity_name: 'Account' }],
    ['data_set_id', { data_set_id: crypto.randomUUID() }],
  ])('%s never changes', async (member, body) => {
    const type_id = member === 'data_set_id' ? 'dropdown' : 'input';
    const field = await create({ name: `Fixed ${member}`, type_id });
    const answer = await patch(field, body);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(`[${member}] Can be set on create only.`);
  });

  test('a field can be sent back as it came', async () => {
    for (const body of [
      { name: 'Echo', default_value: 'x', is_unique: false },
      { name: 'Echo of one', type_id: 'lookup', lookup: { entity_name: 'Account' } },
      { name: 'Echo of many', type_id: 'lookup', lookup: { entity_name: 'Account', many: true } },
      { name: 'Echo choice', type_id: 'dropdown', data_set: [{ option_name: 'A', calc_value: 1 }] },
      { name: 'Echo number', type_id: 'sequence', sequence_pattern: 'E-{001}' },
    ]) {
      const field = await create(body);
      const answer = await patch(field, field);
      expect(answer.status, answer.text).toBe(200);
      const { data_set, ...members } = await running.space.get('Fields', field.id);
      expect({ ...field, ...members }).toEqual({ ...field, revision: members.revision, modified: members.modified });
    }
  });

  describe('a unique field', () => {
    test('keeps records from sharing a value', async () => {
      const field = await create({ name: 'Badge', is_unique: true });
      const first = await contact({ cf_badge: 'A1' });
      const second = await running.space.send('POST', 'Contacts', {
        body: { last_name: 'Two', owner_id: running.space.ids.ownerId, cf_badge: 'A1' },
      });
      expect(second.status).toBe(422);
      expect(second.body.field_errors).toMatchObject([{ field_id: field.id, field_name: 'cf_badge' }]);
      await running.space.delete('Contacts', first.id);
      await contact({ cf_badge: 'A1' });
      const back = await running.space.send('POST', 'Contacts/batch-restore', { body: [first.id] });
      expect(back.status).toBe(422);
    });

    test('is not made of one whose values are shared, which are listed', async () => {
      const field = await create({ name: 'Desk', type_id: 'integer' });
      const ids = [];
      for (const desk of [7, 7, 8, 9, 9]) ids.push((await contact({ cf_desk: desk })).id);
      const gone = ids.pop() ?? '';
      await running.space.delete('Contacts', gone);
      const answer = await patch(field, { is_unique: true });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain(`7 in ${ids[0]}, 7 in ${ids[1]}. Change them first.`);
      await running.space.update('Contacts', ids[0] ?? '', { cf_desk: 10 });
      expect((await patch(field, { is_unique: true })).status).toBe(200);
      const taken = await running.space.send('PATCH', `Contacts/${ids[0]}`, { body: { cf_desk: 8 } });
      expect(taken.status).toBe(422);
      // What the deleted one had is free, until it comes back.
      await running.space.update('Contacts', ids[0] ?? '', { cf_desk: 9 }).catch((error) => error);
      expect((await patch(field, { is_unique: false })).status).toBe(200);
      await running.space.update('Contacts', ids[0] ?? '', { cf_desk: 8 });
    });
  });

  describe('a deleted field', () => {
    test('is gone from records and comes back with its values', async () => {
      const field = await create({ name: 'Motto' });
      const record = await contact({ cf_motto: 'Onward' });
      expect((await remove(field)).status).toBe(200);
      expect(await running.space.get('Contacts', record.id)).not.toHaveProperty('cf_motto');
      const unknown = await running.space.send('PATCH', `Contacts/${record.id}`, { body: { cf_motto: 'x' } });
      expect(unknown.body.message).toContain('Contact has no member "cf_motto"');
      await running.space.update('Contacts', record.id, { title: 'Dr' });
      expect((await restore(field)).status).toBe(200);
      expect(await running.space.get('Contacts', record.id)).toMatchObject({ cf_motto: 'Onward', title: 'Dr' });
      expect((await running.space.list('Contacts', { 'filter[cf_motto]': 'Onward' })).data).toHaveLength(1);
    });

    test('keeps its name', async () => {
      const field = await create({ name: 'Slogan' });
      await remove(field);
      expect(await create({ name: 'Slogan' })).toMatchObject({ api_name: 'cf_slogan1' });
      expect((await restore(field)).status).toBe(200);
      expect(await contact({})).toMatchObject({ cf_slogan: null, cf_slogan1: null });
    });

    test('loses its values for good when its sender says so', async () => {
      for (const [name, type_id, value] of [
        ['Secret', 'input', 'abc'],
        ['Secret note', 'text_area', 'long'],
        ['Secret sum', 'currency_foreign', { base_value: 5 }],
      ] as const) {
        const field = await create({ name, type_id });
        const member = String(field.api_name);
        const record = await contact({ [member]: value });
        expect((await remove(field, { 'delete-values': true })).status).toBe(200);
        expect((await restore(field)).status).toBe(200);
        expect(await running.space.get('Contacts', record.id)).toMatchObject({ [member]: null });
        expect((await running.space.list('Contacts', { [`filter-op[${member}]`]: 'not-null' })).data).toEqual([]);
      }
    });

    test('comes back unique only when its values still are', async () => {
      const field = await create({ name: 'Plate', is_unique: true });
      const [first, second] = [await contact({ cf_plate: 'X' }), await contact({ cf_plate: 'Y' })];
      await running.space.delete('Contacts', first.id);
      await running.space.update('Contacts', second.id, { cf_plate: 'X' });
      await remove(field);
      await running.space.send('POST', 'Contacts/batch-restore', { body: [first.id] });
      const rejected = await restore(field);
      expect(rejected.status).toBe(422);
      expect(rejected.text).toContain(`in ${first.id}`);
      await running.space.delete('Contacts', second.id);
      expect((await restore(field)).status).toBe(200);
      expect(await running.space.get('Contacts', first.id)).toMatchObject({ cf_plate: 'X' });
    });
  });

  describe('a field that others depend on', () => {
    test.each<[string, Json, (field: TestRecord) => Json, RegExp]>([
      [
        'a formula',
        { type_id: 'integer' },
        () => ({ type_id: 'integer', calc_formula: '#cf_base_of_a_formula + 1' }),
        /the formula of Contact\.cf_leans_on_/,
      ],
      [
        'a lookup of the other side',
        { type_id: 'lookup', lookup: { entity_name: 'Account' } },
        ({ id }) => ({
          entity_name: 'Account',
          type_id: 'lookup',
          lookup: { entity_name: 'Contact', relation_id: id },
        }),
        /the other side Account\.cf_leans_on_/,
      ],
      [
        'a choice',
        { type_id: 'dropdown' },
        ({ id }) => ({ type_id: 'radio', parent_options_field_id: id }),
        /the options of Contact\.cf_leans_on_/,
      ],
    ])('is stored for %s', async (name, given, dependent, message) => {
      const field = await create({ name: `Base of ${name}`, ...given });
      const other = await create({ name: `Leans on ${name}`, ...dependent(field) });
      const answer = await remove(field);
      expect(answer.status).toBe(409);
      expect(answer.body.name).toBe('ERROR_STATE_CONFLICT');
      expect(answer.body.message).toMatch(message);
      expect((await remove(other)).status).toBe(200);
      expect((await remove(field)).status).toBe(200);
    });

    test('is stored for a roll-up', async () => {
      const field = await running.space.create('Fields', {
        entity_name: 'OpptyProductRelation',
        name: 'Cost',
        type_id: 'currency',
      });
      const rollup = { relation: 'product_relations', function: 'SUM', field: 'cf_cost' };
      const sum = await create({ entity_name: 'Opportunity', name: 'Costs', type_id: 'rollup', rollup });
      expect((await remove(field)).body.message).toMatch(/the roll-up Opportunity\.cf_costs/);
      await remove(sum);
      expect((await remove(field)).status).toBe(200);
    });
  });

  describe('a built-in field', () => {
    const builtIn = async () =>
      (await running.space.list('Fields', { 'filter[entity_name]': 'Contact', 'filter[api_name]': 'title' })).data[0];

    test('cannot be changed or deleted', async () => {
      const field = await builtIn();
      const answer = await running.space.send('PATCH', `Fields/${field?.id}`, { body: { name: 'X', is_unique: true } });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toContain('[name] belongs to a built-in field');
      expect(answer.body.message).toContain('[is_unique] belongs to a built-in field');
      const deleted = await running.space.send('DELETE', `Fields/${field?.id}`);
      expect(deleted.body).toMatchObject({ name: 'ERROR_DELETE_PROTECTED' });
      expect(await builtIn()).toEqual(field);
    });

    test('can be sent back as it came, and keeps its options', async () => {
      const query = { 'filter[entity_name]': 'Account', 'filter[api_name]': 'industry_id' };
      const [field] = (await running.space.list('Fields', query)).data;
      const path = `Fields/${field?.id}`;
      expect((await running.space.send('PATCH', path, { body: field })).status).toBe(200);
      const less = await running.space.send('PATCH', path, { body: { data_set: [] } });
      expect(less.body.message).toContain('[data_set] belongs to a built-in field');
      expect((await running.space.list('Fields', query)).data).toEqual([field]);
    });

    test('can have its name translated', async () => {
      const field = await builtIn();
      for (const wrong of ['Titel', ['Titel'], { de: 5 }, { de: '' }, { '': 'Titel' }]) {
        const path = `Fields/${field?.id}`;
        const answer = await running.space.send('PATCH', path, { body: { name_translations: wrong } });
        expect(answer.status, answer.text).toBe(422);
        expect(answer.body.message).toMatch(/^\n\[name_translations\] /);
      }
      const changed = await running.space.update('Fields', field?.id ?? '', { name_translations: { de: 'Titel' } });
      expect(changed).toMatchObject({ name: 'Title', name_translations: { de: 'Titel' } });
    });
  });
});
