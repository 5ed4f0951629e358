/**
 * What bodies can say of related records: objects in place of ids, items that only name the other end, one row alone, and what an
 * answer has there.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

onOneDatabase((running) => {
  let space: TestSpace;
  let eve: TestRecord;
  beforeAll(async () => {
    space = await running.server.newSpace('bodies');
    eve = await space.create('Clients', { email: 'eve@example.com', default_unit_id: space.ids.unitId });
  });

  const expanded = async (collection: string, id: string, expand: string) =>
    (await space.get(collection, id, { expand }))[expand] as TestRecord[];

  describe('a relation to one record', () => {
    it('is set by an object, and left alone by the address of an answer', async () => {
      const contact = await space.newContact({ owner_id: undefined, owner: { id: eve.id } });
      expect(contact.owner_id).toBe(eve.id);
      const { owner } = await space.newContact();
      expect(await space.update('Contacts', contact.id, { owner, city: 'Leeds' })).toMatchObject({ owner_id: eve.id });
      const both = { owner: { id: eve.id }, owner_id: space.ids.ownerId };
      expect(await space.update('Contacts', contact.id, both)).toMatchObject({ owner_id: space.ids.ownerId });
    });

    it('is set by an object where it shows no id', async () => {
      const contact = await space.newContact();
      const profile = await space.create('ContactSocialRelations', { skype_url: 'ada' });
      const address = `${space.entities}/ContactSocialRelations/${profile.id}`;
      const set = await space.update('Contacts', contact.id, { social_media: { id: profile.id } });
      expect(set.social_media).toBe(address);
      expect((await space.update('Contacts', contact.id, { social_media: address })).social_media).toBe(address);
      expect((await space.update('Contacts', contact.id, { social_media: null })).social_media).toBeNull();
    });

    it('to a record that is not there is rejected', async () => {
      const picture = { id: eve.id };
      expect(await space.send('POST', 'Accounts', { body: { name: 'x', owner_id: eve.id, picture } })).toMatchObject({
        status: 422,
        body: { field_errors: [{ field_name: 'picture_id', errors: [{ name: 'ERROR_RELATIONS_DOESNT_EXIST' }] }] },
      });
    });
  });

  describe('an item that names the other end alone', () => {
    it.each<[string, (id: string) => unknown]>([
      ['as an object', (id) => ({ id })],
      ['as its id', (id) => id],
      ['as its address', (id) => `https://elsewhere.example/entities/Clients/${id}`],
    ])('makes a row that points at it: %s', async (_, item) => {
      const account = await space.newAccount({ sharing_clients: [item(eve.id)] });
      const rows = await expanded('Accounts', account.id, 'sharing_clients');
      expect(rows).toMatchObject([{ client_id: eve.id, account_id: account.id }]);
    });

    it('keeps the row that points at it already, as the address of the row does', async () => {
      const account = await space.newAccount({ sharing_clients: [{ id: eve.id }] });
      const [row] = await expanded('Accounts', account.id, 'sharing_clients');
      for (const item of [{ id: eve.id }, { id: row?.id }, ...(account.sharing_clients as string[])]) {
        const { sharing_clients } = await space.update('Accounts', account.id, { sharing_clients: [item] });
        expect(sharing_clients).toEqual(account.sharing_clients);
      }
      expect(await space.update('Accounts', account.id, { sharing_clients: [] })).toMatchObject({
        sharing_clients: [],
      });
    });

    it('can say more of the row', async () => {
      const account = await space.newAccount();
      const contact = await space.newContact({
        account_relations: [{ id: account.id, is_primary: true, position: 'Boss' }],
      });
      expect(contact).toMatchObject({ primary_account_position: 'Boss' });
      expect(await expanded('Contacts', contact.id, 'account_relations')).toMatchObject([{ account_id: account.id }]);
    });

    it('is rejected when the record is not there', async () => {
      const sharing_clients = [{ id: space.ids.unitId }];
      const body = { name: 'x', owner_id: eve.id, sharing_clients };
      expect(await space.send('POST', 'Accounts', { body })).toMatchObject({ status: 422 });
    });
  });

  describe('a row that is alone', () => {
    const remind = (set_date: string): Json => ({ owner_id: space.ids.ownerId, set_date });
    const dates = async (task: TestRecord) => {
      const query = { 'filter[task_id]': task.id };
      return (await space.list('TaskReminders', query)).data.map(({ set_date }) => String(set_date).slice(0, 10));
    };

    it('is made, changed, kept and taken away', async () => {
      const reminder = remind('2027-03-01T08:00:00');
      const task = await space.create('Tasks', { subject: 'Call', owner_id: space.ids.ownerId, reminder });
      expect(await dates(task)).toEqual(['2027-03-01']);
      const changed = await space.update('Tasks', task.id, { reminder: { set_date: '2027-03-02T08:00:00' } });
      expect(changed.reminder).toBe(task.reminder);
      expect(await dates(task)).toEqual(['2027-03-02']);
      const echoed = await space.update('Tasks', task.id, { reminder: task.reminder, subject: 'Call back' });
      expect(echoed.reminder).toBe(task.reminder);
      expect(await space.update('Tasks', task.id, { reminder: null })).toMatchObject({ reminder: null });
      expect(await dates(task)).toEqual([]);
    });
  });

  it('takes every record back as it came', async () => {
    const account = await space.newAccount({ sharing_clients: [{ id: eve.id }] });
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    for (const [collection, record] of [
      ['Accounts', account],
      ['Contacts', contact],
    ] as const) {
      const { revision: _, ...members } = record;
      const same = await space.update(collection, record.id, members);
      expect({ ...same, modified: record.modified, revision: record.revision }).toEqual(record);
    }
  });
});
