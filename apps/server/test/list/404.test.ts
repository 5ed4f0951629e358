/**
 * Collections that there are not.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each([
    'Contact',
    'contacts',
    'CONTACTS',
    'EntityTypes',
    'Messages',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    "Contacts'--",
    'Cont%61cts%00',
    '%E0%A4%A',
  ])('%s is none', async (collection) => {
    for (const path of [collection, `${collection}/01a1fdea-10da-766f-926d-3bbd6b3a11b4`]) {
      const { status, body } = await running.space.send('GET', path);
      expect({ status, ...body }).toStrictEqual({
        status: 404,
        code: 2006,
        name: 'ERROR_UNKNOWN_TYPE',
        message: expect.stringMatching(/^cannot determine entity type from /),
        http_status: 404,
        success: false,
      });
    }
    expect(running.server.failures).toEqual([]);
  });

  it('decodes the path first', async () => {
    expect((await running.space.send('GET', 'Cont%61cts')).status).toBe(200);
  });

  it('says shape C below a record', async () => {
    const contact = await running.space.newContact();
    const { status, body } = await running.space.send('GET', `Contacts/${contact.id}/more`);
    expect(status).toBe(404);
    expect(Object.keys(body)).toEqual(['status', 'message', 'errorcode', 'traceback']);
  });
});
