/**
 * Spaces are closed to each other: what belongs to another space looks exactly as if it were not there.
 */
import { beforeAll, expect, it } from 'vitest';
import { onDatabaseInTurn } from './fixture.js';
import type { TestRecord, TestSpace } from './test-space.js';

onDatabaseInTurn((running) => {
  let other: TestSpace;
  let contact: TestRecord;
  let account: TestRecord;

  beforeAll(async () => {
    other = await running.server.newSpace('other');
    account = await running.space.newAccount();
    contact = await running.space.newContact({
      last_name: 'Hidden',
      account_relations: [{ account_id: account.id, is_primary: true }],
    });
  });

  it('answers 404 for a record of another space, as for one that is nowhere', async () => {
    const nowhere = contact.id.replace(/^......../, '00000000');
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const sent = method === 'PATCH' ? { body: { last_name: 'Taken' } } : {};
      const answer = await other.send(method, `Contacts/${contact.id}`, sent);
      const same = await other.send(method, `Contacts/${nowhere}`, sent);
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(same.text.replace(nowhere, contact.id));
    }
    expect(await running.space.get('Contacts', contact.id)).toStrictEqual(contact);
  });

  it('lists nothing of another space, whatever is asked', async () => {
    for (const query of [
      { 'filter[id]': contact.id },
      { 'filter[account_relations.account.name]': 'Harbourline' },
      { 'include-deleted': true },
      { 'order-by': 'owner.email', 'filter[owner_id]': running.space.ids.ownerId },
    ]) {
      const page = await other.list('Contacts', { ...query, 'include-total': true });
      expect(page).toMatchObject({ data: [], total: 0 });
    }
  });

  it('points at nothing of another space', async () => {
    const { ownerId } = running.space.ids;
    const rejected = await other.send('POST', 'Contacts', { body: { last_name: 'New', owner_id: ownerId } });
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain(`Relation Contact.owner_id=${ownerId} to Client doesn't exist!`);

    const mine = await other.newContact();
    const rows = [{ account_id: account.id, is_primary: true }];
    const withRow = await other.send('PATCH', `Contacts/${mine.id}`, { body: { account_relations: rows } });
    expect(withRow.status).toBe(422);
    const [row] = (await running.space.list('ContactAccountRelations')).data;
    const withTheirRow = await other.send('PATCH', `Contacts/${mine.id}`, {
      body: { account_relations: [{ id: row?.id, is_primary: true }] },
    });
    expect(withTheirRow.status).toBe(422);
    expect(await other.get('Contacts', mine.id)).toStrictEqual(mine);
  });

  it('keeps revisions and unique values apart', async () => {
    await running.space.newProduct({ sku: 'SAME' });
    await other.newProduct({ sku: 'SAME' });
    const before = (await other.newContact()).revision;
    await running.space.newContact();
    expect((await other.newContact()).revision).toBe(before + 1);
  });

  it('takes ids that another space has', async () => {
    const body = { id: contact.id, last_name: 'Double', owner_id: other.ids.ownerId };
    const paired = await other.create('Contacts', body, { 'validation-level': 8 });
    expect(paired.id).toBe(contact.id);
    await other.delete('Contacts', paired.id);
    expect(await running.space.get('Contacts', contact.id)).toStrictEqual(contact);
  });

  it('does not know the key of another space', async () => {
    const answer = await other.send('GET', 'Contacts', { headers: { authorization: running.space.authorization } });
    expect(answer.status).toBe(401);
  });
});
