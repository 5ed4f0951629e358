/** Lists of the real server, read by the client. */
import type { paths } from '@headwater/openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expanded, type HeadwaterClient, unwrap } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

/** Texts that are hard to carry in a query. */
const hard = ['a&b=c', '100 %', 'x+y', 'Zürich', '東京', "O'Neill", 'back\\slash', 'a,b', '[brackets]', '😀 #1?'];
const plain = Array.from({ length: 240 }, (_, at) => `Person ${String(at).padStart(3, '0')}`);

let server: RealServer;
let client: HeadwaterClient<paths>;

beforeAll(async () => {
  server = await startRealServer('lists');
  client = server.client;
  for (const last_name of [...plain, ...hard]) {
    const body = { owner_id: server.ownerId, last_name, city: hard.includes(last_name) ? last_name : null };
    await unwrap(client.POST('/entities/Contacts', { body }));
  }
});

afterAll(() => server.close());

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('records', () => {
  it.each([7, 100, undefined])('gives every record once, with %j a page', async (first) => {
    const query = {
      'order-by': ['last_name'],
      filter: { last_name: 'Person ' },
      'filter-op': { last_name: 'starts' },
    } as const;
    const contacts = await collect(
      client.records('/entities/Contacts', { params: { query: first === undefined ? query : { ...query, first } } }),
    );
    expect(contacts.map((contact) => contact.last_name)).toEqual(plain);
    expect(new Set(contacts.map((contact) => contact.id)).size).toBe(plain.length);
  });

  it('gives nothing when nothing matches', async () => {
    const query = { filter: { last_name: 'nobody' } };
    expect(await collect(client.records('/entities/Contacts', { params: { query } }))).toEqual([]);
  });

  it('begins after a cursor', async () => {
    const query = { first: 200, 'order-by': 'last_name' };
    const { page_info } = await unwrap(
      client.GET('/entities/Contacts', { params: { query: { ...query, first: 100 } } }),
    );
    const rest = client.records('/entities/Contacts', {
      params: { query: { 'order-by': 'last_name', after: page_info?.end_cursor ?? '' } },
    });
    expect(await collect(rest)).toHaveLength(plain.length + hard.length - 100);
  });

  it('ends between two records when its signal is aborted', async () => {
    const controller = new AbortController();
    const reading = client.records('/entities/Contacts', {
      params: { query: { first: 1 } },
      signal: controller.signal,
    });
    await reading.next();
    controller.abort(new Error('enough'));
    await expect(reading.next()).rejects.toThrow('enough');
  });
});

describe('pages', () => {
  it('have a size, cursors and a total', async () => {
    const query = { first: 100, 'include-total': true };
    const pages = await collect(client.pages('/entities/Contacts', { params: { query } }));
    expect(pages.map((page) => page.data.length)).toEqual([100, 100, 50]);
    expect(pages.map((page) => page.total)).toEqual([250, 250, 250]);
    expect(pages.map((page) => page.page_info?.has_next_page)).toEqual([true, true, false]);
  });
});

describe('filters', () => {
  it.each(hard)('carry %j unharmed', async (city) => {
    const query = { filter: { city } };
    const found = await collect(client.records('/entities/Contacts', { params: { query } }));
    expect(found.map((contact) => contact.last_name)).toEqual([city]);
  });

  it('take several values', async () => {
    const query = { filter: { city: ['東京', 'x+y', 'a,b'] }, 'order-by': ['city'] };
    const found = await collect(client.records('/entities/Contacts', { params: { query } }));
    expect(found.map((contact) => contact.city)).toEqual(['a,b', 'x+y', '東京']);
  });

  it('take operators without a value', async () => {
    const query = { 'filter-op': { city: 'not-null' } } as const;
    expect(await collect(client.records('/entities/Contacts', { params: { query } }))).toHaveLength(hard.length);
  });

  it('take dates, booleans, and two bounds', async () => {
    const hour = 3_600_000;
    const bounds = (from: number, to: number) => [new Date(Date.now() + from), new Date(Date.now() + to)];
    const count = async (created: Date[]) => {
      const query = {
        filter: { created, is_deleted: false },
        'filter-op': { created: 'between' },
        first: 1,
        'include-total': true,
      } as const;
      return (await unwrap(client.GET('/entities/Contacts', { params: { query } }))).total;
    };
    expect(await count(bounds(-hour, hour))).toBe(250);
    expect(await count(bounds(hour, 2 * hour))).toBe(0);
  });

  it('lead through relations', async () => {
    const query = { filter: { 'owner.id': server.ownerId, last_name: 'Zürich' } };
    expect(await collect(client.records('/entities/Contacts', { params: { query } }))).toHaveLength(1);
  });
});

describe('what a record holds', () => {
  const query = { filter: { city: 'Zürich' } };

  it('is an address for a relation', async () => {
    const [contact] = await collect(client.records('/entities/Contacts', { params: { query } }));
    expect(contact?.owner).toBe(`${server.url}/api/v100/rest/spaces/lists/entities/Clients/${server.ownerId}`);
  });

  it('is a record for a relation that is expanded', async () => {
    const expand = ['owner', 'unit', 'account_relations.account'];
    const [contact] = await collect(client.records('/entities/Contacts', { params: { query: { ...query, expand } } }));
    expect(contact && expanded(contact.owner).id).toBe(server.ownerId);
    expect(contact && expanded(contact.account_relations)).toEqual([]);
  });

  it('is only what is requested', async () => {
    const names = { ...query, 'load-only': ['last_name', 'city'] };
    const [contact] = await collect(client.records('/entities/Contacts', { params: { query: names } }));
    expect(Object.keys(contact ?? {}).sort()).toEqual(['city', 'id', 'last_name']);
  });
});
