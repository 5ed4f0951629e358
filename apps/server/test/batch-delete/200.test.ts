/**
 * Many records deleted at once.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';

onDatabaseInTurn((running) => {
  const remove = (body: unknown, query = {}) => running.space.send('POST', 'Contacts/batch-delete', { body, query });
  const isDeleted = async (id: string) =>
    (await running.space.get('Contacts', id, { 'include-deleted': true })).is_deleted;

  it('marks them, with the rows that belong to them', async () => {
    const { space } = running;
    const account = await space.newAccount();
    const relations = [{ account_id: account.id, is_primary: true }];
    const first = await space.newContact({ account_relations: relations });
    const second = await space.newContact();
    const answer = await remove([first.id, second.id.toUpperCase()]);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ success: true, data: [first.id, second.id] });
    expect(await isDeleted(first.id)).toBe(true);
    expect(await isDeleted(second.id)).toBe(true);
    expect((await space.list('ContactAccountRelations', { 'filter[contact_id]': first.id })).data).toEqual([]);
  });

  it('with rollback-method 1, those that can be', async () => {
    const { space } = running;
    const [one, other] = [await space.newContact(), await space.newContact()];
    await space.delete('Contacts', other.id);
    const answer = await remove([one.id, other.id, 'x', 5, { id: one.id }, one.id], { 'rollback-method': 1 });
    expect(answer.status).toBe(200);
    const data = answer.body.data as readonly (string | Json)[];
    expect(data[0]).toBe(one.id);
    for (const index of [1, 2, 5]) {
      expect(data[index]).toMatchObject({ code: 9003, http_status: 404, entity_index: index });
    }
    for (const index of [3, 4]) expect(data[index]).toMatchObject({ code: 117, http_status: 400, entity_index: index });
    expect(await isDeleted(one.id)).toBe(true);
  });
});
