/** References that are not there during a merge, as their field or their entity type is deleted, lead to the master once that comes back. */
import { expect, it, vi } from 'vitest';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { merge } from './merge.js';

onDatabaseInTurn((running) => {
  const define = (entity_name: string, name: string, lookup: Json) =>
    running.space.create('Fields', { entity_name, name, type_id: 'lookup', lookup });
  const restore = async (collection: string, id: string) => {
    const { status, text } = await running.space.send('POST', `${collection}/batch-restore`, { body: [id] });
    expect(status, text).toBe(200);
  };
  const removeEntityType = async ({ id }: TestRecord) => {
    const { status, text } = await running.space.send('DELETE', `Entities/${id}`, {
      query: { 'delete-records': true },
    });
    expect(status, text).toBe(200);
  };
  const accounts = () => Promise.all([running.space.newAccount(), running.space.newAccount()]);
  const idsIn = (rows: unknown, member: string) => (rows as TestRecord[]).map((row) => row[member]).sort();

  it('of a deleted lookup, in members, links and filters', async () => {
    const { space } = running;
    const field = await define('Contact', 'La', { entity_name: 'Account' });
    const [master, other] = await accounts();
    const [living, gone] = [
      await space.newContact({ cf_la_id: other.id }),
      await space.newContact({ cf_la_id: other.id }),
    ];
    await space.delete('Contacts', gone.id);
    await space.delete('Fields', field.id);
    const { revision } = await space.get('Contacts', gone.id, { 'include-deleted': true });
    await merge(space, 'Accounts', { id: master.id }, [other]);
    await restore('Fields', field.id);
    const contact = await space.get('Contacts', living.id);
    expect(contact).toMatchObject({ cf_la_id: master.id, cf_la: `${space.entities}/Accounts/${master.id}` });
    const deleted = await space.get('Contacts', gone.id, { 'include-deleted': true });
    expect(deleted).toMatchObject({ cf_la_id: master.id, revision });
    const found = await space.list('Contacts', { 'filter[cf_la_id]': master.id });
    expect(found.data.map(({ id }) => id)).toEqual([living.id]);
  });

  it('of a deleted lookup whose record would lead to itself', async () => {
    const { space } = running;
    const field = await define('Account', 'Rival', { entity_name: 'Account' });
    const [other, third] = await accounts();
    const master = await space.newAccount({ cf_rival_id: other.id });
    await space.update('Accounts', third.id, { cf_rival_id: other.id });
    await space.delete('Fields', field.id);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    await restore('Fields', field.id);
    expect((await space.get('Accounts', master.id)).cf_rival_id).toBeNull();
    expect((await space.get('Accounts', third.id)).cf_rival_id).toBe(master.id);
  });

  it('of a deleted lookup of many, each record once', async () => {
    const { space } = running;
    const field = await define('Contact', 'Lm', { entity_name: 'Account', many: true });
    const [[master, other], third] = [await accounts(), await space.newAccount()];
    const of = (...records: TestRecord[]) => space.newContact({ cf_lm: records.map(({ id }) => ({ id })) });
    const [one, both] = [await of(other, third), await of(master, other)];
    await space.delete('Fields', field.id);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    await restore('Fields', field.id);
    const shown = async (id: string) =>
      idsIn((await space.get('Contacts', id, { expand: 'cf_lm' })).cf_lm, 'record_2_id');
    expect(await shown(one.id)).toEqual([master.id, third.id].sort());
    expect(await shown(both.id)).toEqual([master.id]);
  });

  it('of the records that become one: they bring what they have chosen in a deleted field', async () => {
    const { space } = running;
    const data_set = ['A', 'B', 'C'].map((option_name) => ({ option_name, calc_value: 1 }));
    const field = await space.create('Fields', {
      ...{ entity_name: 'Contact', name: 'Hobbies', type_id: 'multiselect_checkbox', data_set },
    });
    const options = (await space.get('Fields', field.id, { expand: 'data_set' })).data_set as TestRecord[];
    const [a = '', b = '', c = ''] = options.map(({ id }) => id);
    const of = (...ids: string[]) => space.newContact({ cf_hobbies: ids.map((id) => ({ id })) });
    const [master, other] = [await of(a, b), await of(b, c)];
    await space.delete('Fields', field.id);
    await merge(space, 'Contacts', { id: master.id }, [other]);
    await restore('Fields', field.id);
    const { cf_hobbies } = await space.get('Contacts', master.id, { expand: 'cf_hobbies' });
    expect(idsIn(cf_hobbies, 'data_id')).toEqual([a, b, c].sort());
  });

  it('of an entity type that was deleted with its records', async () => {
    const { space } = running;
    const kind = await defineEntityType(space, 'Vessel');
    await define('Vessel', 'Owner', { entity_name: 'Account' });
    await define('Vessel', 'Users', { entity_name: 'Account', many: true });
    const former = await define('Vessel', 'Former', { entity_name: 'Account' });
    const [master, other] = await accounts();
    const members = { cf_owner_id: other.id, cf_former_id: other.id, cf_users: [{ id: other.id }] };
    const vessel = await kind.create(members);
    await space.delete('Fields', former.id);
    await removeEntityType(kind.entity);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    // Its records are deleted in the background.
    await vi.waitFor(() => restore('Entities', kind.entity.id), 60_000);
    await restore('Fields', former.id);
    const back = await space.get('Vessel', vessel.id, { expand: 'cf_users' });
    expect(back).toMatchObject({ cf_owner_id: master.id, cf_former_id: master.id });
    expect(idsIn(back.cf_users, 'record_2_id')).toEqual([master.id]);
  });

  it('of records that a write would complete again, which stay as they are otherwise', async () => {
    const { space } = running;
    const field = await define('Opportunity', 'Payer', { entity_name: 'Account' });
    const motto = await space.create('Fields', { entity_name: 'Opportunity', name: 'Motto', type_id: 'input' });
    const [master, other] = await accounts();
    const deal = await space.newOpportunity({ cf_payer_id: other.id, cf_motto: 'Onward' });
    for (const { id } of [field, motto]) await space.delete('Fields', id);
    const before = await space.get('Opportunities', deal.id);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    const { modified, revision, ...after } = await space.get('Opportunities', deal.id);
    expect(before).toMatchObject(after);
    for (const { id } of [field, motto]) await restore('Fields', id);
    const back = await space.get('Opportunities', deal.id);
    expect(back).toMatchObject({ cf_payer_id: master.id, cf_motto: 'Onward' });
  });
});
