/** Free JSON may hold texts that PostgreSQL can store and not read again: they are rejected, as in members that are texts. */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running) => {
  it.each([
    ['\ud800', 'half of a surrogate pair'],
    [{ a: ['\udc00'] }, 'half of a surrogate pair'],
    [{ 'x\u0000': 1 }, 'the character U+0000'],
  ])('%j is rejected, and the changes of the space can be read', async (form_edit, problem) => {
    const { space } = running;
    const { id } = await space.create('AccountTypes', { name: 'Type' });
    const answer = await space.send('PATCH', `AccountTypes/${id}`, { body: { form_edit } });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(`must have no text with ${problem}`)]);
    expect(await space.update('AccountTypes', id, { form_edit: { a: ['\ud83d\ude00'] } })).toMatchObject({
      form_edit: { a: ['\ud83d\ude00'] },
    });
    const address = `${space.origin}/api/v100/rest/spaces/${space.id}/changes?limit=100`;
    const feed = await fetch(address, { headers: { Authorization: space.authorization } });
    expect(feed.status).toBe(200);
  });
});
