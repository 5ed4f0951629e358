/** The feed of the real server, read by the client; and a server that is lost now and then. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError, type Change, createClient, unwrap } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';
import { hangUp, json, startScriptedServer } from './scripted-server.js';

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer('changes');
});
afterAll(() => server.close());

const newContact = async (last_name: string) => {
  const body = { owner_id: server.ownerId, last_name };
  return (await unwrap(server.client.POST('/entities/Contacts', { body }))).data;
};

async function collect(changes: AsyncIterable<Change>): Promise<Change[]> {
  const collected: Change[] = [];
  for await (const change of changes) collected.push(change);
  return collected;
}

const now = async () => {
  const { response } = await server.client.GET('/entities/Contacts');
  return Number(response.headers.get('Space-Revision'));
};

it('gives the changes that are there, with their records', async () => {
  const after = await now();
  const contacts = [await newContact('Ames'), await newContact('Byrd'), await newContact('Cole')];
  const options = { after, entity: ['Contact'], act: 'created', 'load-only': ['last_name'], follow: false } as const;
  const found = await collect(server.client.changes({ ...options, first: 2 }));
  expect(found.map(({ entity_id }) => entity_id)).toEqual(contacts.map(({ id }) => id));
  expect(found.map(({ record }) => record)).toEqual(contacts.map(({ id, last_name }) => ({ id, last_name })));
  const [, second] = found;
  expect(await collect(server.client.changes({ ...options, after: second!.cursor }))).toEqual(found.slice(2));
});

it('waits for what comes, until it is aborted', async () => {
  const controller = new AbortController();
  const changes = server.client.changes({ after: await now(), entity: 'Contacts', signal: controller.signal });
  const first = changes.next();
  const { id } = await newContact('Dunn');
  expect((await first).value).toMatchObject({ entity_id: id, act: 'created' });
  const second = changes.next();
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
});

it('goes on where it was when the connection comes back', async () => {
  const pageOf = (cursor: string) =>
    json(200, { success: true, page_info: { end_cursor: cursor, has_next_page: false }, data: [{ cursor }] });
  const lost = await startScriptedServer(pageOf('a'), hangUp, hangUp, json(503, {}), pageOf('b'), hangUp, pageOf('c'));
  const client = createClient({ baseUrl: lost.url, space: 's', token: 't', password: 'p', maxAttempts: 2 });
  const changes = client.changes({ after: 7 });
  const cursors = [await changes.next(), await changes.next(), await changes.next()].map(({ value }) => value?.cursor);
  expect(cursors).toEqual(['a', 'b', 'c']);
  const asked = lost.seen.map(({ url }) => new URL(url, lost.url).searchParams.get('after'));
  expect(asked).toEqual(['7', 'a', 'a', 'a', 'a', 'b', 'b']);
});

it('throws what repeating would not change', async () => {
  await expect(server.client.changes({ after: 'x' }).next()).rejects.toThrow(ApiError);
  await expect(server.client.changes({ entity: [] }).next()).rejects.toThrow(TypeError);
});

it('reverts a transaction, and first says what would come of it', async () => {
  const { id } = await newContact('Eliot');
  const params = { path: { id } };
  const changed = (await unwrap(server.client.PATCH('/entities/Contacts/{id}', { params, body: { city: 'Graz' } })))
    .data;
  const city = async () => (await unwrap(server.client.GET('/entities/Contacts/{id}', { params }))).data.city;
  const revision = Number(changed.revision);
  const tried = await server.client.revertChanges(revision, { dryRun: true });
  expect(tried.reverted).toMatchObject([{ entity_id: id, act: 'updated', members: ['city'] }]);
  expect(await city()).toBe('Graz');
  expect(await server.client.revertChanges(revision)).toEqual(tried);
  expect(await city()).toBeNull();
  await expect(server.client.revertChanges(revision + 1_000)).rejects.toThrow(ApiError);
});
