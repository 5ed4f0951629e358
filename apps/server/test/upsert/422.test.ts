/**
 * Upserts whose body says something else than the address, or makes no valid record.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json } from '../test-space.js';

const product = { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs' };
const id = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onOneDatabase((running) => {
  const put = (path: string, body: Json) => running.space.send('PUT', path, { body });

  it.each<[string, string, unknown]>([
    ['Products/by/sku/D-1', 'sku', 'D-2'],
    ['Products/by/sku/D-1', 'sku', 'd-1'],
    ['Products/by/sku/D-1', 'sku', null],
    ['Products/by/sku/D-1', 'sku', 1],
    [`Products/by/id/${id}`, 'id', id.replace('b4', 'b5')],
    [`Products/by/id/${id}`, 'id', null],
    [`Products/by/id/${id}`, 'id', 'x'],
  ])('%s with %s %j', async (path, member, value) => {
    const answer = await put(path, { ...product, [member]: value });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ entity_name: 'Product', entity_index: null });
    expect(leavesOf(answer)).toEqual([
      `${member} 9020 [${member}] is not what the address says; leave it out, or repeat the value of the address.`,
    ]);
    const query = { 'filter[name]': product.name, 'include-deleted': true };
    expect((await running.space.list('Products', query)).data).toEqual([]);
  });

  it('a new record without what it must have', async () => {
    const answer = await put('Products/by/sku/D-3', {});
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toContain("- 119 Non-null field 'name' is null or empty.");
  });

  it('an old one without it', async () => {
    await running.space.newProduct({ sku: 'D-4' });
    const answer = await put('Products/by/sku/D-4', { name: '' });
    expect(leavesOf(answer)).toEqual(["- 119 Non-null field 'name' is null or empty."]);
  });

  it('an id in the body of a new record that is meant by another member', async () => {
    const answer = await put('Products/by/sku/D-5', { ...product, id });
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toEqual([expect.stringMatching(/^id 9020 .*validation-level 8/)]);
  });

  it('the id of a deleted record', async () => {
    const { space } = running;
    const contact = await space.newContact();
    await space.delete('Contacts', contact.id);
    const answer = await put(`Contacts/by/id/${contact.id}`, { last_name: 'Again', owner_id: space.ids.ownerId });
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toEqual([expect.stringMatching(/^id 9021 /)]);
  });

  it.each<[string, string, (own: Json) => Json | readonly Json[]]>([
    ['PUT', `Contacts/by/id/${id}`, (own) => own],
    ['POST', 'Contacts?validation-level=8', (own) => ({ ...own, id })],
    ['POST', 'Contacts/batch-modify?validation-level=8', (own) => [{ ...own, id }]],
  ])('%s %s with its own id for that of a record of another entity type', async (method, path, bodyOf) => {
    const answer = await running.space.send(method, path, { body: bodyOf({ last_name: 'x', owner_id: id }) });
    expect(answer.status).toBe(422);
    const message = `[owner_id] Relation Contact.owner_id=${id} to Client doesn't exist!`;
    expect(JSON.stringify(answer.body)).toContain(message);
  });
});
