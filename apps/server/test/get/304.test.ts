/**
 * A record that the caller knows already is not sent again.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  const tagOf = async (path: string) => (await running.space.send('GET', path)).headers.get('ETag') ?? '';
  const ask = (path: string, known: string, method = 'GET') =>
    running.space.send(method, path, { headers: { 'If-None-Match': known } });

  it('answers 304 without a body for the tag it gave, alone or among others', async () => {
    const contact = await running.space.newContact();
    const path = `Contacts/${contact.id}`;
    const tag = await tagOf(path);
    expect(tag).toMatch(new RegExp(`^"${contact.revision}\\b.*"$`));
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await ask(path, known);
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers.get('ETag')).toBe(tag);
    }
    expect((await ask(path, tag, 'HEAD')).status).toBe(304);
  });

  it('answers the record once it has changed', async () => {
    const contact = await running.space.newContact();
    const path = `Contacts/${contact.id}`;
    const tag = await tagOf(path);
    await running.space.update('Contacts', contact.id, { city: 'Leeds' });
    const answer = await ask(path, tag);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ETag')).not.toBe(tag);
    expect((await ask(path, '"1"')).status).toBe(200);
  });

  it('answers the record when what is expanded in it has changed', async () => {
    const account = await running.space.newAccount();
    const child = await running.space.newAccount({ parent_account_id: account.id });
    const path = `Accounts/${child.id}?expand=parent_account`;
    const tag = await tagOf(path);
    expect((await ask(path, tag)).status).toBe(304);
    await running.space.update('Accounts', account.id, { city: 'Leeds' });
    expect((await ask(path, tag)).status).toBe(200);
  });

  it('gives writes the tag that the next read has', async () => {
    const body = { last_name: 'Okafor', owner_id: running.space.ids.ownerId };
    const created = await running.space.send('POST', 'Contacts', { body });
    const { id } = created.body.data as { id: string };
    expect(created.headers.get('ETag')).toBe(await tagOf(`Contacts/${id}`));
    const updated = await running.space.send('PATCH', `Contacts/${id}`, { body: { city: 'Leeds' } });
    expect(updated.headers.get('ETag')).toBe(await tagOf(`Contacts/${id}`));
  });
});
