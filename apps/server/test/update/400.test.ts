/**
 * Changes and other writes of a record whose headers, query or body can't be read at all.
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

  it.each([
    ['PATCH', '', 'validation_level=2', 'validation_level: is not a parameter here; use validation-level.'],
    ['PUT', 'by/id/', 'validation_level=2', 'validation_level: is not a parameter here; use validation-level.'],
    ['DELETE', '', 'delete_values=true', 'delete_values: is not a parameter here; use delete-values.'],
    ['DELETE', '', 'DryRun=true', 'DryRun: is not a parameter here; use dry-run.'],
    ['POST', 'batch-delete', 'rollback_method=1', 'rollback_method: is not a parameter here; use rollback-method.'],
    ['POST', 'merge', 'validaton-level=2', 'validaton-level: is not a parameter here; use validation-level.'],
  ])('a parameter whose name is nearly right: %s %s?%s', async (method, way, query, message) => {
    const { space } = running;
    const contact = await space.newContact();
    const address = { 'batch-delete': way, merge: way }[way] ?? `${way}${contact.id}`;
    const master = { id: contact.id, city: 'Leeds' };
    const body = { 'batch-delete': [contact.id], merge: { master, secondary_ids: [] } }[way] ?? { city: 'Leeds' };
    const answer = await space.send(method, `Contacts/${address}?${query}`, method === 'DELETE' ? {} : { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 117, message } });
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
  });

  it('names the other parameters that it ignores, and writes', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const query = { utm_source: 'x', load_only: 'id', 'rollback-method': 1 };
    const answer = await space.send('PATCH', `Contacts/${contact.id}`, { query, body: { city: 'Leeds' } });
    expect(answer).toMatchObject({ status: 200, body: { data: { city: 'Leeds' } } });
    expect(answer.headers.get('Warning')).toBe(
      '299 - "Unknown query parameters were ignored: utm_source, load_only, rollback-method"',
    );
  });
});
