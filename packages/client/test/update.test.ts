/** `update` against the real server, with others who write at the same time and answers that are lost. */
import type { paths } from '@headwater/openapi-types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConflictError, createClient, NotFoundError, unwrap } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer('update');
});

afterAll(() => server.close());

async function newAccount(): Promise<string> {
  const body = { owner_id: server.ownerId, name: 'Counted', address: '0' };
  return (await unwrap(server.client.POST('/entities/Accounts', { body }))).data.id;
}

const addressOf = async (id: string) =>
  (await unwrap(server.client.GET('/entities/Accounts/{id}', { params: { path: { id } } }))).data.address;

const increase = (client: RealServer['client'], id: string) =>
  client.update('/entities/Accounts/{id}', id, ({ address }) => ({ address: String(Number(address) + 1) }));

/** A client whose first answer to a write is lost after the server has given it. @param meanwhile happens before the repetition */
function losing(meanwhile = async () => {}) {
  const { url: baseUrl, space, credentials } = server;
  let isLost = false;
  return createClient<paths>({
    ...{ baseUrl, space, ...credentials },
    fetch: async (request) => {
      const isWrite = request.method === 'PATCH';
      const answer = await fetch(request);
      if (!isWrite || isLost) return answer;
      isLost = true;
      await answer.body?.cancel();
      await meanwhile();
      throw new TypeError('the connection broke');
    },
  });
}

it('counts what ten writers add at the same time', async () => {
  const id = await newAccount();
  await Promise.all(Array.from({ length: 10 }, () => increase(server.client, id)));
  expect(await addressOf(id)).toBe('10');
});

it('makes a change once when its answer is lost', async () => {
  const id = await newAccount();
  expect((await increase(losing(), id)).address).toBe('1');
  expect(await addressOf(id)).toBe('1');
});

it('makes a change once when another one follows the answer that was lost', async () => {
  const id = await newAccount();
  const client = losing(async () => void (await increase(server.client, id)));
  await increase(client, id);
  expect(await addressOf(id)).toBe('2');
});

it('writes nothing where nothing is to change', async () => {
  const id = await newAccount();
  const before = await server.client.update('/entities/Accounts/{id}', id, () => undefined);
  expect((await server.client.update('/entities/Accounts/{id}', id, async () => undefined)).revision).toBe(
    before.revision,
  );
});

it('ends after as many attempts as it may make', async () => {
  const id = await newAccount();
  let calls = 0;
  const beaten = server.client.update(
    '/entities/Accounts/{id}',
    id,
    async () => {
      calls += 1;
      await increase(server.client, id);
      return { address: 'never' };
    },
    { maxAttempts: 3 },
  );
  await expect(beaten).rejects.toThrow(ConflictError);
  expect(calls).toBe(3);
});

it('throws of a record that is not there, and the reason of its signal', async () => {
  const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
  await expect(increase(server.client, id)).rejects.toThrow(NotFoundError);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(server.client.update('/entities/Accounts/{id}', id, () => ({}), { signal })).rejects.toThrow('enough');
});
