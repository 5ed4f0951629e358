/** An option that many records have chosen: how many of them are changed with the field. */
import { expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { Copier } from '../jobs/many-records.js';
import type { TestRecord } from '../test-space.js';

/** Records that get another option in one write at most. */
const most = 10_000;

onDatabaseInTurn((running) => {
  test('10,000 get another option at once, more are rejected as they are', { timeout: 120_000 }, async () => {
    const { space, server } = running;
    const data_set = ['A', 'B'].map((option_name) => ({ option_name, calc_value: 1 }));
    const body = { entity_name: 'Contact', name: 'Opz', type_id: 'dropdown', data_set };
    const field = await space.create('Fields', body);
    const { data_set: options } = await space.get('Fields', field.id, { expand: 'data_set' });
    const [gone = '', kept = ''] = (options as TestRecord[]).map(({ id }) => id);
    const contact = { last_name: 'Okafor', owner_id: space.ids.ownerId, cf_opz_id: gone };
    const oneMore = await space.create('Contacts', contact);
    const copier = new Copier(server.deps, space.id);
    await copier.copy('contacts', oneMore.id, most, 0);
    await copier.give('custom_uuids', field.id, most, copier.idOf(0), copier.uuid(`'${gone}'`));

    const change = { data_set: [{ id: kept }], replaced_by: { [gone]: kept } };
    const rejected = await space.send('PATCH', `Fields/${field.id}`, { body: change });
    expect(rejected.status, rejected.text).toBe(422);
    expect(rejected.text).toContain(
      'the option \\"A\\" is chosen in more than 10000 records, too many to be changed at once. Change some of them first.',
    );
    const chosen = async (option: string) => {
      const { total } = await space.list('Contacts', { first: 1, 'include-total': true, 'filter[cf_opz_id]': option });
      return total;
    };
    expect([await chosen(gone), await chosen(kept)]).toEqual([most + 1, 0]);

    await space.update('Contacts', oneMore.id, { cf_opz_id: kept });
    const changed = await space.send('PATCH', `Fields/${field.id}`, { body: change });
    expect(changed.status, changed.text).toBe(200);
    expect([await chosen(gone), await chosen(kept)]).toEqual([0, most + 1]);
  });
});
