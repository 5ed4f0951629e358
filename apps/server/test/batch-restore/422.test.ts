/**
 * Records that can't come back: none of the batch does.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it('whose unique value another record has meanwhile', async () => {
    const { space } = running;
    const first = await space.newProduct({ sku: 'KEPT' });
    const other = await space.newProduct({ sku: 'FREE' });
    await space.delete('Products', first.id);
    await space.delete('Products', other.id);
    await space.newProduct({ sku: 'KEPT' });
    const answer = await space.send('POST', 'Products/batch-restore', { body: [other.id, first.id] });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 40000,
      entity_id: first.id,
      entity_name: 'Product',
      entity_index: null,
      field_errors: [{ field_name: 'sku', entity_index: 1, errors: [{ code: 9021 }] }],
    });
    const deleted = await space.get('Products', other.id, { 'include-deleted': true });
    expect(deleted.is_deleted).toBe(true);
  });

  it('that were never there', async () => {
    const { space } = running;
    const contact = await space.newContact();
    await space.delete('Contacts', contact.id);
    const answer = await space.send('POST', 'Contacts/batch-restore', { body: [contact.id, 'x'] });
    expect(answer.status).toBe(422);
    expect(answer.body.entity_errors).toMatchObject([{ code: 9003, entity_index: 1 }]);
    expect((await space.send('GET', `Contacts/${contact.id}`)).status).toBe(404);
  });
});
