/**
 * Records that there are not.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

const nowhere = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onOneDatabase((running) => {
  it.each([nowhere, 'nowhere', '1', '__proto__', `${nowhere}0`, `{${nowhere}}`, '%00', "'", '%F0%9F%98%80'])(
    'no record has the id %s',
    async (id) => {
      const { status, body } = await running.space.send('GET', `Contacts/${id}`);
      expect({ status, ...body }).toStrictEqual({
        status: 404,
        code: 9003,
        name: 'ERROR_RECORD_NOT_FOUND',
        message: expect.stringMatching(/^There is no Contact with the id /),
        http_status: 404,
        success: false,
      });
    },
  );

  it('an id of another collection is none of this one', async () => {
    const contact = await running.space.newContact();
    expect((await running.space.send('GET', `Accounts/${contact.id}`)).status).toBe(404);
  });

  it('a deleted record looks like one that never was', async () => {
    const contact = await running.space.newContact();
    await running.space.delete('Contacts', contact.id);
    const deleted = await running.space.send('GET', `Contacts/${contact.id}`);
    const never = await running.space.send('GET', `Contacts/${nowhere}`);
    expect(deleted.status).toBe(404);
    expect(deleted.text).toBe(never.text.replace(nowhere, contact.id));
  });
});
