/**
 * Lists of duplicates that can't be requested so, and of what has none.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each([
    ['first', '0'],
    ['first', '101'],
    ['first', 'x'],
    ['after', 'no cursor'],
    ['after', Buffer.from('["Leeds", "01a1fdea-10da-766f-926d-3bbd6b3a11b4"]').toString('base64')],
    ['after', Buffer.from('["1"]').toString('base64')],
  ])('%s=%s', async (name, value) => {
    const answer = await running.space.send('GET', 'Contacts/duplicates', { query: { [name]: value } });
    expect({ status: answer.status, ...answer.body }).toStrictEqual({
      status: 400,
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: expect.stringContaining(`${name}:`),
      http_status: 400,
      success: false,
    });
  });

  it('a collection without duplicates has no such address', async () => {
    const answer = await running.space.send('GET', 'Products/duplicates');
    expect(answer.status).toBe(404);
  });
});
