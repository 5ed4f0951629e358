/** Collections against the real server. */
import { entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConflictError, createClient, type HeadwaterClient, NotFoundError, ValidationError } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';
import { json, startScriptedServer } from './scripted-server.js';

let server: RealServer;
let space: HeadwaterClient;
let owner_id: string;

beforeAll(async () => {
  server = await startRealServer('collections');
  space = createClient({ baseUrl: server.url, space: server.space, ...server.credentials });
  owner_id = server.ownerId;
  const account = await space.accounts.create({ owner_id, name: 'Harbour Line' });
  for (const [last_name, city] of [
    ['Smith', 'Leeds'],
    ['smythe', null],
    ['Byrd', 'York'],
  ] as const) {
    const account_relations = last_name === 'Smith' ? [{ account_id: account.id, is_primary: true }] : [];
    await space.contacts.create({ owner_id, last_name, city, account_relations });
  }
});

afterAll(() => server.close());

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Last names of contacts in their order. */
async function names(where: Parameters<typeof space.contacts.list>[0] & object): Promise<(string | null)[]> {
  const contacts = await collect(space.contacts.list({ orderBy: ['last_name'], ...where }));
  return contacts.map((contact) => (contact as { last_name: string | null }).last_name);
}

describe('list', () => {
  it('finds by operators, values, null and related records', async () => {
    expect(await names({ where: { last_name: { istarts: 'Sm' } } })).toEqual(['Smith', 'smythe']);
    expect(await names({ where: { city: ['Leeds', 'York'] } })).toEqual(['Byrd', 'Smith']);
    expect(await names({ where: { city: null } })).toEqual(['smythe']);
    expect(await names({ where: { owner: { id: owner_id }, city: { notNull: true } } })).toEqual(['Byrd', 'Smith']);
    expect(await names({ where: { account_relations: { account: { name: { starts: 'Harbour' } } } } })).toEqual([
      'Smith',
    ]);
    expect(await names({ where: { account_relations: { empty: true } } })).toEqual(['Byrd', 'smythe']);
    expect(await names({ where: { primary_account: null } })).toEqual(['Byrd', 'smythe']);
    expect(await names({ where: { primary_account: { notNull: true } } })).toEqual(['Smith']);
    expect(await names({ where: { created: { between: [new Date(0), new Date()] } } })).toHaveLength(3);
    expect(await names({ where: { created: { gt: new Date(Date.now() + 60_000).toISOString() } } })).toEqual([]);
  });

  it('orders, also by related records', async () => {
    expect(await names({ orderBy: ['-last_name'] })).toEqual(['smythe', 'Smith', 'Byrd']);
    expect(await names({ orderBy: [{ primary_account: '-name' }, 'last_name'] })).toEqual(['Smith', 'Byrd', 'smythe']);
  });

  it('shows what was expanded and picked', async () => {
    const where = { last_name: 'Smith' };
    const whole = await space.contacts.list({ where, expand: ['owner', { account_relations: ['account'] }] }).first();
    expect(whole?.owner.id).toBe(owner_id);
    expect(whole?.account_relations[0]?.account.name).toBe('Harbour Line');
    expect(whole?.unit).toMatch(/^http/);
    const picked = await space.contacts.list({ where, only: ['city', { owner: ['first_name'] }] }).first();
    expect(picked).toEqual({
      id: whole?.id,
      city: 'Leeds',
      owner: { id: owner_id, first_name: whole?.owner.first_name },
    });
    expect(Object.keys((await space.contacts.list({ where, only: [] }).first()) ?? {})).toEqual(['id']);
  });

  it('gives pages with totals, and goes on after a cursor', async () => {
    const list = space.contacts.list({ first: 2, orderBy: ['last_name'], includeTotal: true });
    const pages = await collect(list.pages());
    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    const after = pages[0]?.page_info.end_cursor ?? '';
    expect(await names({ after })).toEqual(['smythe']);
    // A list can be read again.
    expect(await collect(list)).toHaveLength(3);
  });

  it('says which condition cannot be sent', async () => {
    const where = { city: undefined } as unknown as { city: string };
    await expect(space.contacts.list({ where }).first()).rejects.toThrow('where: "city" is undefined');
  });

  it('is empty where nothing matches, and ends with its signal', async () => {
    expect(await space.contacts.list({ where: { last_name: 'nobody' } }).first()).toBeUndefined();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(space.contacts.list({ signal }).first()).rejects.toThrow('enough');
  });
});

describe('one record', () => {
  it('is created, read, changed and deleted', async () => {
    const created = await space.contacts.create({ owner_id, last_name: 'Okafor' });
    expect(await space.contacts.get(created.id, { only: ['last_name'] })).toEqual({
      id: created.id,
      last_name: 'Okafor',
    });
    const changed = await space.contacts.update(created.id, { city: 'Graz' }, { ifMatch: created.revision });
    expect(changed.city).toBe('Graz');
    const stale = { ifMatch: created.revision };
    await expect(space.contacts.update(created.id, { city: 'Linz' }, stale)).rejects.toThrow(ConflictError);
    await expect(space.contacts.delete(created.id, stale)).rejects.toThrow(ConflictError);
    expect(await space.contacts.delete(created.id, { ifMatch: changed.revision })).toBeUndefined();
    const deleted = await space.contacts.get(created.id, { includeDeleted: true });
    expect([deleted.is_deleted, deleted.city]).toEqual([true, 'Graz']);
    await expect(space.contacts.get('018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11')).rejects.toThrow(NotFoundError);
    await expect(space.contacts.create({ owner_id })).rejects.toThrow(ValidationError);
  });

  it('is changed by what it holds, also when another is faster', async () => {
    const { id } = await space.contacts.create({ owner_id, last_name: 'Rival' });
    let calls = 0;
    const changed = await space.contacts.update(id, async ({ created, city }) => {
      expect(created).toMatch(/Z$/);
      calls += 1;
      if (calls === 1) await space.contacts.update(id, { city: 'Ulm' });
      return { title: `from ${city}` };
    });
    expect([calls, changed.title, changed.city]).toEqual([2, 'from Ulm', 'Ulm']);
    expect(changed.created).toMatch(/\dZ$/);
    expect(await space.contacts.update(id, () => undefined)).toEqual(changed);
  });

  it('is created once under a key', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const first = await space.contacts.create({ owner_id, last_name: 'Once', city: 'Ulm' }, options);
    const second = await space.contacts.create({ owner_id, last_name: 'Once', city: 'Ulm' }, options);
    expect(second.id).toBe(first.id);
  });
});

describe('date-times', () => {
  it('are texts with a zone, or dates', async () => {
    const dates = createClient({ baseUrl: server.url, space: server.space, ...server.credentials, dateTimes: 'date' });
    const { id, created } = await space.contacts.create({ owner_id, last_name: 'Time' });
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000);
    const contact = await dates.contacts.get(id, { expand: ['owner'] });
    expect(contact.created).toEqual(new Date(created));
    expect(contact.owner.created).toBeInstanceOf(Date);
    const page = await dates.contacts.list({ where: { created: { eq: contact.created } }, only: ['created'] }).first();
    // The text is exact, a date is not.
    expect(page).toBeUndefined();
    expect((await dates.contacts.list({ where: { created } }).first())?.id).toBe(id);
    await dates.contacts.update(id, { created: new Date('2020-02-03T04:05:06Z') });
    expect((await space.contacts.get(id)).created).toBe('2020-02-03T04:05:06.000000Z');
  });
});

describe('names', () => {
  it('are those of the interface with a small letter', async () => {
    const scripted = await startScriptedServer(json(404, {}));
    const client = createClient({ baseUrl: scripted.url, space: 's', token: 't', password: 'p' });
    const collections = client as unknown as Record<string, { get(id: string): Promise<unknown> }>;
    for (const { graphql } of entityTypes) await collections[graphql.many]?.get('7').catch(() => {});
    expect(scripted.seen.map(({ url }) => url)).toEqual(
      entityTypes.map(({ collection }) => expect.stringContaining(`/entities/${collection}/7`)),
    );
  });

  it('leave the client what it is', async () => {
    expect(await space).toBe(space);
    expect(String(space)).toContain('HeadwaterClient(');
    expect(space.contacts).toBe(space.contacts);
    expect(JSON.stringify(space)).not.toContain(server.credentials.password);
    expect((space as unknown as Record<symbol, unknown>)[Symbol.iterator]).toBeUndefined();
  });
});
