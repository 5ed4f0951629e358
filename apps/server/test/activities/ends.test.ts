/**
 * Rows that lead to exactly one of several records, and what else belongs to users and events.
 */
import { describe, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { basic, type Json, TestSpace } from '../test-space.js';
import { messagesOf } from './messages-of.js';

onOneDatabase((running) => {
  /** Records that rows can lead to, by the member that names them. */
  const made = async () => {
    const { ownerId } = running.space.ids;
    const owned = { owner_id: ownerId };
    const [task, email, tag, file, profile, account, contact] = await Promise.all([
      running.space.create('Tasks', { subject: 'Call back', ...owned }),
      running.space.create('Memos', { ...owned, ...memo }),
      running.space.create('Tags', { name: 'Key account' }),
      running.space.create('CloudObjects', { filename: 'offer.txt', type: 1, content: 'T2ZmZXI=' }),
      running.space.create('Profiles', { name: 'North', entity: 2, ...owned }),
      running.space.newAccount(),
      running.space.newContact(),
    ]);
    return { task, email, tag, file, profile, ends: { account_id: account.id, contact_id: contact.id } };
  };
  const memo = { subject: 'Notes of the meeting' };

  it.each([
    ['ActivityRelations', 'activity_id', 'task'],
    ['MessageRelations', 'message_id', 'email'],
    ['TagRelations', 'tag_id', 'tag'],
    ['CloudObjectRelations', 'cloud_object_id', 'file'],
    ['ProfileRelations', 'profile_id', 'profile'],
    ['ClientFavorites', 'owner_id', undefined],
  ] as const)('%s lead to one record', async (collection, from, record) => {
    const all = await made();
    const row = { [from]: record === undefined ? running.space.ids.ownerId : all[record].id };
    const send = (body: Json) => running.space.send('POST', collection, { body });
    const both = await send({ ...row, ...all.ends });
    expect(both.status).toBe(422);
    expect(messagesOf(both)).toEqual([
      '[contact_id] Only one of account_id and contact_id can be set: the row leads to one record.',
    ]);
    expect((await send(row)).status).toBe(422);
    const one = await running.space.create(collection, { ...row, account_id: all.ends.account_id });
    const second = await running.space.send('PATCH', `${collection}/${one.id}`, {
      body: { contact_id: all.ends.contact_id },
    });
    expect(second.status).toBe(422);
    const other = { account_id: null, contact_id: all.ends.contact_id };
    expect(await running.space.update(collection, one.id, other)).toMatchObject(other);
  });

  it('names the item of a body that leads to several', async () => {
    const { ends } = await made();
    const body = { subject: 'Call back', owner_id: running.space.ids.ownerId, account_relations: [ends] };
    const answer = await running.space.send('POST', 'Tasks', { body });
    expect(messagesOf(answer)).toEqual([expect.stringMatching(/^account_relations\[0\]: \[contact_id\] Only one of/)]);
  });

  describe('Webhooks', () => {
    const hook = { url: 'https://hooks.example.com/crm', insecure_ssl: false };

    it('want events that there are', async () => {
      const events = ['*', 'Account.*', 'Opportunity.Won'];
      expect(await running.space.create('Webhooks', { ...hook, events })).toMatchObject({ events });
      const body = { ...hook, events: ['Account.Create', 'Account.Sold', 'account.create'] };
      const answer = await running.space.send('POST', 'Webhooks', { body });
      expect(answer.status).toBe(422);
      expect(messagesOf(answer)).toEqual([
        '[events] item 1: "Account.Sold" is not an event.',
        '[events] item 2: "account.create" is not an event.',
      ]);
    });

    it('and tags belong to the user who makes them', async () => {
      const { deps, origin } = running.server;
      const { ownerId, unitId } = running.space.ids;
      const user = await running.space.create('Clients', { email: 'eve@acme.example', default_unit_id: unitId });
      const key = basic(await createKey(deps, { space: 'acme', client: user.id }));
      const asUser = new TestSpace(origin, 'acme', key, key);
      expect(await asUser.create('Webhooks', { ...hook, events: ['*'] })).toMatchObject({ client_id: user.id });
      expect(await asUser.create('Tags', { name: 'Mine' })).toMatchObject({ creator_id: user.id });
      expect(await asUser.create('Tags', { name: 'Theirs', creator_id: ownerId })).toMatchObject({
        creator_id: ownerId,
      });
      expect(await running.space.create('Tags', { name: 'Nobody' })).toMatchObject({ creator_id: null });
    });
  });
});
