/** What a client sends, as a bare server sees it, and what it keeps to itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hangUp, json, type SeenRequest, silence, startScriptedServer } from '../test/scripted-server.js';
import { basicAuthorization, createClient, readPages } from './create-client.js';
import { NotFoundError } from './errors/api-errors.js';
import { NetworkError } from './errors/no-answer-errors.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import type { ListBody } from './list-types.js';

const credentials = { space: 'demo', token: 'tökén', password: 'hunter2-ß' };
const basic = Buffer.from('tökén:hunter2-ß', 'utf8').toString('base64');
const emptyPage = json(200, { success: true, data: [], page_info: { end_cursor: null, has_next_page: false } });

describe('a request', () => {
  it('goes to the space, with the credentials', async () => {
    const server = await startScriptedServer(emptyPage);
    const client = createClient({ ...credentials, baseUrl: `${server.url}/below/`, space: 'a/b?c' });
    await client.GET('/entities/Contacts');
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      url: '/below/api/v100/rest/spaces/a%2Fb%3Fc/entities/Contacts',
      headers: { authorization: `Basic ${basic}` },
    });
  });

  it('carries its query in the forms of the interface', async () => {
    const server = await startScriptedServer(emptyPage);
    const client = createClient({ ...credentials, baseUrl: server.url });
    await client.GET('/entities/Contacts', {
      params: {
        query: {
          filter: { city: ['Leeds', 'Köln'] },
          'filter-op': { city: 'not-eq' },
          expand: ['owner', 'unit'],
          first: 5,
        },
      },
    });
    expect([...new URL(server.seen[0]?.url ?? '', server.url).searchParams]).toEqual([
      ['filter[city]', 'Leeds'],
      ['filter[city]', 'Köln'],
      ['filter-op[city]', 'not-eq'],
      ['expand', 'owner,unit'],
      ['first', '5'],
    ]);
  });

  it('is one for the first record of a collection, though more follow', async () => {
    const page = { success: true, data: [{ id: '1' }], page_info: { end_cursor: 'next', has_next_page: true } };
    const server = await startScriptedServer(json(200, page), json(200, page));
    const client = createClient({ ...credentials, baseUrl: server.url });
    expect(await client.contacts.list().first()).toEqual({ id: '1' });
    // One that is not waited for would arrive a little later.
    await sleep(50);
    expect(server.seen.map(({ url }) => new URL(url, server.url).search)).toEqual(['?first=1']);
  });

  it('carries its body as JSON', async () => {
    const server = await startScriptedServer(json(200, { success: true, data: {} }));
    const client = createClient({ ...credentials, baseUrl: server.url });
    await client.PATCH('/entities/Contacts/{id}', {
      params: { path: { id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' }, header: { 'If-Match': 17 } },
      body: { first_name: 'Zoë' },
    });
    expect(server.seen[0]).toMatchObject({
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': '"17"' },
      body: '{"first_name":"Zoë"}',
    });
  });
});

describe('records', () => {
  it('asks for full pages by default', async () => {
    const server = await startScriptedServer(emptyPage);
    const client = createClient({ ...credentials, baseUrl: server.url });
    for await (const _contact of client.records('/entities/Contacts'));
    for await (const _contact of client.records('/entities/Contacts', { params: { query: { first: 7 } } }));
    expect(server.seen.map((request) => new URL(request.url, server.url).search)).toEqual(['?first=100', '?first=7']);
  });

  it('asks for the next page while the one before is used, and lets go of it when it is not wanted', async () => {
    const body = { success: true, data: [{ id: '1' }], page_info: { end_cursor: 'a', has_next_page: true } };
    const server = await startScriptedServer(json(200, body), silence);
    const ended: unknown[] = [];
    const client = createClient({
      ...credentials,
      baseUrl: server.url,
      fetch: (request) => {
        request.signal.addEventListener('abort', () => ended.push(new URL(request.url).searchParams.get('after')));
        return fetch(request);
      },
    });
    const contacts = client.records('/entities/Contacts');
    await contacts.next();
    await expect.poll(() => server.seen.length).toBe(2);
    await contacts.return();
    expect(ended).toContain('a');
  });

  it('ends with the signal of the caller', async () => {
    const server = await startScriptedServer(() => {});
    const client = createClient({ ...credentials, baseUrl: server.url });
    const contacts = client.records('/entities/Contacts', { signal: AbortSignal.timeout(50) });
    await expect(contacts.next()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a create whose answer was lost', () => {
  const created = json(201, { success: true, data: { id: '1' } });
  const create = (baseUrl: string, more = {}) =>
    createClient({ ...credentials, baseUrl, ...more }).POST('/entities/Contacts', { body: {} as never });
  const keysOf = (seen: readonly SeenRequest[]) =>
    seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);

  it('is sent again under its key to a server that numbers revisions', async () => {
    const server = await startScriptedServer(hangUp, json(200, { data: [] }, { 'Space-Revision': '7' }), created);
    expect((await create(server.url)).data).toEqual({ success: true, data: { id: '1' } });
    expect(server.seen.map(({ method, url }) => `${method} ${url.split('/entities/')[1]}`)).toEqual([
      'POST Contacts',
      'GET Clients?first=1&load-only=id',
      'POST Contacts',
    ]);
    const [first, second] = keysOf(server.seen);
    expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first]);
  });

  it('has a key that no other create has', async () => {
    const server = await startScriptedServer(created);
    await create(server.url);
    await create(server.url);
    expect(new Set(keysOf(server.seen)).size).toBe(2);
  });

  it.each([
    ['does not number revisions', json(200, { data: [] })],
    ['cannot be asked', json(404, {}, { 'Space-Revision': '7' })],
  ])('is sent once to a server that %s', async (_case, answer) => {
    const server = await startScriptedServer(hangUp, answer, created);
    await expect(create(server.url)).rejects.toThrow(NetworkError);
    expect(keysOf(server.seen)).toHaveLength(1);
  });

  it('has no key where that is switched off', async () => {
    const server = await startScriptedServer(hangUp, created);
    await expect(create(server.url, { idempotencyKeys: false })).rejects.toThrow(NetworkError);
    expect(keysOf(server.seen)).toEqual([undefined]);
  });
});

describe('the credentials', () => {
  const client = createClient({ ...credentials, baseUrl: 'https://crm.example.com' });

  it.each<[string, string]>([
    ['inspect', inspect(client, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true })],
    ['JSON', JSON.stringify(client)],
    ['text', `${client}`],
  ])('are not in its %s', (_form, shown) => {
    expect(shown).not.toContain(credentials.password);
    expect(shown).not.toContain(credentials.token);
    expect(shown).not.toContain(basic);
  });

  it('are not shown to middleware', async () => {
    const server = await startScriptedServer(emptyPage);
    const watched = createClient({ ...credentials, baseUrl: server.url });
    const shown: (string | null)[] = [];
    watched.use({ onRequest: ({ request }) => void shown.push(request.headers.get('Authorization')) });
    await watched.GET('/entities/Contacts');
    expect(shown).toEqual([null]);
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${basic}`);
  });

  it('are not in its text, which names the space', () => {
    expect(String(client)).toBe('HeadwaterClient(https://crm.example.com/api/v100/rest/spaces/demo)');
  });
});

it('gives the example of RFC 7617 for UTF-8', () => {
  expect(basicAuthorization('test', '123£')).toBe('Basic dGVzdDoxMjPCow==');
});

it('carries every text through', () => {
  const password = 'pä:ss wörd €😀';
  const decoded = Buffer.from(basicAuthorization('tökén', password).slice('Basic '.length), 'base64').toString('utf8');
  expect(decoded).toBe(`tökén:${password}`);
});

const page = (data: unknown[], end_cursor: string | null, has_next_page: boolean): ListBody => ({
  data,
  page_info: { end_cursor, has_next_page },
});

/** A source that gives the pages in turn and remembers what it was asked. */
function sourceOf(...pages: ListBody[]) {
  const asked: object[] = [];
  const getPage = async (query: Readonly<Record<string, unknown>>) => {
    asked.push(query);
    return { data: pages[asked.length - 1] ?? page([], null, false), response: new Response() };
  };
  return { asked, getPage };
}

async function dataOf(pages: AsyncIterable<ListBody>): Promise<unknown[]> {
  const data: unknown[] = [];
  for await (const { data: records } of pages) data.push(...records);
  return data;
}

describe('readPages', () => {
  it('follows the cursor and sends the other parameters again', async () => {
    const { asked, getPage } = sourceOf(page([1, 2], 'b', true), page([3, 4], 'd', true), page([5], 'e', false));
    expect(await dataOf(readPages(getPage, { first: 2 }))).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([{ first: 2 }, { first: 2, after: 'b' }, { first: 2, after: 'd' }]);
  });

  it('begins at the given cursor', async () => {
    const { asked, getPage } = sourceOf(page([3], 'c', false));
    expect(await dataOf(readPages(getPage, { after: 'b' }))).toEqual([3]);
    expect(asked).toEqual([{ after: 'b' }]);
  });

  it.each<[string, ListBody]>([
    ['says that no page follows', page([1], 'a', false)],
    ['has no cursor', page([1], null, true)],
    ['is empty', page([], null, false)],
  ])('ends with a page that %s', async (_case, last) => {
    const { asked, getPage } = sourceOf(last, page(['never'], 'z', true));
    expect(await dataOf(readPages(getPage, {}))).toEqual(last.data);
    expect(asked).toHaveLength(1);
  });

  it('asks for one page ahead, and for no more', async () => {
    const { asked, getPage } = sourceOf(page([1], 'a', true), page([2], 'b', true), page([3], 'c', true));
    const pages = readPages(getPage, {});
    await pages.next();
    expect(asked).toHaveLength(2);
    await pages.next();
    expect(asked).toHaveLength(3);
    await pages.return();
    expect(asked).toHaveLength(3);
  });

  it('rejects cursors that repeat', async () => {
    const { getPage } = sourceOf(page([1], 'a', true), page([1], 'a', true));
    await expect(dataOf(readPages(getPage, {}))).rejects.toThrow(UnexpectedAnswerError);
  });

  it('rejects a page that does not say what follows', async () => {
    const { getPage } = sourceOf({ data: [1] });
    await expect(dataOf(readPages(getPage, { limit: 10 }))).rejects.toThrow(/page_info/);
  });

  it('throws the error of a page, after the records of those before', async () => {
    const { getPage } = sourceOf(page([1], 'a', true));
    const failing = async (query: Readonly<Record<string, unknown>>) =>
      'after' in query ? { error: {}, response: new Response(null, { status: 404 }) } : getPage(query);
    const pages = readPages(failing, {});
    expect((await pages.next()).value).toMatchObject({ data: [1] });
    await expect(pages.next()).rejects.toThrow(NotFoundError);
  });
});
