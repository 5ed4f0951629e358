/**
 * Batches of a key that may only read.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each(['batch-modify', 'batch-delete', 'batch-restore'])('%s', async (operation) => {
    const { space } = running;
    const contact = await space.newContact();
    const body = [operation === 'batch-modify' ? { id: contact.id, city: 'Leeds' } : contact.id];
    const headers = { authorization: space.readOnlyAuthorization };
    for (const query of [{}, { 'rollback-method': 1 }]) {
      const answer = await space.send('POST', `Contacts/${operation}`, { body, headers, query });
      expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 403, code: 9002 });
    }
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
  });
});
