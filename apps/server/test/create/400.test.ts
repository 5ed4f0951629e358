/**
 * Creates whose query or body can't be read at all.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  const countContacts = async () => (await running.space.list('Contacts', { 'include-total': true })).total;

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no JSON', '{last_name: "x"}'],
    ['half of it', '{"last_name": "x"'],
    ['two values', '{}{}'],
    ['an array', '[{"last_name":"x"}]'],
    ['a text', '"last_name"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a comma too many', '{"last_name":"x",}'],
    ['what is not a UTF-8', new Blob([Buffer.from('{"last_name":"caf\xe9"}', 'latin1')])],
    ['UTF-16', new Blob([Buffer.from('{"last_name":"x"}', 'utf16le')])],
  ])('a body of %s', async (_, body) => {
    const before = await countContacts();
    const headers = { 'content-type': 'application/json' };
    const answer = await running.space.send('POST', 'Contacts', { body, headers });
    expect({ status: answer.status, ...answer.body }).toStrictEqual({
      status: 400,
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: 'Missing or invalid JSON data.',
      http_status: 400,
      success: false,
    });
    expect(await countContacts()).toBe(before);
  });

  it.each(['-1', '32', 'x', '1.5', '2,4', ['2', '4']])('validation-level %s', async (level) => {
    const body = { last_name: 'x', owner_id: running.space.ids.ownerId };
    const answer = await running.space.send('POST', 'Contacts', { body, query: { 'validation-level': level } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 117, message: expect.stringContaining('validation-level:') });
  });
});
