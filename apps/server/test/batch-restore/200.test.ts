/**
 * Deleted records brought back.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

const unknownId = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onDatabaseInTurn((running) => {
  const restore = (body: unknown, query = {}) => running.space.send('POST', 'Contacts/batch-restore', { body, query });

  it('as they were, with the rows that went with them', async () => {
    const { space } = running;
    const account = await space.newAccount();
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    await space.delete('Contacts', contact.id);
    const answer = await restore([contact.id]);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ success: true, data: [contact.id] });
    const restored = await space.get('Contacts', contact.id);
    const { modified: _modified, revision, ...same } = contact;
    expect(restored).toMatchObject(same);
    expect(restored.revision).toBeGreaterThan(revision);
  });

  it('leaves alone what is not deleted', async () => {
    const contact = await running.space.newContact();
    expect((await restore([contact.id])).body.data).toEqual([contact.id]);
    expect(await running.space.get('Contacts', contact.id)).toEqual(contact);
  });

  it('with rollback-method 1, those that can be', async () => {
    const { space } = running;
    const contact = await space.newContact();
    await space.delete('Contacts', contact.id);
    const answer = await restore([unknownId, contact.id, null], { 'rollback-method': 1 });
    expect(answer.body.data).toMatchObject([
      { code: 9003, http_status: 404, entity_index: 0 },
      contact.id,
      { code: 117, http_status: 400, entity_index: 2 },
    ]);
    expect((await space.get('Contacts', contact.id)).is_deleted).toBe(false);
  });
});
