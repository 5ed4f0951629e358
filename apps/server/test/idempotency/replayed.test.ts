/**
 * A request that comes again under the name that it gave itself: it is carried out once, and answered alike each time.
 */
import { describe, expect, it } from 'vitest';
import { filesOf, pdf, text, upload } from '../documents/samples.js';
import { onBothDatabases } from '../fixture.js';
import type { Answer } from '../test-space.js';

onBothDatabases((running) => {
  const countContacts = async () => (await running.space.list('Contacts', { 'include-total': true })).total;

  function expectSame(first: Answer, again: Answer): void {
    expect(again.status).toBe(first.status);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'));
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  }

  it('a create makes one record', async () => {
    const { space } = running;
    const body = { last_name: 'Once', owner_id: space.ids.ownerId };
    const sent = { body, headers: { 'Idempotency-Key': 'create 1' } };
    const first = await space.send('POST', 'Contacts', sent);
    expect(first.status).toBe(201);
    const before = await countContacts();
    const { id } = first.body.data as { id: string };
    // The first answer comes again, whatever has become of the record since.
    await space.update('Contacts', id, { last_name: 'Twice' });
    expectSame(first, await space.send('POST', 'Contacts', sent));
    await space.delete('Contacts', id);
    expectSame(first, await space.send('POST', 'Contacts', sent));
    expect(await countContacts()).toBe((before ?? 0) - 1);
  });

  describe.each([
    ['batch-modify', () => [{ last_name: 'Batch', owner_id: running.space.ids.ownerId }, { owner_id: 'x' }]],
    ['batch-delete', async () => [(await running.space.newContact()).id, 'x']],
    ['batch-restore', async () => [(await running.space.newContact()).id, 'x']],
  ])('%s', (operation, makeBody) => {
    it('writes once, also when some items are rejected', async () => {
      const { space } = running;
      const sent = {
        body: await makeBody(),
        query: { 'rollback-method': 1 },
        headers: { 'Idempotency-Key': `${operation} 1` },
      };
      const first = await space.send('POST', `Contacts/${operation}`, sent);
      expect(first.status).toBe(200);
      const before = await countContacts();
      expectSame(first, await space.send('POST', `Contacts/${operation}`, sent));
      expect(await countContacts()).toBe(before);
    });
  });

  it('a merge is made once', async () => {
    const { space } = running;
    const [master, other] = [await space.newContact(), await space.newContact({ city: 'Leeds' })];
    const sent = {
      body: { master: { id: master.id }, secondary_ids: [other.id] },
      headers: { 'Idempotency-Key': 'merge 1' },
    };
    const first = await space.send('POST', 'Contacts/merge', sent);
    expect(first.status, first.text).toBe(200);
    const again = await space.send('POST', 'Contacts/merge', sent);
    expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([200, first.text, 'true']);
    expect((await space.send('POST', 'Contacts/merge', { body: sent.body })).status).toBe(422);
  });

  it('an upload keeps one file', async () => {
    const { space, server } = running;
    const sent = { headers: { 'Idempotency-Key': 'upload 1' } };
    const first = await upload(space, 'once.txt', text, sent);
    expect(first.status).toBe(201);
    const files = filesOf(server, space.id);
    expectSame(first, await upload(space, 'once.txt', text, sent));
    expect(filesOf(server, space.id)).toEqual(files);
    const other = await upload(space, 'once.txt', pdf, sent);
    expect([other.status, other.body.code]).toEqual([409, 9010]);
    expect(filesOf(server, space.id)).toEqual(files);
  });

  it('is not what the keys of another space named so', async () => {
    const other = await running.server.newSpace('other');
    const sent = { headers: { 'Idempotency-Key': 'shared' } };
    const own = await running.space.send('POST', 'Pipelines', { ...sent, body: { name: 'A' } });
    const others = await other.send('POST', 'Pipelines', { ...sent, body: { name: 'B' } });
    expect([own.status, others.status]).toEqual([201, 201]);
    expect(others.headers.get('Idempotency-Replayed')).toBeNull();
  });

  it('comes again after a rejection, as that changed nothing', async () => {
    const { space } = running;
    const headers = { 'Idempotency-Key': 'rejected first' };
    const rejected = await space.send('POST', 'Contacts', { body: { last_name: 'Rejected' }, headers });
    expect(rejected.status).toBe(422);
    const body = { last_name: 'Let in', owner_id: space.ids.ownerId };
    const taken = await space.send('POST', 'Contacts', { body, headers });
    expect(taken.status).toBe(201);
    expect(taken.headers.get('Idempotency-Replayed')).toBeNull();
  });

  it('comes again after a day', async () => {
    const { space, server } = running;
    const sent = { body: { name: 'Daily' }, headers: { 'Idempotency-Key': 'daily' } };
    const first = await space.send('POST', 'Pipelines', sent);
    const p = (position: number) => server.deps.db.dialect.placeholder(position);
    const ageTo = (ageMs: number) =>
      server.deps.db.write((transaction) =>
        transaction.run({
          text: `UPDATE "idempotency_keys" SET "created_at" = ${p(2)} WHERE "space_id" = ${p(1)} AND "key" = ${p(3)}`,
          values: [space.id, new Date(Date.now() - ageMs).toISOString().replace('Z', '000'), 'daily'],
        }),
      );
    const dayMs = 24 * 60 * 60 * 1000;
    await ageTo(dayMs - 60_000);
    expectSame(first, await space.send('POST', 'Pipelines', sent));
    await ageTo(dayMs + 1_000);
    const later = await space.send('POST', 'Pipelines', sent);
    expect(later.headers.get('Idempotency-Replayed')).toBeNull();
    expect((later.body.data as { id: string }).id).not.toBe((first.body.data as { id: string }).id);
  });

  it('leaves nothing older than a day behind', async () => {
    const { space, server } = running;
    const p = (position: number) => server.deps.db.dialect.placeholder(position);
    const sent = { body: { name: 'Old' }, headers: { 'Idempotency-Key': 'old' } };
    await space.send('POST', 'Pipelines', sent);
    await server.deps.db.write((transaction) =>
      transaction.run({
        text: `UPDATE "idempotency_keys" SET "created_at" = ${p(2)} WHERE "space_id" = ${p(1)}`,
        values: [space.id, '2020-01-01T00:00:00.000000'],
      }),
    );
    await space.send('POST', 'Pipelines', { body: { name: 'New' }, headers: { 'Idempotency-Key': 'new' } });
    const rows = await server.deps.db.read({
      text: `SELECT "key" FROM "idempotency_keys" WHERE "space_id" = ${p(1)}`,
      values: [space.id],
    });
    expect(rows).toEqual([{ key: 'new' }]);
  });

  it('goes unheeded where nothing is made: a read, a change and a deletion', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const headers = { 'Idempotency-Key': 'not a post' };
    for (const city of ['Leeds', 'Hull']) {
      const changed = await space.send('PATCH', `Contacts/${contact.id}`, { body: { city }, headers });
      expect(changed.body.data).toMatchObject({ city });
      expect((await space.send('GET', `Contacts/${contact.id}`, { headers })).body.data).toMatchObject({ city });
    }
    expect((await space.send('DELETE', `Contacts/${contact.id}`, { headers })).status).toBe(200);
  });
});
