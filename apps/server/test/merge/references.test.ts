/**
 * Whatever refers to a merged record refers to the master afterwards.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { dumpSpace } from '../space-dump.js';
import { merge } from './merge.js';

onDatabaseInTurn((running) => {
  it('moves every reference, whatever record has it', async () => {
    const { space, server } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const { ownerId } = space.ids;
    const account_id = other.id;
    const child = await space.newAccount({ parent_account_id: account_id });
    const note = await space.create('Notes', { note: 'x', owner_id: ownerId, account_id });
    const project = await space.create('Projects', { name: 'x', owner_id: ownerId, account_id });
    const email = await space.create(
      'Emails',
      { subject: 'x', owner_id: ownerId, sender_account_id: account_id },
      { 'validation-level': 8 },
    );
    const task = await space.create('Tasks', { subject: 'x', owner_id: ownerId, account_relations: [{ account_id }] });
    const { revision } = await merge(space, 'Accounts', { id: master.id }, [other]);
    expect(await space.get('Accounts', child.id)).toMatchObject({ parent_account_id: master.id, revision });
    expect(await space.get('Notes', note.id)).toMatchObject({ account_id: master.id, revision });
    expect(await space.get('Projects', project.id)).toMatchObject({ account_id: master.id, revision });
    expect(await space.get('Emails', email.id)).toMatchObject({ sender_account_id: master.id, revision });
    const shown = await space.get('Tasks', task.id, { expand: 'account_relations' });
    expect(shown.account_relations).toMatchObject([{ account_id: master.id }]);
    const stored = [...(await dumpSpace(server.deps, space.id)).values()].flatMap((records) => [...records.values()]);
    expect(stored.filter((record) => record.id !== other.id && JSON.stringify(record).includes(other.id))).toEqual([]);
  });

  it('leaves a favourite, a relation and a membership in a list once', async () => {
    const { space } = running;
    const [master, other, third] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    const client = await space.create('Clients', { email: 'fan@example.com', default_unit_id: space.ids.unitId });
    for (const { id } of [master, other]) {
      await space.create('ClientFavorites', { owner_id: client.id, account_id: id });
      await space.create('AccountRelations', { account1_id: id, account2_id: third.id });
    }
    await space.create('AccountRelations', { account1_id: master.id, account2_id: other.id });
    await merge(space, 'Accounts', { id: master.id }, [other]);
    const favourites = await space.list('ClientFavorites', { 'filter[owner_id]': client.id });
    expect(favourites.data).toMatchObject([{ account_id: master.id }]);
    const relations = await space.list('AccountRelations', { 'filter[account1_id]': master.id });
    // What tied the two to each other ties nothing any more.
    expect(relations.data).toMatchObject([{ account2_id: third.id }]);
  });

  it('lets no record be its own parent', async () => {
    const { space } = running;
    const top = await space.newAccount();
    const second = await space.newAccount({ parent_account_id: top.id });
    const master = await space.newAccount({ parent_account_id: second.id });
    expect((await merge(space, 'Accounts', { id: master.id }, [second])).parent_account_id).toBeNull();
    const third = await space.newAccount({ parent_account_id: master.id });
    const fourth = await space.newAccount({ parent_account_id: top.id });
    const merged = await merge(space, 'Accounts', { id: master.id }, [third, fourth]);
    expect(merged.parent_account_id).toBe(top.id);
  });

  it('moves what is deleted, which stays as it was otherwise', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const contact = await space.newContact({ account_relations: [{ account_id: other.id, is_primary: true }] });
    await space.delete('Contacts', contact.id);
    const before = await space.get('Contacts', contact.id, { 'include-deleted': true });
    await merge(space, 'Accounts', { id: master.id }, [other]);
    const after = await space.get('Contacts', contact.id, { 'include-deleted': true });
    expect(after.revision).toBe(before.revision);
    await space.send('POST', 'Contacts/batch-restore', { body: [contact.id] });
    const back = await space.get('Contacts', contact.id, { expand: 'account_relations' });
    expect(back.primary_account).toContain(master.id);
    expect(back.account_relations).toMatchObject([{ account_id: master.id, is_primary: true }]);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
