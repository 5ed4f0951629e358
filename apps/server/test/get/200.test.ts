/**
 * One record by its id.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  it('answers the record as lists show it', async () => {
    const contact = await running.space.newContact();
    const answer = await running.space.send('GET', `Contacts/${contact.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    const [listed] = (await running.space.list('Contacts', { 'filter[id]': contact.id })).data;
    expect(answer.text).toBe(`{"success":true,"data":${JSON.stringify(listed)}}`);
    expect(listed).toEqual(contact);
  });

  it('takes ids in capitals', async () => {
    const contact = await running.space.newContact();
    expect((await running.space.get('Contacts', contact.id.toUpperCase())).id).toBe(contact.id);
  });

  it('expands relations', async () => {
    const account = await running.space.newAccount();
    const contact = await running.space.newContact({
      account_relations: [{ account_id: account.id, is_primary: true }],
    });
    const record = await running.space.get('Contacts', contact.id, { expand: 'owner,account_relations.account' });
    expect(record).toMatchObject({ owner: { id: running.space.ids.ownerId } });
    expect(record).toHaveProperty('account_relations.0.account.name', 'Harbourline');
  });

  it('shows only the members that load-only names, which ends in 304 as the whole record does', async () => {
    const { id, last_name } = await running.space.newContact();
    const query = { 'load-only': 'last_name,owner.id' };
    const answer = await running.space.send('GET', `Contacts/${id}`, { query });
    expect(answer.body.data).toEqual({ id, last_name, owner: { id: running.space.ids.ownerId } });
    const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' };
    expect((await running.space.send('GET', `Contacts/${id}`, { query, headers })).status).toBe(304);
  });

  it('names the parameters that it ignores', async () => {
    const { id } = await running.space.newContact();
    const warningFor = async (query: Record<string, string>) =>
      (await running.space.send('GET', `Contacts/${id}`, { query })).headers.get('Warning');
    expect(await warningFor({ expand: 'owner' })).toBeNull();
    expect(await warningFor({ utm_source: 'x', 'ü"': 'y', 'include-total': 'true' })).toBe(
      '299 - "Unknown query parameters were ignored: utm_source, %C3%BC%22, include-total"',
    );
  });

  it('finds deleted records when they are requested', async () => {
    const contact = await running.space.newContact();
    await running.space.delete('Contacts', contact.id);
    for (const name of ['include-deleted', 'include_deleted']) {
      expect((await running.space.get('Contacts', contact.id, { [name]: true })).is_deleted).toBe(true);
    }
  });

  it('shows relations to deleted records, which can still be expanded', async () => {
    const type = await running.space.create('ContactTypes', { name: 'Passing' });
    const contact = await running.space.newContact({ contact_type_id: type.id });
    await running.space.delete('ContactTypes', type.id);
    const record = await running.space.get('Contacts', contact.id, { expand: 'contact_type' });
    expect(record.contact_type_id).toBe(type.id);
    expect(record.contact_type).toMatchObject({ name: 'Passing', is_deleted: true });
  });

  it('reads the definitions of fields', async () => {
    const query = { 'filter[entity_name]': 'Contact', 'filter[api_name]': 'last_name' };
    const [field] = (await running.space.list('Fields', query)).data;
    expect(await running.space.get('Fields', field?.id ?? '')).toMatchObject({
      entity_name: 'Contact',
      api_name: 'last_name',
      type_id: 'input',
      is_delete_protected: true,
    });
  });
});
