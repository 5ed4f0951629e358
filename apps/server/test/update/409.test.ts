/**
 * Changes and deletions by a caller who has not seen the last revision.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it('are rejected, and nothing changes', async () => {
    const seen = await running.space.newContact();
    const path = `Contacts/${seen.id}`;
    const tag = (await running.space.send('GET', path)).headers.get('ETag') ?? '';
    const now = await running.space.update('Contacts', seen.id, { city: 'Leeds' });
    const body = { city: 'Hull' };
    const stale = [
      await running.space.send('PATCH', path, { body: { ...body, revision: seen.revision } }),
      await running.space.send('PATCH', path, { body, headers: { 'If-Match': tag } }),
      await running.space.send('PATCH', path, { body, headers: { 'If-Match': `W/${tag}` } }),
      await running.space.send('PATCH', path, { body, headers: { 'If-Match': `"${now.revision + 1}"` } }),
      await running.space.send('PATCH', path, { body: { ...body, revision: String(seen.revision) } }),
      await running.space.send('PATCH', path, { body: { ...seen, ...body } }),
      await running.space.send('PATCH', path, { body: { city: 'Leeds', revision: seen.revision } }),
      await running.space.send('DELETE', path, { headers: { 'If-Match': tag } }),
    ];
    for (const answer of stale) {
      expect({ status: answer.status, ...answer.body }).toStrictEqual({
        status: 409,
        code: 9005,
        name: 'ERROR_REVISION_CONFLICT',
        message: expect.stringContaining(`is at revision ${now.revision}, not `),
        http_status: 409,
        success: false,
      });
    }
    expect(await running.space.get('Contacts', seen.id)).toEqual(now);
  });

  it('are rejected when either of two revisions is an old one', async () => {
    const seen = await running.space.newContact();
    const now = await running.space.update('Contacts', seen.id, { city: 'Leeds' });
    for (const [known, revision] of [
      [seen.revision, now.revision],
      [now.revision, seen.revision],
    ]) {
      const headers = { 'If-Match': `"${known}"` };
      const body = { city: 'Hull', revision };
      expect((await running.space.send('PATCH', `Contacts/${seen.id}`, { body, headers })).status).toBe(409);
    }
  });
});
