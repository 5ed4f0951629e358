/** How lists that follow the changes of a real space share a connection, outlast the loss of it, and end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AuthenticationError, createClient, UnexpectedAnswerError } from '../src/index.js';
import { databases, Line, LiveSpace, type Shown } from './live-space.js';
import { hangUp, json, silence, startScriptedServer } from './scripted-server.js';

describe.each(databases)('on %s', (database) => {
  const space = new LiveSpace(database);

  it('has one request that waits for all lists of a client', async () => {
    const line = new Line();
    const client = space.openClient(line);
    const shown = Array.from({ length: 8 }, () => space.inCity(client, 'Shared'));
    for (const one of shown) await one.becomes('');
    await expect.poll(() => line.sent.filter((path) => path === '/changes').length).toBe(1);
    await space.newContact('Ames', { city: 'Shared' });
    for (const one of shown) await one.becomes('Ames');
    expect(line.sent.filter((path) => path === '/changes').length).toBeLessThan(6);
    for (const one of shown) one.stop();
    await Promise.all(shown.map(({ ended }) => ended));
    const { length } = line.sent;
    await space.newContact('Byrd', { city: 'Shared' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
  });

  it('misses nothing that happens while the connection is lost', async () => {
    const line = new Line();
    const shown = space.inCity(space.openClient(line), 'Lost');
    await shown.becomes('');
    const { id } = await space.newContact('Ames', { city: 'Lost' });
    await shown.becomes('Ames');
    line.cut();
    await space.client.contacts.delete(id);
    await space.newContact('Byrd', { city: 'Lost' });
    await sleep(500);
    expect(shown.lists.at(-1)).toBe('Ames');
    line.isCut = false;
    await shown.becomes('Byrd');
    await space.newContact('Cole', { city: 'Lost' });
    await shown.becomes('Byrd,Cole');
  });

  it('reads again when the changes that it missed are not kept any more', async () => {
    const line = new Line();
    const client = space.openClient(line);
    const lists = [space.inCity(client, 'Gone'), space.inCity(client, 'Gone')];
    for (const one of lists) await one.becomes('');
    line.cut();
    await space.newContact('Ames', { city: 'Gone' });
    await space.server.forgetChanges();
    line.isCut = false;
    for (const one of lists) await one.becomes('Ames');
    await space.newContact('Byrd', { city: 'Gone' });
    for (const one of lists) await one.becomes('Ames,Byrd');
  });

  it('has no gap between its first list and what follows', { timeout: 60_000 }, async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Person ${String(at).padStart(2, '0')}`);
    const shown: Shown[] = [];
    const following = (async () => {
      for (let count = 0; count < 8; count += 1) {
        shown.push(space.inCity(space.openClient(new Line()), 'Gap', { limit: 1_000 }));
        await sleep(40);
      }
    })();
    for (const name of names) await space.newContact(name, { city: 'Gap' });
    await following;
    for (const one of shown) await one.becomes(names.join());
  });

  it('ends by its signal with the reason', async () => {
    const shown = space.inCity(space.client, 'Ended');
    await shown.becomes('');
    shown.stop();
    expect(await shown.ended).toEqual(new Error('enough'));
    const over = AbortSignal.abort(new Error('before it began'));
    await expect(all(space.client.contacts.live({ signal: over }))).rejects.toThrow('before it began');
  });

  it('ends at once when its reader returns while it waits', async () => {
    const line = new Line();
    const lists = space
      .openClient(line)
      .contacts.live({ where: { city: 'Returned' } })
      [Symbol.asyncIterator]();
    await lists.next();
    const waiting = lists.next();
    await expect.poll(() => line.sent.at(-1)).toBe('/changes');
    const begun = performance.now();
    await lists.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(performance.now() - begun).toBeLessThan(1_000);
    await expect.poll(() => line.waiting).toBe(0);
    const { length } = line.sent;
    await space.newContact('Ames', { city: 'Returned' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
  });

  it('asks for no more changes from the moment at which its signal is aborted', async () => {
    const line = new Line();
    const over = new AbortController();
    const lists = space
      .openClient(line)
      .contacts.live({ where: { city: 'Left' }, signal: over.signal })
      [Symbol.asyncIterator]();
    await lists.next();
    await expect.poll(() => line.sent.at(-1)).toBe('/changes');
    over.abort();
    const { length } = line.sent;
    await space.newContact('Ames', { city: 'Left' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
    expect(line.waiting).toBe(0);
  });

  it('throws what repeating would not change', async () => {
    const { url: baseUrl, space: id, credentials } = space.server;
    const stranger = createClient({ ...{ baseUrl, space: id, ...credentials }, password: 'wrong' });
    await expect(all(stranger.contacts.live())).rejects.toThrow(AuthenticationError);
    for (const wrong of [{ limit: 0 }, { limit: 1_001 }, { throttleMs: -1 }, { changesOf: [] }])
      await expect(all(space.client.contacts.live(wrong))).rejects.toThrow(TypeError);
  });
});

it('says so when the server has no feed', async () => {
  const other = await startScriptedServer(json(200, { success: true, data: [] }));
  const client = createClient({ baseUrl: other.url, space: 's', token: 't', password: 'p' });
  await expect(all(client.contacts.live())).rejects.toThrow(UnexpectedAnswerError);
});

it('throws what ends the feed, and waits for readings after the first', async () => {
  const page = (revision: string) =>
    json(200, { success: true, data: [{ id: '1', city: revision }] }, { 'Space-Revision': revision });
  const change = { revision: 8, collection: 'Contacts', owner_ids: [] };
  const changes = json(200, { success: true, data: [change], page_info: { end_cursor: 'a', has_next_page: false } });
  const lost = await startScriptedServer(page('7'), changes, (response, request) => {
    const isFeed = request.url.includes('/changes');
    if (isFeed && lost.seen.length > 8) json(401, { message: 'no longer' })(response, request);
    else if (isFeed || lost.seen.length < 6) hangUp(response, request);
    else page('8')(response, request);
  });
  const client = createClient({ baseUrl: lost.url, space: 's', token: 't', password: 'p', maxAttempts: 1 });
  const lists = client.contacts.live({ throttleMs: 0 })[Symbol.asyncIterator]();
  expect((await lists.next()).value).toEqual([{ id: '1', city: '7' }]);
  expect((await lists.next()).value).toEqual([{ id: '1', city: '8' }]);
  await expect(lists.next()).rejects.toThrow(AuthenticationError);
});

it('outlasts failures of the feed and of a later reading', async () => {
  const page = (revision: string) =>
    json(200, { success: true, data: [{ id: '1', city: revision }] }, { 'Space-Revision': revision });
  const change = { revision: 8, collection: 'Contacts', owner_ids: [] };
  const changes = json(200, { success: true, data: [change], page_info: { end_cursor: 'a', has_next_page: false } });
  const broken = json(500, { message: 'a fault' });
  const server = await startScriptedServer(page('7'), broken, changes, (response, request) => {
    if (request.url.includes('/changes')) silence(response, request);
    else (server.seen.length < 6 ? broken : page('8'))(response, request);
  });
  const client = createClient({ baseUrl: server.url, space: 's', token: 't', password: 'p' });
  const lists = client.contacts.live({ throttleMs: 0 })[Symbol.asyncIterator]();
  expect((await lists.next()).value).toEqual([{ id: '1', city: '7' }]);
  expect((await lists.next()).value).toEqual([{ id: '1', city: '8' }]);
  await lists.return?.();
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
