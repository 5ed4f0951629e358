/** What a client writes and reads through a network that loses, delays, repeats and cuts off: nothing is lost, nothing is doubled. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { paths } from '@headwater/openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type HeadwaterClient, unwrap } from '../src/index.js';
import { makeFolder } from './pack.js';
import { type RealServer, startRealServer } from './real-server.js';
import { environmentOf, startClient } from './run-client.js';
import { startUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.js';

const share = 0.4;
const timeoutMs = 600;

const seeds = process.env.HEADWATER_TEST_ALL === '1' ? [20_150, 4_711] : [20_150];

describe.each(seeds)('with the seed %i', { timeout: 180_000 }, (seed) => {
  let server: RealServer;
  let proxy: UnreliableProxy;
  let client: HeadwaterClient<paths>;
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder();
    server = await startRealServer('unreliable');
    proxy = await startUnreliableProxy(server.url, seed, share, 2 * timeoutMs);
    const { space, credentials } = server;
    client = createClient<paths>({ baseUrl: proxy.url, space, ...credentials, timeoutMs, maxAttempts: 10 });
  });

  afterAll(async () => {
    // What happened to the network, so that a test which saw nothing fails.
    expect([...proxy.counts].filter(([, count]) => count === 0)).toEqual([]);
    proxy.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  /** Of the records whose names begin so, straight from the server, in order. */
  async function namesOf(begin: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of server.client.records('/entities/Accounts'))
      if (name.startsWith(begin)) names.push(name);
    return names.sort();
  }

  const namesFrom = (begin: string, count: number) => Array.from({ length: count }, (_, at) => `${begin} ${at}`).sort();

  /** Some at the same time. */
  async function each(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const worker = async () => {
      while (next < count) await work(next++);
    };
    await Promise.all(Array.from({ length: 6 }, worker));
  }

  it('creates each record once', async () => {
    await each(60, async (at) => {
      const body = { owner_id: server.ownerId, name: `Single ${at}` };
      const { data } = await unwrap(client.POST('/entities/Accounts', { body }));
      expect(data.name).toBe(`Single ${at}`);
    });
    expect(await namesOf('Single')).toEqual(namesFrom('Single', 60));
  });

  it('writes each batch and each mutation once', async () => {
    await each(20, async (at) => {
      const body = [0, 1, 2].map((of) => ({ owner_id: server.ownerId, name: `Batch ${3 * at + of}` }));
      expect((await unwrap(client.POST('/entities/Accounts/batch-modify', { body }))).data).toHaveLength(3);
    });
    expect(await namesOf('Batch')).toEqual(namesFrom('Batch', 60));
    const create = 'mutation ($account: AccountCreateInput!) { createAccount(input: $account) { id } }';
    await each(20, (at) => client.graphql(create, { account: { ownerId: server.ownerId, name: `Mutation ${at}` } }));
    expect(await namesOf('Mutation')).toEqual(namesFrom('Mutation', 20));
  });

  it('makes each update once', async () => {
    const body = { owner_id: server.ownerId, name: 'Counted', address: '0' };
    const { data: account } = await unwrap(server.client.POST('/entities/Accounts', { body }));
    await each(30, () =>
      client.update(
        '/entities/Accounts/{id}',
        account.id,
        ({ address }) => ({ address: String(Number(address) + 1) }),
        {
          maxAttempts: 50,
        },
      ),
    );
    const params = { path: { id: account.id } };
    expect((await unwrap(server.client.GET('/entities/Accounts/{id}', { params }))).data.address).toBe('30');
  });

  it('reads each record and each change once', async () => {
    const read = async (from: HeadwaterClient<paths>) => {
      const ids: string[] = [];
      for await (const { id } of from.records('/entities/Accounts', { params: { query: { first: 10 } } })) ids.push(id);
      return ids;
    };
    expect(await read(client)).toEqual(await read(server.client));
    const follow = async (from: HeadwaterClient<paths>) => {
      const cursors: string[] = [];
      for await (const { cursor } of from.changes({ follow: false, first: 20 })) cursors.push(cursor);
      return cursors;
    };
    expect(await follow(client)).toEqual(await follow(server.client));
  });

  it('imports and exports each record once', async () => {
    const env = environmentOf({ ...server, url: proxy.url });
    const lines = namesFrom('Imported', 120).map((name) => JSON.stringify({ name, owner_id: server.ownerId }));
    const [given, written] = [join(folder, 'given.ndjson'), join(folder, 'written.ndjson')];
    await writeFile(given, `${lines.join('\n')}\n`);
    const imported = startClient(['import', 'Accounts', given, '--batch-size', '6', '--concurrency', '4'], folder, env);
    expect(await imported.ended).toEqual({ code: 0, out: '120 written, 0 rejected.\n', error: '' });
    expect(await namesOf('Imported')).toEqual(namesFrom('Imported', 120));
    const conditions = ['--where', 'name:starts=Imported', '--only', 'name', '--order-by', 'name'];
    const exported = startClient(['export', 'Accounts', '--out', written, ...conditions], folder, env);
    expect(await exported.ended).toMatchObject({ code: 0, error: '' });
    const names = (await readFile(written, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).name);
    expect(names.sort()).toEqual(namesFrom('Imported', 120));
  });
});
