/** Options that allow others, and what names an option: nothing is left behind that names one which is gone. */
import { describe, expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

const option = (option_name: string, members: Json = {}) => ({ option_name, calc_value: 1, ...members });

onOneDatabase((running) => {
  const send = (method: string, path: string, body?: Json) => running.space.send(method, path, { body });
  const define = (name: string, data_set: readonly Json[], members: Json = {}) =>
    running.space.create('Fields', { entity_name: 'Contact', name, type_id: 'dropdown', data_set, ...members });
  const optionsOf = async ({ id }: TestRecord) =>
    (await running.space.get('Fields', id, { expand: 'data_set' })).data_set as TestRecord[];
  const idsOf = async (field: TestRecord) => (await optionsOf(field)).map(({ id }) => id);
  const allowedBy = async (field: TestRecord) =>
    Object.fromEntries((await optionsOf(field)).map((one) => [one.option_name, one.allowed_by]));

  /** A land with DE, AT and CH, and a town whose options need one of them. */
  async function landAndTown(tag: string) {
    const land = await define(`Land ${tag}`, [option('DE'), option('AT'), option('CH')]);
    const [de = '', at = '', ch = ''] = await idsOf(land);
    const towns = [
      option('Wien', { allowed_by: [at] }),
      option('Konstanz', { allowed_by: [at, de, ch] }),
      option('Any'),
    ];
    const town = await define(`Town ${tag}`, towns, { parent_options_field_id: land.id });
    const [wien = '', konstanz = ''] = await idsOf(town);
    return {
      land,
      town,
      de,
      at,
      ch,
      wien,
      konstanz,
      landMember: `${land.api_name}_id`,
      townMember: `${town.api_name}_id`,
    };
  }

  test('what takes the place of an option allows what that allowed', async () => {
    const { land, town, de, at, ch, wien, landMember, townMember } = await landAndTown('one');
    const record = await running.space.newContact({ [landMember]: at, [townMember]: wien });
    const replaced_by = { [at]: de, [ch]: de };
    const answer = await send('PATCH', `Fields/${land.id}`, { data_set: [{ id: de }], replaced_by });
    expect(answer.status, answer.text).toBe(200);
    expect(await allowedBy(town)).toEqual({ Wien: [de], Konstanz: [de], Any: [] });
    const kept = { [landMember]: de, [townMember]: wien };
    expect(await running.space.get('Contacts', record.id)).toMatchObject(kept);
    expect(await running.space.newContact(kept)).toMatchObject(kept);
  });

  test('an option stays while others need it', async () => {
    const { land, town, de, at, ch, wien, konstanz, landMember } = await landAndTown('two');
    const named = `the option "AT" is in allowed_by of "Wien" of Contact.${town.api_name}, "Konstanz" of Contact.${town.api_name}.`;
    const inBody = await send('PATCH', `Fields/${land.id}`, { data_set: [{ id: de }, { id: ch }] });
    expect([inBody.status, inBody.body.message]).toEqual([422, expect.stringContaining(named)]);
    const alone = await send('DELETE', `Data/${at}`);
    expect([alone.status, alone.body.message]).toEqual([409, expect.stringContaining(named)]);
    const record = await running.space.newContact({ [landMember]: at });
    const both = await send('DELETE', `Data/${at}`);
    expect(both.body.message).toContain(
      `replaced_by of the field. It is chosen in records: 1 in Contact.${land.api_name}. Change them first`,
    );
    await running.space.delete('Contacts', record.id);
    await running.space.update('Data', konstanz, { allowed_by: [de] });
    expect((await send('DELETE', `Data/${wien}`)).status).toBe(200);
    expect((await send('DELETE', `Data/${at}`)).status).toBe(200);
  });

  test('an option goes after those that need it, in one batch too', async () => {
    const { at, wien, konstanz } = await landAndTown('three');
    const remove = (...body: string[]) => running.space.send('POST', 'Data/batch-delete', { body });
    expect((await remove(at, wien, konstanz)).text).toContain('is in allowed_by of');
    const answer = await remove(wien, konstanz, at);
    expect(answer.status, answer.text).toBe(200);
  });

  test('none but options of the field that decides allow an option', async () => {
    const { town, de, wien } = await landAndTown('four');
    const other = await define('Other four', [option('X')]);
    const [foreign = ''] = await idsOf(other);
    for (const id of [foreign, wien, crypto.randomUUID()]) {
      const problem = `[allowed_by] ${id}: no option of the field whose choice decides (parent_options_field_id).`;
      const alone = await send('PATCH', `Data/${wien}`, { allowed_by: [de, id] });
      expect([alone.status, alone.body.message]).toEqual([422, `\n${problem}`]);
      const inBody = await send('PATCH', `Fields/${town.id}`, { data_set: [{ id: wien, allowed_by: [id] }] });
      expect([inBody.status, inBody.body.message]).toEqual([422, expect.stringContaining(`data_set[0]: ${problem}`)]);
    }
    const unknown = crypto.randomUUID();
    const made = {
      entity_name: 'Contact',
      name: 'No',
      type_id: 'radio',
      data_set: [option('A', { allowed_by: [unknown] })],
    };
    const answer = await send('POST', 'Fields', made);
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringContaining(`data_set[0]: [allowed_by] ${unknown}: no option.`),
    ]);
  });

  test('a field comes to decide only about options that its own allow', async () => {
    const { land, town, wien } = await landAndTown('five');
    const other = await define('Other five', [option('X')]);
    const [x] = await idsOf(other);
    const rejected = await send('PATCH', `Fields/${town.id}`, { parent_options_field_id: other.id });
    expect([rejected.status, rejected.body.message]).toEqual([
      422,
      expect.stringContaining('[parent_options_field_id] allowed_by of "Wien", "Konstanz" names what is not an option'),
    ]);
    const parent_options_field_id = other.id;
    const kept = await send('PATCH', `Fields/${town.id}`, { parent_options_field_id, data_set: [{ id: wien }] });
    expect([kept.status, kept.body.message]).toEqual([422, expect.stringContaining('data_set[0]: [allowed_by]')]);
    const data_set = [{ id: wien, allowed_by: [x] }];
    const changed = await send('PATCH', `Fields/${town.id}`, { parent_options_field_id, data_set });
    expect(changed.status, changed.text).toBe(200);
    expect(await allowedBy(town)).toEqual({ Wien: [x] });
    const back = await send('PATCH', `Fields/${town.id}`, { parent_options_field_id: land.id });
    expect(back.status).toBe(422);
  });

  test('fields do not decide about each other in a circle', async () => {
    const { land, town } = await landAndTown('six');
    const quarter = await define('Quarter', [option('Q')], { parent_options_field_id: town.id });
    const answer = await send('PATCH', `Fields/${land.id}`, { parent_options_field_id: quarter.id });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      expect.stringContaining('[parent_options_field_id] makes a circle'),
    ]);
    const [one, two] = [await define('One', [option('O')]), await define('Two', [option('T')])];
    const body = [
      { id: one.id, parent_options_field_id: two.id },
      { id: two.id, parent_options_field_id: one.id },
    ];
    const both = await running.space.send('POST', 'Fields/batch-modify', { body });
    expect([both.status, both.text]).toEqual([422, expect.stringContaining('makes a circle')]);
  });

  test('replaced_by leads from options that go to options that stay', async () => {
    const field = await define('Hue', [option('Red'), option('Blue'), option('Green')]);
    const [red = '', blue = '', green = ''] = await idsOf(field);
    const data_set = [{ id: blue }, { id: green }];
    const wrong: [unknown, string][] = [
      ['x', 'must be an object'],
      [[], 'must be an object'],
      [{ x: blue }, 'x is not an option that this change of data_set removes.'],
      [{ [green]: blue }, `${green} is not an option that this change of data_set removes.`],
      [{ [red]: 'y' }, '"y" is not an option that stays.'],
      [{ [red]: red }, `"${red}" is not an option that stays.`],
    ];
    for (const [replaced_by, problem] of wrong) {
      const answer = await send('PATCH', `Fields/${field.id}`, { data_set, replaced_by } as Json);
      expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(`[replaced_by] ${problem}`)]);
    }
    const without = await send('PATCH', `Fields/${field.id}`, { replaced_by: { [red]: blue } });
    expect(without.status).toBe(422);
    expect((await send('PATCH', `Fields/${field.id}`, { data_set, replaced_by: { [red]: blue } })).status).toBe(200);
  });

  describe('by themselves', () => {
    test('options of a custom field have names of their own', async () => {
      const field = await define('Size', [option('S'), option('M')]);
      const { data_set_id } = field;
      const [, m] = await idsOf(field);
      const problem = '[option_name] "S" is the name of another option of the set.';
      const body = option('S', { data_set_id, sort_order: 9 });
      for (const answer of [await send('POST', 'Data', body), await send('PATCH', `Data/${m}`, { option_name: 'S' })]) {
        expect([answer.status, answer.body.message]).toEqual([422, `\n${problem}`]);
      }
      const twice = option('L', { data_set_id, sort_order: 3 });
      const together = await running.space.send('POST', 'Data/batch-modify', { body: [twice, twice] });
      expect([together.status, together.text]).toEqual([422, expect.stringContaining('is the name of another option')]);
      await running.space.create('Data', twice);
      await running.space.update('Data', m ?? '', { option_name: 'M' });
    });
  });

  test('one that a roll-up counts by stays', async () => {
    const deal = await running.space.create('Fields', {
      entity_name: 'Contact',
      name: 'Patron',
      type_id: 'lookup',
      lookup: { entity_name: 'Account', many: false },
    });
    const field = await define('Fuel', [option('Gas'), option('Coal')]);
    const [gas = '', coal = ''] = await idsOf(field);
    await running.space.create('Fields', {
      entity_name: 'Account',
      name: 'Patrons',
      type_id: 'lookup',
      lookup: { entity_name: 'Contact', relation_id: deal.id },
    });
    await running.space.create('Fields', {
      entity_name: 'Account',
      name: 'Gas patrons',
      type_id: 'rollup',
      rollup: { relation: 'cf_patrons', function: 'COUNT', filter: { cf_fuel_id: gas } },
    });
    const problem = 'the option "Gas" is named in the filter of the roll-up Account.cf_gas_patrons.';
    const alone = await send('DELETE', `Data/${gas}`);
    expect([alone.status, alone.body.message]).toEqual([409, expect.stringContaining(problem)]);
    const body = { data_set: [{ id: coal }], replaced_by: { [gas]: coal } };
    const inBody = await send('PATCH', `Fields/${field.id}`, body);
    expect([inBody.status, inBody.body.message]).toEqual([422, expect.stringContaining(problem)]);
    expect((await send('DELETE', `Data/${coal}`)).status).toBe(200);
  });
});
