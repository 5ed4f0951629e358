/** Options that go while fields and entity types that use them are deleted: what comes back has an option that is there. */
import { expect, test } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

const names = ['A', 'B', 'C'];

onDatabaseInTurn((running) => {
  /** @returns a field with the options A, B and C, its set, and their ids */
  async function define(entity_name: string, name: string, members: Json = {}) {
    const data_set = names.map((option_name, index) => ({ option_name, calc_value: index }));
    const body = { entity_name, name, type_id: 'dropdown', data_set, ...members };
    const field = await running.space.create('Fields', body);
    const { data_set: made } = await running.space.get('Fields', field.id, { expand: 'data_set' });
    const [a = '', b = '', c = ''] = (made as TestRecord[]).map(({ id }) => id);
    return { field, set: String(field.data_set_id), a, b, c };
  }
  const share = (entity_name: string, name: string, data_set_id: string, type_id: string, members: Json = {}) =>
    running.space.create('Fields', { entity_name, name, type_id, data_set_id, ...members });
  const remove = (field: TestRecord, staying: string[], replaced_by?: Json) => {
    const body = { data_set: staying.map((id) => ({ id })), ...(replaced_by && { replaced_by }) };
    return running.space.send('PATCH', `Fields/${field.id}`, { body });
  };
  const replace = async (field: TestRecord, staying: string[], replaced_by: Json) => {
    const answer = await remove(field, staying, replaced_by);
    expect(answer.status, answer.text).toBe(200);
  };
  const restore = async (collection: string, ids: string[]) => {
    const { status, text } = await running.space.send('POST', `${collection}/batch-restore`, { body: ids });
    expect(status, text).toBe(200);
  };
  const removeEntityType = async ({ id }: TestRecord) => {
    const { status, text } = await running.space.send('DELETE', `Entities/${id}`, {
      query: { 'delete-records': true },
    });
    expect(status, text).toBe(200);
  };
  const chosen = (...ids: string[]) => ids.map((id) => ({ id }));
  const chosenIn = async (collection: string, id: string, member: string) => {
    const read = await running.space.get(collection, id, { expand: member });
    return (read[member] as TestRecord[]).map(({ data_id }) => data_id).sort();
  };

  test('another option takes the place in deleted fields, each once', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Eone');
    const [one, many] = [
      await share('Contact', 'Etwo', set, 'radio'),
      await share('Contact', 'Ethree', set, 'multiselect_checkbox'),
    ];
    const [first, both] = [
      await space.newContact({ cf_etwo_id: a, cf_ethree: chosen(a, c) }),
      await space.newContact({ cf_etwo_id: c, cf_ethree: chosen(a, b) }),
    ];
    const gone = await space.newContact({ cf_etwo_id: a, cf_ethree: chosen(a, b) });
    await space.delete('Contacts', gone.id);
    for (const { id } of [one, many]) await space.delete('Fields', id);
    await replace(field, [b, c], { [a]: b });
    await restore('Fields', [one.id, many.id]);
    await restore('Contacts', [gone.id]);
    for (const [{ id }, etwo, ethree] of [
      [first, b, [b, c]],
      [both, c, [b]],
      [gone, b, [b]],
    ] as const) {
      expect(await space.get('Contacts', id)).toMatchObject({ cf_etwo_id: etwo });
      expect(await chosenIn('Contacts', id, 'cf_ethree')).toEqual([...ethree].sort());
    }
    const found = await space.list('Contacts', { 'filter[cf_etwo.option_name]': 'B' });
    expect(found.data.map(({ id }) => id).sort()).toEqual([first.id, gone.id].sort());
  });

  test('and in entity types that were deleted with their records', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Fuel');
    const kind = await defineEntityType(space, 'Airship');
    await share('Airship', 'Fuel', set, 'dropdown');
    await share('Airship', 'Fuels', set, 'multiselect_checkbox');
    const [one, both] = [
      await kind.create({ cf_fuel_id: a, cf_fuels: chosen(a) }),
      await kind.create({ cf_fuel_id: c, cf_fuels: chosen(a, b) }),
    ];
    await removeEntityType(kind.entity);
    await replace(field, [b, c], { [a]: b });
    await restore('Entities', [kind.entity.id]);
    expect((await space.get('Airship', one.id)).cf_fuel_id).toBe(b);
    expect((await space.get('Airship', both.id)).cf_fuel_id).toBe(c);
    for (const { id } of [one, both]) expect(await chosenIn('Airship', id, 'cf_fuels')).toEqual([b]);
  });

  test('without another one it stays while it is chosen in a deleted field', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Gone');
    const [one, many] = [
      await share('Contact', 'Gtwo', set, 'dropdown'),
      await share('Contact', 'Gthree', set, 'multiselect_checkbox'),
    ];
    const contact = await space.newContact({ cf_gtwo_id: a, cf_gthree: chosen(b) });
    for (const { id } of [one, many]) await space.delete('Fields', id);
    for (const [staying, name, used] of [
      [[b, c], 'A', '1 in Contact.cf_gtwo'],
      [[a, c], 'B', '1 in Contact.cf_gthree'],
    ] as const) {
      const rejected = await remove(field, [...staying]);
      expect(rejected.status, rejected.text).toBe(422);
      expect(rejected.body.message).toBe(
        `\n[id] the option "${name}" is chosen in records, where the field or its entity is deleted: ${used}. ` +
          'Restore that and change them, or name the option that takes its place in replaced_by of the field.',
      );
    }
    const alone = await space.send('DELETE', `Data/${a}`);
    expect([alone.status, alone.body.message]).toEqual([409, expect.stringContaining('1 in Contact.cf_gtwo')]);
    await space.delete('Contacts', contact.id);
    // As in a field that is there, a deleted record keeps nothing.
    expect((await remove(field, [b, c])).status).toBe(200);
    const forget = { query: { 'delete-values': true } };
    expect((await space.send('DELETE', `Fields/${many.id}`, forget)).status).toBe(200);
    expect((await remove(field, [c])).status).toBe(200);
  });

  test('nor does it go while it is chosen in records that come back with their entity type, and in no others', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Hue');
    const kind = await defineEntityType(space, 'Balloon');
    await share('Balloon', 'Hue', set, 'dropdown');
    await share('Balloon', 'Hues', set, 'multiselect_checkbox');
    const kept = await kind.create({ cf_hue_id: a, cf_hues: chosen(a, b) });
    await space.update('Balloon', kept.id, { cf_hues: chosen(a) });
    const former = await kind.create({ cf_hue_id: b });
    await space.delete('Balloon', former.id);
    await removeEntityType(kind.entity);
    const rejected = await remove(field, [b, c]);
    expect([rejected.status, rejected.body.message]).toEqual([
      422,
      expect.stringContaining('deleted: 1 in Balloon.cf_hue, 1 in Balloon.cf_hues. '),
    ]);
    expect((await remove(field, [a, c])).status).toBe(200);
  });

  test('the default of a field moves too: its own, that of another one, that of a deleted one', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Ione', { default_value: 'A' });
    const [living, gone] = [
      await share('Contact', 'Itwo', set, 'dropdown', { default_value: a }),
      await share('Contact', 'Ithree', set, 'dropdown', { default_value: a }),
    ];
    await space.delete('Fields', gone.id);
    const { revision } = await space.get('Fields', gone.id, { 'include-deleted': true });
    for (const replaced_by of [undefined, { [a]: a }])
      expect((await remove(field, [b, c], replaced_by)).status).toBe(422);
    await replace(field, [b, c], { [a.toUpperCase()]: b });
    const deleted = await space.get('Fields', gone.id, { 'include-deleted': true });
    expect(deleted).toMatchObject({ default_value: b, revision });
    await restore('Fields', [gone.id]);
    for (const { id } of [field, living, gone]) expect((await space.get('Fields', id)).default_value).toBe(b);
    expect(await space.newContact()).toMatchObject({ cf_ione_id: b, cf_itwo_id: b, cf_ithree_id: b });
  });

  test('the default of a deleted field keeps an option where no other one is named', async () => {
    const { space } = running;
    const { field, set, a, b, c } = await define('Contact', 'Jone');
    const gone = await share('Contact', 'Jtwo', set, 'dropdown', { default_value: a });
    await space.delete('Fields', gone.id);
    const rejected = await remove(field, [b, c]);
    expect([rejected.status, rejected.body.message]).toEqual([
      422,
      expect.stringContaining('default of Contact.cf_jtwo'),
    ]);
  });
});
