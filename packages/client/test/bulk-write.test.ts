/** Many records written into the real server by `bulkWrite`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkResult, bulkWrite, createClient, PermissionError } from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer('bulk');
});

afterAll(() => server.close());

function* contacts(count: number, isWrong = (_at: number) => false) {
  for (let at = 0; at < count; at++) {
    yield { last_name: `Bulk ${at}`, ...(isWrong(at) ? {} : { owner_id: server.ownerId }) } as const;
  }
}

async function collect(results: AsyncIterable<BulkResult>): Promise<BulkResult[]> {
  const all: BulkResult[] = [];
  for await (const result of results) all.push(result);
  return all.sort((one, other) => one.index - other.index);
}

async function namesOf(): Promise<Map<string, string | null | undefined>> {
  const names = new Map<string, string | null | undefined>();
  for await (const { id, last_name } of server.client.records('/entities/Contacts')) names.set(id, last_name);
  return names;
}

it('writes each record once, and says by its place what became of it', async () => {
  const given = contacts(95, (at) => at % 10 === 3);
  const options = { batchSize: 10, concurrency: 3 };
  const results = await collect(bulkWrite(server.client, 'Contacts', given as never, options));
  expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 95 }, (_, at) => at));
  const rejected = results.filter(({ error }) => error !== null);
  expect(rejected.map(({ index, id }) => [index, id])).toEqual(
    [3, 13, 23, 33, 43, 53, 63, 73, 83, 93].map((index) => [index, null]),
  );
  expect(rejected[0]?.error?.leaves.map(({ fieldName }) => fieldName)).toContain('owner_id');
  const names = await namesOf();
  expect(names.size).toBe(85);
  for (const { index, id } of results) if (id !== null) expect(names.get(id)).toBe(`Bulk ${index}`);
});

it('changes records that have an id, and keeps to the batches that are under way', async () => {
  let [underWay, most] = [0, 0];
  const { url: baseUrl, space, credentials } = server;
  const counting = createClient({
    ...{ baseUrl, space, ...credentials },
    fetch: async (request) => {
      most = Math.max(most, ++underWay);
      return fetch(request).finally(() => {
        underWay -= 1;
      });
    },
  });
  const changes = [...(await namesOf()).keys()].map((id) => ({ id, city: 'Leeds' }));
  const results = await collect(bulkWrite(counting, 'Contacts', changes, { batchSize: 5, concurrency: 4 }));
  expect(results.every(({ error }) => error === null)).toBe(true);
  expect(most).toBe(4);
});

it('ends with the batch that is rejected as a whole, with its signal, and when its loop is left', async () => {
  await expect(collect(bulkWrite(server.reader, 'Contacts', contacts(5)))).rejects.toThrow(PermissionError);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(collect(bulkWrite(server.client, 'Contacts', contacts(5), { signal }))).rejects.toThrow('enough');
  let read = 0;
  const endless = (function* () {
    for (const contact of contacts(1_000_000)) {
      read += 1;
      yield contact;
    }
  })();
  for await (const { id } of bulkWrite(server.client, 'Contacts', endless, { batchSize: 10, concurrency: 2 })) {
    expect(id).not.toBeNull();
    break;
  }
  expect(read).toBeLessThan(50);
});

it.each([{ batchSize: 0 }, { batchSize: 1_001 }, { concurrency: 0 }])('rejects %j', async (options) => {
  await expect(collect(bulkWrite(server.client, 'Contacts', [], options))).rejects.toThrow(TypeError);
});
