/** Lists that follow the changes of a real space; on PostgreSQL too where every test runs on both databases. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { AuthenticationError, createClient, type HeadwaterClient, UnexpectedAnswerError } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';
import { hangUp, json, silence, startScriptedServer } from './scripted-server.js';

type Database = 'SQLite' | 'PostgreSQL';
const databases: readonly Database[] = process.env.HEADWATER_TEST_ALL === '1' ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

/** What a list has shown, one text for each list: the names of its records. */
interface Shown {
  readonly lists: readonly string[];
  /** Waits until the newest list is that. */
  becomes(list: string): Promise<void>;
  readonly ended: Promise<unknown>;
  stop(): void;
}

/** Follows a list until the test ends. */
function follow<Item>(
  open: (signal: AbortSignal) => AsyncIterable<readonly Item[]>,
  nameOf: (item: Item) => string | null,
): Shown {
  const lists: string[] = [];
  const over = new AbortController();
  const read = async () => {
    for await (const list of open(over.signal)) lists.push(list.map(nameOf).join());
  };
  const ended = read().catch((error) => error);
  const stop = () => over.abort(new Error('enough'));
  onTestFinished(async () => {
    stop();
    await ended;
  });
  const becomes = async (list: string) => expect.poll(() => lists.at(-1), { timeout: 10_000, interval: 10 }).toBe(list);
  return { lists, becomes, ended, stop };
}

/** Counts the requests of a client, and can be cut off from the server. */
class Line {
  isCut = false;
  readonly sent: string[] = [];
  /** Requests without an answer. */
  waiting = 0;
  #under: AbortController[] = [];

  readonly fetch = async (request: Request): Promise<Response> => {
    this.sent.push(new URL(request.url).pathname.replace(/^.*\/spaces\/[^/]+/, ''));
    if (this.isCut) throw new TypeError('no connection');
    const cut = new AbortController();
    this.#under.push(cut);
    this.waiting += 1;
    return fetch(request, { signal: AbortSignal.any([request.signal, cut.signal]) }).finally(() => {
      this.waiting -= 1;
    });
  };

  cut() {
    this.isCut = true;
    for (const one of this.#under.splice(0)) one.abort(new TypeError('the connection broke'));
  }

  readings(collection: string): number {
    return this.sent.filter((path) => path === `/entities/${collection}`).length;
  }
}

describe.each(databases)('on %s', (database) => {
  let server: RealServer;
  let close = async () => {};
  beforeAll(async () => {
    if (database === 'PostgreSQL') {
      const postgres = await startTestPostgres();
      server = await startRealServer('live', { databaseUrl: await postgres.createDatabase() });
      close = postgres.stop;
    } else server = await startRealServer('live');
  });
  afterAll(async () => {
    await server.close();
    await close();
  });

  const openClient = (line: Line): HeadwaterClient => {
    const { url: baseUrl, space, credentials } = server;
    return createClient({ ...{ baseUrl, space, ...credentials }, fetch: line.fetch });
  };
  const newContact = (last_name: string, more: object = {}) =>
    server.client.contacts.create({ owner_id: server.ownerId, last_name, ...more });
  /** Contacts of a city, which each test has to itself. */
  const inCity = (client: Pick<HeadwaterClient, 'contacts'>, city: string, more: object = {}) =>
    follow(
      (signal) => client.contacts.live({ where: { city }, orderBy: ['last_name'], throttleMs: 50, signal, ...more }),
      ({ last_name }) => last_name,
    );

  it('shows what is there, and what comes, changes, ceases to match and goes', async () => {
    const ames = await newContact('Ames', { city: 'Leeds' });
    const byrd = await newContact('Byrd', { city: 'York' });
    const shown = inCity(server.client, 'Leeds');
    await shown.becomes('Ames');
    const cole = await newContact('Cole', { city: 'Leeds' });
    await shown.becomes('Ames,Cole');
    await server.client.contacts.update(byrd.id, { city: 'Leeds' });
    await shown.becomes('Ames,Byrd,Cole');
    await server.client.contacts.update(ames.id, { last_name: 'Zorn' });
    await shown.becomes('Byrd,Cole,Zorn');
    await server.client.contacts.update(cole.id, { city: 'Bath' });
    await shown.becomes('Byrd,Zorn');
    await server.client.contacts.delete(ames.id);
    await shown.becomes('Byrd');
    expect(shown.lists).toEqual(['Ames', 'Ames,Cole', 'Ames,Byrd,Cole', 'Byrd,Cole,Zorn', 'Byrd,Zorn', 'Byrd']);
  });

  it('shows an empty list, and one that is equal to the last only once', async () => {
    const line = new Line();
    const shown = inCity(openClient(line), 'Nowhere');
    await shown.becomes('');
    await server.client.accounts.create({ owner_id: server.ownerId, name: 'Other' });
    await newContact('Elsewhere', { city: 'Elsewhere' });
    await expect.poll(() => line.readings('Contacts'), { timeout: 10_000 }).toBeGreaterThan(1);
    await sleep(200);
    expect(shown.lists).toEqual(['']);
  });

  it('keeps the object of a record that has not changed', async () => {
    await newContact('Ames', { city: 'Kept' });
    const over = new AbortController();
    const live = server.client.contacts.live({ where: { city: 'Kept' }, orderBy: ['last_name'], signal: over.signal });
    const lists = live[Symbol.asyncIterator]();
    const [first] = (await lists.next()).value!;
    await newContact('Byrd', { city: 'Kept' });
    const { value } = await lists.next();
    expect(value).toHaveLength(2);
    expect(value![0]).toBe(first);
    expect(first!.created).toMatch(/Z$/);
    over.abort();
  });

  it('follows what is reached by a relation, in conditions, orders and what is shown', async () => {
    const account = await server.client.accounts.create({ owner_id: server.ownerId, name: 'Old name', city: 'Graz' });
    const ames = await newContact('Ames', { city: 'Linked' });
    const byrd = await newContact('Byrd', { city: 'Linked' });
    const where = { city: 'Linked', account_relations: { account: { city: 'Graz' } } };
    const found = follow(
      (signal) => server.client.contacts.live({ where, throttleMs: 50, signal }),
      ({ last_name }) => last_name,
    );
    const shown = follow(
      (signal) =>
        server.client.contacts.live({
          where: { city: 'Linked' },
          orderBy: ['last_name'],
          only: ['last_name', { account_relations: [{ account: ['name'] }] }],
          ...{ throttleMs: 50, signal },
        }),
      ({ last_name, account_relations }) => `${last_name} of ${account_relations.map((row) => row.account?.name)}`,
    );
    await found.becomes('');
    await shown.becomes('Ames of ,Byrd of ');
    const link = { contact_id: ames.id, account_id: account.id, is_primary: true };
    await server.client.contactAccountRelations.create(link);
    await found.becomes('Ames');
    await shown.becomes('Ames of Old name,Byrd of ');
    await server.client.accounts.update(account.id, { name: 'New name' });
    await shown.becomes('Ames of New name,Byrd of ');
    await server.client.accounts.update(account.id, { city: 'Ulm' });
    await found.becomes('');
    await server.client.contacts.delete(byrd.id);
    await shown.becomes('Ames of New name');
  });

  it('follows rows that belong to its records without a relation in the query', async () => {
    const tag = await server.client.tags.create({ name: 'Key account' });
    const { id } = await newContact('Ames', { city: 'Rows' });
    const shown = follow(
      (signal) => server.client.contacts.live({ where: { city: 'Rows' }, throttleMs: 50, signal }),
      ({ tags }) => String(tags.length),
    );
    await shown.becomes('0');
    await server.client.tagRelations.create({ tag_id: tag.id, contact_id: id });
    await shown.becomes('1');
  });

  it('follows the records of unions', async () => {
    const shown = follow(
      (signal) => server.client.leadOppties.live({ orderBy: ['created'], throttleMs: 50, signal }),
      ({ table_name, description }) => `${table_name} ${description}`,
    );
    await shown.becomes('');
    const { id } = await server.client.leads.create({ owner_id: server.ownerId, name: 'L', description: 'one' });
    await shown.becomes('lead one');
    await server.client.leads.update(id, { description: 'two' });
    await shown.becomes('lead two');
  });

  it('follows records of another collection that its records show', async () => {
    const shown = follow(
      (signal) => server.client.pipelines.live({ throttleMs: 50, signal }),
      ({ steps }) => String(steps.length),
    );
    const [pipeline] = (await server.client.pipelines.list({ first: 1 }).pages().next()).value!.data;
    await shown.becomes(String(pipeline!.steps.length));
    await server.client.steps.create({ pipeline_id: pipeline!.id, name: 'Another', percent: 15 });
    await shown.becomes(String(pipeline!.steps.length + 1));
  });

  it('takes entity types, and unions, for the collections that lead to another reading', async () => {
    const shown = follow(
      (signal) => server.client.leads.live({ orderBy: ['created'], changesOf: ['Lead'], throttleMs: 50, signal }),
      ({ name }) => name,
    );
    const union = follow(
      (signal) =>
        server.client.leads.live({ orderBy: ['created'], changesOf: ['LeadOppties'], throttleMs: 50, signal }),
      ({ name }) => name,
    );
    const before = (
      await server.client.leads
        .list({ orderBy: ['created'] })
        .pages()
        .next()
    ).value!.data;
    const names = before.map(({ name }) => name);
    await shown.becomes(names.join(','));
    await union.becomes(names.join(','));
    await server.client.leads.create({ owner_id: server.ownerId, name: 'Named' });
    await shown.becomes([...names, 'Named'].join(','));
    await union.becomes([...names, 'Named'].join(','));
  });

  it('takes the collections that lead to another reading', async () => {
    const line = new Line();
    const live = { where: { city: 'Chosen' }, expand: ['owner'], changesOf: ['Contacts'] } as const;
    const client = openClient(line);
    const shown = follow(
      (signal) => client.contacts.live({ ...live, throttleMs: 0, signal }),
      (one) => one.last_name,
    );
    await shown.becomes('');
    await server.client.accounts.create({ owner_id: server.ownerId, name: 'Not chosen' });
    await sleep(300);
    expect(line.readings('Contacts')).toBe(1);
    await newContact('Ames', { city: 'Chosen' });
    await shown.becomes('Ames');
  });

  it('reads once for a burst of changes', async () => {
    const line = new Line();
    const began = performance.now();
    const shown = inCity(openClient(line), 'Burst', { throttleMs: 1_000, limit: 1_000 });
    await shown.becomes('');
    const names = Array.from({ length: 120 }, (_, at) => `Person ${String(at).padStart(3, '0')}`);
    for (const name of names) await newContact(name, { city: 'Burst' });
    await shown.becomes(names.join());
    // One at the beginning, and one a second; the machine may be so slow that 120 changes take many of them.
    const most = 2 + (performance.now() - began) / 1_000;
    expect(most).toBeLessThan(names.length);
    // Two pages each.
    expect(line.readings('Contacts')).toBeLessThan(2 * most);
    expect(shown.lists.length).toBeLessThan(most);
  });

  it('shows no more than its limit, and what moves up', async () => {
    const shown = inCity(server.client, 'Limited', { limit: 2 });
    await shown.becomes('');
    const [, second] = [await newContact('B', { city: 'Limited' }), await newContact('C', { city: 'Limited' })];
    await newContact('D', { city: 'Limited' });
    await shown.becomes('B,C');
    await newContact('A', { city: 'Limited' });
    await shown.becomes('A,B');
    await server.client.contacts.delete(second.id);
    const first = await server.client.contacts.list({ where: { city: 'Limited', last_name: 'A' } }).first();
    await server.client.contacts.delete(first!.id);
    await shown.becomes('B,D');
  });

  it('has one request that waits for all lists of a client', async () => {
    const line = new Line();
    const client = openClient(line);
    const shown = Array.from({ length: 8 }, () => inCity(client, 'Shared'));
    for (const one of shown) await one.becomes('');
    await expect.poll(() => line.sent.filter((path) => path === '/changes').length).toBe(1);
    await newContact('Ames', { city: 'Shared' });
    for (const one of shown) await one.becomes('Ames');
    expect(line.sent.filter((path) => path === '/changes').length).toBeLessThan(6);
    for (const one of shown) one.stop();
    await Promise.all(shown.map(({ ended }) => ended));
    const { length } = line.sent;
    await newContact('Byrd', { city: 'Shared' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
  });

  it('misses nothing that happens while the connection is lost', async () => {
    const line = new Line();
    const shown = inCity(openClient(line), 'Lost');
    await shown.becomes('');
    const { id } = await newContact('Ames', { city: 'Lost' });
    await shown.becomes('Ames');
    line.cut();
    await server.client.contacts.delete(id);
    await newContact('Byrd', { city: 'Lost' });
    await sleep(500);
    expect(shown.lists.at(-1)).toBe('Ames');
    line.isCut = false;
    await shown.becomes('Byrd');
    await newContact('Cole', { city: 'Lost' });
    await shown.becomes('Byrd,Cole');
  });

  it('reads again when the changes that it missed are not kept any more', async () => {
    const line = new Line();
    const client = openClient(line);
    const lists = [inCity(client, 'Gone'), inCity(client, 'Gone')];
    for (const one of lists) await one.becomes('');
    line.cut();
    await newContact('Ames', { city: 'Gone' });
    await server.forgetChanges();
    line.isCut = false;
    for (const one of lists) await one.becomes('Ames');
    await newContact('Byrd', { city: 'Gone' });
    for (const one of lists) await one.becomes('Ames,Byrd');
  });

  it('has no gap between its first list and what follows', { timeout: 60_000 }, async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Person ${String(at).padStart(2, '0')}`);
    const shown: Shown[] = [];
    const following = (async () => {
      for (let count = 0; count < 8; count += 1) {
        shown.push(inCity(openClient(new Line()), 'Gap', { limit: 1_000 }));
        await sleep(40);
      }
    })();
    for (const name of names) await newContact(name, { city: 'Gap' });
    await following;
    for (const one of shown) await one.becomes(names.join());
  });

  it('ends by its signal with the reason', async () => {
    const shown = inCity(server.client, 'Ended');
    await shown.becomes('');
    shown.stop();
    expect(await shown.ended).toEqual(new Error('enough'));
    const over = AbortSignal.abort(new Error('before it began'));
    await expect(all(server.client.contacts.live({ signal: over }))).rejects.toThrow('before it began');
  });

  it('ends at once when its reader returns while it waits', async () => {
    const line = new Line();
    const lists = openClient(line)
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
    await newContact('Ames', { city: 'Returned' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
  });

  it('asks for no more changes from the moment at which its signal is aborted', async () => {
    const line = new Line();
    const over = new AbortController();
    const lists = openClient(line)
      .contacts.live({ where: { city: 'Left' }, signal: over.signal })
      [Symbol.asyncIterator]();
    await lists.next();
    await expect.poll(() => line.sent.at(-1)).toBe('/changes');
    over.abort();
    const { length } = line.sent;
    await newContact('Ames', { city: 'Left' });
    await sleep(200);
    expect(line.sent).toHaveLength(length);
    expect(line.waiting).toBe(0);
  });

  it('throws what repeating would not change', async () => {
    const { url: baseUrl, space, credentials } = server;
    const stranger = createClient({ ...{ baseUrl, space, ...credentials }, password: 'wrong' });
    await expect(all(stranger.contacts.live())).rejects.toThrow(AuthenticationError);
    for (const wrong of [{ limit: 0 }, { limit: 1_001 }, { throttleMs: -1 }, { changesOf: [] }])
      await expect(all(server.client.contacts.live(wrong))).rejects.toThrow(TypeError);
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
