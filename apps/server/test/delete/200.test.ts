/**
 * Deletions: the record is marked, and found again only when deleted records are requested.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  it('answers the id, and nothing finds the record any more', async () => {
    const contact = await running.space.newContact({ last_name: 'Gone' });
    const answer = await running.space.send('DELETE', `Contacts/${contact.id}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`{"success":true,"data":"${contact.id}"}`);
    expect((await running.space.send('GET', `Contacts/${contact.id}`)).status).toBe(404);
    expect((await running.space.list('Contacts', { 'filter[last_name]': 'Gone' })).data).toEqual([]);
  });

  it('keeps the record with a new revision and date', async () => {
    const contact = await running.space.newContact();
    await running.space.delete('Contacts', contact.id);
    const gone = await running.space.get('Contacts', contact.id, { 'include-deleted': true });
    const { modified, ...rest } = contact;
    expect(gone).toMatchObject({ ...rest, is_deleted: true, revision: contact.revision + 1 });
    expect(String(gone.modified) > String(modified)).toBe(true);
  });

  it('takes the revision that the caller has seen, and ids in capitals', async () => {
    const contact = await running.space.newContact();
    const path = `Contacts/${contact.id.toUpperCase()}`;
    const tag = (await running.space.send('GET', path)).headers.get('ETag') ?? '';
    const answer = await running.space.send('DELETE', path, { headers: { 'If-Match': tag } });
    expect(answer.body).toEqual({ success: true, data: contact.id });
  });

  it('leaves what points at the record', async () => {
    const account = await running.space.newAccount();
    const child = await running.space.newAccount({ parent_account_id: account.id });
    await running.space.delete('Accounts', account.id);
    expect(await running.space.get('Accounts', child.id)).toEqual(child);
  });

  it('leaves links to the record, which lead to it when deleted records are requested', async () => {
    const { space } = running;
    const account = await space.newAccount({ name: 'Closed' });
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    await space.delete('Accounts', account.id);
    const link = `${space.entities}/Accounts/${account.id}`;
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
    expect(contact.primary_account).toBe(link);
    const follow = async (search: string) =>
      (await fetch(`${link}${search}`, { headers: { authorization: space.authorization } })).status;
    expect(await follow('')).toBe(404);
    expect(await follow('?include-deleted=true')).toBe(200);
    const expanded = await space.get('Contacts', contact.id, { expand: 'primary_account' });
    expect(expanded.primary_account).toMatchObject({ id: account.id, name: 'Closed', is_deleted: true });
    const { data } = await space.list('Contacts', { expand: 'account_relations.account', 'filter[id]': contact.id });
    expect(data[0]?.account_relations).toMatchObject([{ account: { id: account.id, is_deleted: true } }]);
  });

  it('ignores a body', async () => {
    const contact = await running.space.newContact();
    const answer = await running.space.send('DELETE', `Contacts/${contact.id}`, { body: 'what?' });
    expect(answer.status).toBe(200);
  });
});
