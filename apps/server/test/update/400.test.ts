/**
 * Changes whose headers, query or body can't be read at all.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each(['x', '""', '"12', '1.5', '"-1"', '12,13'])('If-Match: %s', async (known) => {
    const contact = await running.space.newContact();
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await running.space.send(method, `Contacts/${contact.id}`, {
        headers: { 'If-Match': known },
        ...(method === 'PATCH' ? { body: { city: 'x' } } : {}),
      });
      expect({ status, ...body }).toStrictEqual({
        status: 400,
        code: 117,
        name: 'ERROR_PARAMETER_INVALID',
        message: expect.stringContaining('If-Match:'),
        http_status: 400,
        success: false,
      });
    }
    expect(await running.space.get('Contacts', contact.id)).toEqual(contact);
  });

  it.each(['[]', 'null', '{', ''])('a body of %s', async (body) => {
    const contact = await running.space.newContact();
    const answer = await running.space.send('PATCH', `Contacts/${contact.id}`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 117, message: 'Missing or invalid JSON data.' });
  });

  it('validation-level x', async () => {
    const contact = await running.space.newContact();
    for (const method of ['PATCH', 'DELETE']) {
      const sent = { query: { 'validation-level': 'x' }, ...(method === 'PATCH' ? { body: {} } : {}) };
      const answer = await running.space.send(method, `Contacts/${contact.id}`, sent);
      expect(answer.status).toBe(400);
    }
  });
});
