/** Options of choices that a space has defined, and the values that records choose. */
import { describe, expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

const colors = [
  { option_name: 'Red', calc_value: 1 },
  { option_name: 'Green', calc_value: 2.5, option_name_translations: { de: 'Grün' } },
  { option_name: 'Blue', calc_value: 3 },
];

onDatabaseInTurn((running) => {
  const create = (body: Json) =>
    running.space.create('Fields', { entity_name: 'Contact', type_id: 'dropdown', data_set: colors, ...body });
  const patch = (field: TestRecord, body: Json) => running.space.send('PATCH', `Fields/${field.id}`, { body });
  const optionsOf = async (field: TestRecord): Promise<TestRecord[]> => {
    const { data_set } = await running.space.get('Fields', field.id, { expand: 'data_set' });
    return data_set as TestRecord[];
  };
  const idOf = async (field: TestRecord, name: string) =>
    (await optionsOf(field)).find(({ option_name }) => option_name === name)?.id ?? '';
  const contact = (members: Json) => running.space.newContact(members);
  const sendContact = (members: Json) =>
    running.space.send('POST', 'Contacts', {
      body: { last_name: 'Okafor', owner_id: running.space.ids.ownerId, ...members },
    });

  test('are made with their field, in the order of the body', async () => {
    const field = await create({ name: 'Color' });
    const options = await optionsOf(field);
    expect(options).toMatchObject(
      colors.map((color, index) => ({ ...color, sort_order: index + 1, data_set_id: field.data_set_id })),
    );
    const links = options.map(({ id }) => `${running.space.entities}/Data/${id}`);
    expect((await running.space.get('Fields', field.id)).data_set).toEqual(links);
    const { data } = await running.space.list('Data', { 'filter[data_set_id]': String(field.data_set_id) });
    expect(data.map(({ id }) => id).sort()).toEqual(options.map(({ id }) => id).sort());
  });

  test('count for their positions where they do not say what for', async () => {
    const data_set = [
      { option_name: 'A' },
      { option_name: 'B', calc_value: 7 },
      { option_name: 'C', calc_value: null },
    ];
    const field = await create({ name: 'Plain', data_set, options: { sorted: true } });
    expect((await optionsOf(field)).map(({ calc_value }) => calc_value)).toEqual([1, 7, 3]);
    expect(field.options).toEqual({ sorted: true });
    const [first, ...others] = await optionsOf(field);
    const again = await patch(field, { data_set: [{ option_name: 'New' }, ...others, first] });
    expect(again.status).toBe(200);
    expect((await optionsOf(field)).map(({ option_name, calc_value }) => [option_name, calc_value])).toEqual(
      expect.arrayContaining([
        ['New', 1],
        ['A', 1],
        ['C', 3],
      ]),
    );
    const alone = { data_set_id: field.data_set_id, option_name: 'D', sort_order: 12 };
    expect(await running.space.create('Data', alone)).toMatchObject({ calc_value: 12 });
    const cleared = await running.space.send('PATCH', `Data/${first?.id}`, { body: { calc_value: null } });
    expect(cleared.status).toBe(422);
  });

  test('are found as the interface says: the field by its api name, then its options', async () => {
    await create({ name: 'Eye color' });
    const { data } = await running.space.list('Fields', { 'filter[api_name]': 'cf_eye_color', expand: 'data_set' });
    expect(data).toHaveLength(1);
    const options = data.flatMap(({ data_set }) => data_set as TestRecord[]);
    expect(options.map(({ option_name }) => option_name)).toEqual(['Red', 'Green', 'Blue']);
  });

  test('make the catalog of the space again only where a formula counts them', async () => {
    const space = await running.server.newSpace('counting');
    const define = (body: Json) => space.create('Fields', { entity_name: 'Contact', type_id: 'dropdown', ...body });
    const [counted, plain] = [
      await define({ name: 'Counted', data_set: colors }),
      await define({ name: 'Plain', data_set: colors }),
    ];
    await define({ name: 'Score', type_id: 'currency', calc_formula: '#cf_counted * 2' });
    const isDefinedBy = async (write: () => Promise<unknown>): Promise<boolean> => {
      const revisions = () => running.server.deps.db.knex('spaces').where({ space_id: space.id }).first();
      const before = await revisions();
      await write();
      const after = await revisions();
      expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
      return after.metadata_revision !== before.metadata_revision;
    };
    const option = ({ data_set_id }: TestRecord) => ({
      option_name: 'More',
      calc_value: 7,
      sort_order: 9,
      data_set_id,
    });
    let made: TestRecord | undefined;
    const create = (field: TestRecord) => async () => {
      made = await space.create('Data', option(field));
    };
    const update = (body: Json) => () => space.update('Data', made?.id ?? '', body);
    expect(await isDefinedBy(create(plain))).toBe(false);
    expect(await isDefinedBy(update({ calc_value: 8 }))).toBe(false);
    expect(await isDefinedBy(create(counted))).toBe(true);
    expect(await space.newContact({ cf_counted_id: made?.id })).toMatchObject({ cf_score: 14 });
    expect(await isDefinedBy(update({ option_name: 'Most' }))).toBe(false);
    expect(await isDefinedBy(update({ calc_value: 8 }))).toBe(true);
    expect(await space.newContact({ cf_counted_id: made?.id })).toMatchObject({ cf_score: 16 });
  });

  describe('are rejected', () => {
    test.each<[string, Json, RegExp]>([
      [
        'as a list in options',
        { options: ['Gold', 'Silver'] },
        /\[options\] has settings, as an object\. Give the options to choose from in data_set, such as/,
      ],
      ['without a name', { data_set: [{ calc_value: 1 }] }, /data_set\[0\]: Non-null field 'option_name' is null/],
      [
        'with one name twice',
        { data_set: [...colors, { option_name: 'Red', calc_value: 9 }] },
        /\[data_set\] has more than one option "Red"/,
      ],
      [
        'of an unknown set',
        { data_set: undefined, data_set_id: crypto.randomUUID() },
        /\[data_set_id\] is the id of no set/,
      ],
      ['beside a set that is shared', { data_set_id: crypto.randomUUID() }, /\[data_set\] cannot be given together/],
      [
        'with a default that is none of them',
        { default_value: 'Pink' },
        /\[default_value\] "Pink" is not a valid option/,
      ],
    ])('%s', async (_, body, message) => {
      const answer = await running.space.send('POST', 'Fields', {
        body: { entity_name: 'Contact', name: 'Rejected', type_id: 'dropdown', data_set: colors, ...body },
      });
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.message).toMatch(message);
    });
  });

  describe.each(['dropdown', 'radio'])('a %s', (type_id) => {
    test('holds one of its options', async () => {
      const field = await create({ name: `Choice ${type_id}`, type_id, default_value: 'Green' });
      const [red, green] = [await idOf(field, 'Red'), await idOf(field, 'Green')];
      const member = String(field.api_name);
      expect(await contact({})).toMatchObject({ [`${member}_id`]: green });
      const record = await contact({ [`${member}_id`]: red });
      expect(record).toMatchObject({ [`${member}_id`]: red, [member]: `${running.space.entities}/Data/${red}` });
      const found = await running.space.list('Contacts', { [`filter[${member}.option_name]`]: 'Red', expand: member });
      expect(found.data).toMatchObject([{ id: record.id, [member]: { option_name: 'Red' } }]);
      const cleared = await running.space.update('Contacts', record.id, { [`${member}_id`]: null });
      expect(cleared).toMatchObject({ [`${member}_id`]: null, [member]: null });
      const set = await running.space.update('Contacts', record.id, { [member]: { id: green } });
      expect(set).toMatchObject({ [`${member}_id`]: green });
    });
  });

  test('several are held as a set', async () => {
    const field = await create({ name: 'Hobbies', type_id: 'multiselect_checkbox' });
    const [red, green, blue] = (await optionsOf(field)).map(({ id }) => id);
    const record = await contact({ cf_hobbies: [{ id: red }, { id: blue }] });
    const read = await running.space.get('Contacts', record.id, { expand: 'cf_hobbies.data' });
    const namesIn = (one: TestRecord) =>
      (one.cf_hobbies as { data: TestRecord }[]).map(({ data }) => data.option_name).sort();
    expect(namesIn(read)).toEqual(['Blue', 'Red']);
    await running.space.update('Contacts', record.id, { cf_hobbies: [{ id: green }] });
    expect(namesIn(await running.space.get('Contacts', record.id, { expand: 'cf_hobbies.data' }))).toEqual(['Green']);
    const found = await running.space.list('Contacts', { 'filter[cf_hobbies.data_id]': green ?? '' });
    expect(found.data.map(({ id }) => id)).toEqual([record.id]);
    const link = ((await running.space.get('Contacts', record.id)).cf_hobbies as string[])[0] ?? '';
    const row = await fetch(link, { headers: { authorization: running.space.authorization } });
    expect(await row.json()).toMatchObject({ data: { record_id: record.id, data_id: green, field_id: field.id } });
    expect(await running.space.update('Contacts', record.id, { cf_hobbies: null })).toMatchObject({ cf_hobbies: [] });
  });

  test('several are found by the id of one, and each is held once', async () => {
    const field = await create({ name: 'Skills', type_id: 'multiselect_checkbox' });
    const [red, green] = (await optionsOf(field)).map(({ id }) => id);
    const [both, one, none] = [
      await contact({ cf_skills: [{ id: red }, { id: green }] }),
      await contact({ cf_skills: [{ data_id: red }] }),
      await contact({}),
    ];
    const idsOf = async (value: string | undefined, operator = 'eq') => {
      const query = { 'filter[cf_skills]': value ?? '', 'filter-op[cf_skills]': operator };
      const id = [both.id, one.id, none.id];
      return (await running.space.list('Contacts', { 'filter[id]': id, ...query })).data.map((found) => found.id);
    };
    expect(await idsOf(green)).toEqual([both.id]);
    expect(await idsOf(red)).toEqual([both.id, one.id]);
    expect(await idsOf(green, 'not-eq')).toEqual([one.id, none.id]);
    const row = (one.cf_skills as string[])[0]?.split('/').at(-1);
    expect(await idsOf(row)).toEqual([one.id]);
    for (const items of [
      [{ data_id: red }, { data_id: red }],
      [{ id: green }, { id: green }],
      [{ id: row }, { data_id: red }],
    ]) {
      const answer = await running.space.send('PATCH', `Contacts/${one.id}`, { body: { cf_skills: items } });
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.message).toBe('\ncf_skills[1]: [data_id] duplicates an earlier item.');
    }
  });

  test('of another set cannot be chosen', async () => {
    const [field, other] = [await create({ name: 'Own' }), await create({ name: 'Foreign' })];
    const several = await create({ name: 'Several', type_id: 'multiselect_checkbox' });
    const foreign = await idOf(other, 'Red');
    const answer = await sendContact({ cf_own_id: foreign, cf_several: [{ id: foreign }] });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(
      `[cf_own_id] ${foreign} is an option of another set; choose one whose data_set_id is ${field.data_set_id}.`,
    );
    expect(answer.body.message).toContain(`choose one whose data_set_id is ${several.data_set_id}`);
    expect(answer.body.field_errors).toMatchObject([{ field_id: field.id }, { field_id: several.id }]);
  });

  test('a calc_value that is not a number is reported as that alone', async () => {
    const answer = await running.space.send('POST', 'Fields', {
      body: {
        entity_name: 'Contact',
        name: 'Odd',
        type_id: 'dropdown',
        data_set: [{ option_name: 'A', calc_value: 'many' }, { option_name: 'B' }],
      },
    });
    expect(answer.status).toBe(422);
    const reported = String(answer.body.message).trim().split('\n');
    expect(reported).toEqual([expect.stringMatching(/^data_set\[0\]: \[calc_value\] must be /)]);
    const field = await create({ name: 'Even' });
    const alone = await running.space.send('POST', 'Data', {
      body: { data_set_id: field.data_set_id, option_name: 'C', calc_value: 'many', sort_order: 9 },
    });
    expect(String(alone.body.message).trim().split('\n')).toEqual([expect.stringMatching(/^\[calc_value\] must be /)]);
  });

  test('a set is shared by fields that name it', async () => {
    const field = await create({ name: 'First' });
    const shared = { data_set: undefined, data_set_id: field.data_set_id };
    const second = await create({ name: 'Second', entity_name: 'Account', ...shared });
    expect(second.data_set).toEqual((await running.space.get('Fields', field.id)).data_set);
    const red = await idOf(field, 'Red');
    await running.space.newAccount({ cf_second_id: red });
    const answer = await patch(field, { data_set: [] });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('the option "Red" is chosen in records: 1 in Account.cf_second.');
  });

  test('have translations by language, in the field and by themselves', async () => {
    const field = await create({ name: 'Spoken of' });
    const [red] = await optionsOf(field);
    const option_name_translations = { de: 'Rot', 'pt-BR': 'Vermelho' };
    const changed = await running.space.update('Data', red?.id ?? '', { option_name_translations });
    expect(changed).toMatchObject({ option_name_translations });
    const wrong = { option_name_translations: { de: 5 } };
    const problem = '[option_name_translations] de: must be a text; leave the language out where there is none.';
    const own = await running.space.send('PATCH', `Data/${red?.id}`, { body: wrong });
    expect([own.status, own.body.message]).toEqual([422, `\n${problem}`]);
    const answer = await patch(field, { data_set: [{ id: red?.id, ...wrong }] });
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(`data_set[0]: ${problem}`)]);
  });

  describe('are changed with their field', () => {
    test('kept, changed, added, put in another order and removed', async () => {
      const field = await create({ name: 'Shirt' });
      const [red, green, blue] = await optionsOf(field);
      const answer = await patch(field, {
        data_set: [{ id: blue?.id, calc_value: 30 }, { option_name: 'White', calc_value: 0 }, { id: red?.id }],
      });
      expect(answer.status, answer.text).toBe(200);
      const options = await optionsOf(field);
      expect(options.map(({ option_name, calc_value }) => [option_name, calc_value])).toEqual([
        ['Blue', 30],
        ['White', 0],
        ['Red', 1],
      ]);
      expect((await running.space.send('GET', `Data/${green?.id}`)).status).toBe(404);
    });

    test('one that is chosen stays, unless another takes its place', async () => {
      const field = await create({ name: 'Coat' });
      const several = await create({
        name: 'Coats',
        type_id: 'multiselect_checkbox',
        data_set: undefined,
        data_set_id: field.data_set_id,
      });
      const [red, green, blue] = (await optionsOf(field)).map(({ id }) => id);
      const [first, second] = [
        await contact({ cf_coat_id: red, cf_coats: [{ id: red }, { id: blue }] }),
        await contact({ cf_coat_id: red, cf_coats: [{ id: red }] }),
      ];
      const data_set = [{ id: green }, { id: blue }];
      const rejected = await patch(field, { data_set });
      expect(rejected.status).toBe(422);
      expect(rejected.body.message).toContain('2 in Contact.cf_coat');
      expect(rejected.body.message).toContain('2 in Contact.cf_coats');
      const wrong = await patch(field, { data_set, replaced_by: { [red ?? '']: red } });
      expect(wrong.body.message).toContain('is not an option that stays');
      const direct = await running.space.send('DELETE', `Data/${red}`);
      expect(direct).toMatchObject({ status: 409, body: { name: 'ERROR_STATE_CONFLICT' } });
      expect(direct.body.message).toContain('the option "Red" is chosen in records: 2 in Contact.cf_coat');
      const { origin, space } = running.server;
      const headers = { authorization: space.authorization };
      const old = await fetch(`${origin}/rest_services/v1/${space.id}/Data/${red}`, { method: 'DELETE', headers });
      expect([old.status, await old.json()]).toEqual([409, { errorcode: 9016, message: direct.body.message }]);

      const done = await patch(field, { data_set, replaced_by: { [red ?? '']: blue } });
      expect(done.status, done.text).toBe(200);
      expect(done.body.data).not.toHaveProperty('replaced_by');
      const expand = { expand: 'cf_coats' };
      for (const { id, revision } of [first, second]) {
        const record = await running.space.get('Contacts', id, expand);
        expect(record).toMatchObject({ cf_coat_id: blue, cf_coats: [{ data_id: blue }] });
        expect(record.revision).toBeGreaterThan(revision);
      }
      expect((await running.space.list('Contacts', { 'filter[cf_coat.option_name]': 'Blue' })).data).toHaveLength(2);
      expect(several.data_set_id).toBe(field.data_set_id);
    });

    test('one that is the default stays', async () => {
      const field = await create({ name: 'Tie', default_value: 'Red' });
      const sharing = { data_set: undefined, data_set_id: field.data_set_id, default_value: 'Green' };
      await create({ name: 'Tie of another', ...sharing });
      const [, green, blue] = await optionsOf(field);
      const own = await patch(field, { data_set: [{ id: green?.id }, { id: blue?.id }] });
      expect(own.body.message).toMatch(/\[default_value\] ".*" is not a valid option/);
      const others = await patch(field, { data_set: [{ id: blue?.id }], default_value: 'Blue' });
      expect(others.body.message).toContain('the option "Green" is the default of Contact.cf_tie_of_another');
    });

    test('without the default being sent again', async () => {
      const field = await create({ name: 'Sock', default_value: 'Red' });
      expect((await patch(field, { name: 'Socks' })).status).toBe(200);
      expect((await patch(field, { default_value: 'Blue' })).status).toBe(200);
      expect(await contact({})).toMatchObject({ cf_sock_id: await idOf(field, 'Blue') });
    });
  });

  describe('that depend on another choice', () => {
    test('are chosen only where that allows them', async () => {
      const country = await create({
        name: 'Country',
        data_set: [
          { option_name: 'AT', calc_value: 1 },
          { option_name: 'SK', calc_value: 1 },
        ],
      });
      const [at, sk] = (await optionsOf(country)).map(({ id }) => id);
      const city = await create({
        name: 'City',
        parent_options_field_id: country.id,
        data_set: [
          { option_name: 'Vienna', calc_value: 1, allowed_by: [at] },
          { option_name: 'Bratislava', calc_value: 1, allowed_by: [sk] },
          { option_name: 'Other', calc_value: 1 },
        ],
      });
      expect(city.parent_data_set_id).toBe(country.data_set_id);
      const [vienna, bratislava, other] = (await optionsOf(city)).map(({ id }) => id);
      const record = await contact({ cf_country_id: at, cf_city_id: vienna });
      await contact({ cf_city_id: other });
      for (const members of [{ cf_country_id: sk, cf_city_id: vienna }, { cf_city_id: bratislava }]) {
        const answer = await sendContact(members);
        expect(answer.status).toBe(422);
        expect(answer.body.field_errors).toMatchObject([{ field_name: 'cf_city_id', field_id: city.id }]);
      }
      const moved = await running.space.send('PATCH', `Contacts/${record.id}`, { body: { cf_country_id: sk } });
      expect(moved.body.message).toContain(
        `[cf_city_id] the option ${vienna} cannot be chosen while cf_country_id is ${sk}; it needs ${at} there.`,
      );
      await running.space.update('Contacts', record.id, { cf_country_id: sk, cf_city_id: bratislava });
      await running.space.update('Contacts', record.id, { title: 'Dr' });
    });

    test('need a choice of the same entity type', async () => {
      const parent = await create({ name: 'Of accounts', entity_name: 'Account' });
      const body = { entity_name: 'Contact', name: 'No', type_id: 'dropdown', parent_options_field_id: parent.id };
      const answer = await running.space.send('POST', 'Fields', { body });
      expect(answer.body.message).toContain('[parent_options_field_id] must be another field of Contact');
    });
  });
});
