/**
 * Changes and deletions of records that there are not.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each(['PATCH', 'DELETE'])('%s', async (method) => {
    const deleted = await running.space.newContact();
    await running.space.delete('Contacts', deleted.id);
    const account = await running.space.newAccount();
    const before = (await running.space.newContact()).revision;
    for (const id of [deleted.id, account.id, 'x', '01a1fdea-10da-766f-926d-3bbd6b3a11b4', '__proto__']) {
      const sent = method === 'PATCH' ? { body: { city: 'x' } } : {};
      const answer = await running.space.send(method, `Contacts/${id}`, sent);
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 404,
        code: 9003,
        name: 'ERROR_RECORD_NOT_FOUND',
        message: `There is no Contact with the id "${id}".`,
        http_status: 404,
        success: false,
      });
    }
    expect((await running.space.newContact()).revision).toBe(before + 1);
  });
});
