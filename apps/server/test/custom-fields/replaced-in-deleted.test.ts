/** Options that take the place of others in records that are deleted: who restores one finds a choice that is there. */
import { expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

const names = ['A', 'B', 'C'];

onDatabaseInTurn((running) => {
  /** @returns a field of contacts, and the ids of its options A, B and C */
  async function define(name: string, members: Json): Promise<{ field: TestRecord; options: string[] }> {
    const data_set = names.map((option_name) => ({ option_name, calc_value: names.indexOf(option_name) + 1 }));
    const body = { entity_name: 'Contact', name, data_set, ...members };
    const field = await running.space.create('Fields', body);
    const { data_set: made } = await running.space.get('Fields', field.id, { expand: 'data_set' });
    return { field, options: (made as TestRecord[]).map(({ id }) => id) };
  }
  const replace = async (field: TestRecord, staying: (string | undefined)[], replaced_by: Json) => {
    const body = { data_set: staying.map((id) => ({ id })), replaced_by };
    const answer = await running.space.send('PATCH', `Fields/${field.id}`, { body });
    expect(answer.status, answer.text).toBe(200);
  };
  const restore = (ids: string[]) => running.space.send('POST', 'Contacts/batch-restore', { body: ids });
  const deletedContact = async (members: Json) => {
    const contact = await running.space.newContact(members);
    await running.space.delete('Contacts', contact.id);
    return contact.id;
  };
  const chosenIn = async (id: string, member: string) => {
    const read = await running.space.get('Contacts', id, { expand: member });
    return (read[member] as TestRecord[]).map(({ data_id }) => data_id).sort();
  };

  test('one choice: with its calculated values, filters and links', async () => {
    const { field, options } = await define('Opz', { type_id: 'dropdown' });
    const [a = '', b = '', c = ''] = options;
    const formula = { entity_name: 'Contact', name: 'Opz worth', type_id: 'currency', calc_formula: '#cf_opz * 10' };
    await running.space.create('Fields', formula);
    const [gone, other] = [await deletedContact({ cf_opz_id: a }), await deletedContact({ cf_opz_id: c })];
    const living = await running.space.newContact({ cf_opz_id: a });
    const atDeletion = await running.space.get('Contacts', gone, { 'include-deleted': 'true' });
    await replace(field, [b, c], { [a]: b });
    const deleted = await running.space.get('Contacts', gone, { 'include-deleted': 'true' });
    // By the revision of its deletion what went with it comes back.
    expect(deleted).toMatchObject({ cf_opz_id: b, is_deleted: true, revision: atDeletion.revision });
    const answer = await restore([gone, other]);
    expect(answer.status, answer.text).toBe(200);
    for (const id of [gone, living.id]) {
      const link = `${running.space.entities}/Data/${b}`;
      expect(await running.space.get('Contacts', id)).toMatchObject({ cf_opz_id: b, cf_opz: link, cf_opz_worth: 20 });
    }
    expect(await running.space.get('Contacts', other)).toMatchObject({ cf_opz_id: c });
    const found = await running.space.list('Contacts', { 'filter[cf_opz.option_name]': 'B' });
    expect(found.data.map(({ id }) => id).sort()).toEqual([gone, living.id].sort());
  });

  test('several choices, each once', async () => {
    const { field, options } = await define('Several', { type_id: 'multiselect_checkbox' });
    const [a = '', b = '', c = ''] = options;
    const chosen = (ids: string[]) => ({ cf_several: ids.map((id) => ({ id })) });
    const [one, both, all] = [
      await deletedContact(chosen([a])),
      await deletedContact(chosen([a, b])),
      await deletedContact(chosen([a, b, c])),
    ];
    // What was taken out ahead of the deletion stays out.
    const former = await running.space.newContact(chosen([b]));
    await running.space.update('Contacts', former.id, chosen([a]));
    await running.space.delete('Contacts', former.id);
    await replace(field, [b, c], { [a]: b });
    const answer = await restore([one, both, all, former.id]);
    expect(answer.status, answer.text).toBe(200);
    expect(await chosenIn(one, 'cf_several')).toEqual([b]);
    expect(await chosenIn(both, 'cf_several')).toEqual([b]);
    expect(await chosenIn(all, 'cf_several')).toEqual([b, c].sort());
    expect(await chosenIn(former.id, 'cf_several')).toEqual([b]);
  });

  test('two options by one', async () => {
    const { field, options } = await define('Pair', { type_id: 'multiselect_checkbox' });
    const [a = '', b = '', c = ''] = options;
    const gone = await deletedContact({ cf_pair: [{ id: a }, { id: b }] });
    const living = await running.space.newContact({ cf_pair: [{ id: a }, { id: b }] });
    await replace(field, [c], { [a]: c, [b]: c });
    expect((await restore([gone])).status).toBe(200);
    expect(await chosenIn(gone, 'cf_pair')).toEqual([c]);
    expect(await chosenIn(living.id, 'cf_pair')).toEqual([c]);
  });

  test('an option that only deleted records have chosen goes without one, and keeps them from coming back', async () => {
    const { field, options } = await define('Plain', { type_id: 'radio' });
    const [a = '', b = '', c = ''] = options;
    const gone = await deletedContact({ cf_plain_id: a });
    await replace(field, [b, c], {});
    const answer = await restore([gone]);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('cf_plain_id');
    expect(answer.text).toContain(a);
    expect((await running.space.send('POST', 'Data/batch-restore', { body: [a] })).status).toBe(200);
    expect((await restore([gone])).status).toBe(200);
    expect(await running.space.get('Contacts', gone)).toMatchObject({ cf_plain_id: a });
  });
});
