/**
 * Single GETs whose query is rejected.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each([
    [{ expand: 'ownr' }, 'expand: "ownr" of Contact is unknown. Did you mean "owner"?'],
    [{ expand: 'last_name' }, 'expand: "last_name" of Contact is not a relation.'],
    [{ 'include-deleted': 'x' }, 'include-deleted: must be true or false.'],
  ])('%j', async (query, message) => {
    const contact = await running.space.newContact();
    const { status, body } = await running.space.send('GET', `Contacts/${contact.id}`, { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 117, success: false, http_status: 400 });
    expect(body.message).toContain(message);
  });
});
