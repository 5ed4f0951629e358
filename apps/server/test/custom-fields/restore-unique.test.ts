/** A unique field that would come back with a value twice: what its rejection says can be done. */
import { expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  /** @returns a deleted unique field and two records with one value in it */
  async function twice(name: string) {
    const { space } = running;
    const members = { entity_name: 'Contact', name, type_id: 'input', is_unique: true };
    const field = await space.create('Fields', members);
    const make = () => space.newContact({ [String(field.api_name)]: 'same' });
    const one = await make();
    await space.delete('Contacts', one.id);
    const other = await make();
    await space.delete('Fields', field.id);
    await restore('Contacts', one.id);
    return { field, one, other };
  }
  const send = (collection: string, id: string) =>
    running.space.send('POST', `${collection}/batch-restore`, { body: [id] });
  const restore = async (collection: string, id: string) => {
    const { status, text } = await send(collection, id);
    expect(status, text).toBe(200);
  };

  test('all but one record are deleted first, and come back once that one has another value', async () => {
    const { space } = running;
    const { field, one, other } = await twice('Badge');
    const rejected = await send('Fields', field.id);
    const message =
      `\n[is_unique] records share values: "same" in ${one.id}, "same" in ${other.id}. Delete all but one of those ` +
      'that share a value, or all values of the field by delete-values=true, then restore it.';
    expect([rejected.status, rejected.body.message]).toEqual([422, message]);
    await space.delete('Contacts', other.id);
    await restore('Fields', field.id);
    expect((await space.get('Contacts', one.id)).cf_badge).toBe('same');
    expect((await send('Contacts', other.id)).status).toBe(422);
    await space.update('Contacts', one.id, { cf_badge: 'another' });
    await restore('Contacts', other.id);
    expect((await space.get('Contacts', other.id)).cf_badge).toBe('same');
  });

  test('or all its values are', async () => {
    const { space } = running;
    const { field, one, other } = await twice('Emblem');
    const answer = await space.send('DELETE', `Fields/${field.id}`, { query: { 'delete-values': true } });
    expect(answer.status, answer.text).toBe(200);
    // The restore is rejected until the values are gone.
    const itself = { 'filter[id]': field.id, 'include-deleted': true };
    await expect
      .poll(async () => (await space.list('Fields', itself)).data[0]?.background_work, { timeout: 30_000 })
      .toBeNull();
    await restore('Fields', field.id);
    for (const { id } of [one, other]) expect((await space.get('Contacts', id)).cf_emblem).toBeNull();
  });
});
