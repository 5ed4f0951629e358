/**
 * A server that is asked for a long time holds what it held after a while, and no more. `npm run soak -- --requests 1000000` asks longer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, newDatabase, type TestDatabase } from '../fixture.js';
import { Random } from '../random.js';
import { requestsAtWork } from '../requests-at-work.js';
import { growing, inMegabytes } from './growth.js';
import { SoakRequests } from './requests.js';
import { type Sample, SoakedServer } from './soaked-server.js';

const requests = Number(process.env.HEADWATER_SOAK_REQUESTS ?? (process.env.HEADWATER_TEST_ALL === '1' ? 800 : 400));
const seed = Number(process.env.HEADWATER_SOAK_SEED ?? 1);
const wanted = process.env.HEADWATER_SOAK_DATABASE ?? 'sqlite';

const clients = 8;
/** Each looks at all that the server holds. */
const sampleCount = requests > 1_000 ? 20 : 10;

const columns = ['rss', 'anonymous', 'heapUsed', 'external'] as const;

describe.each(databases.filter((name) => wanted === name))('on %s', (database) => {
  let stored: TestDatabase;
  let server: SoakedServer;
  beforeAll(async () => {
    stored = await newDatabase(database, 'tables');
    server = await SoakedServer.start(stored.location);
  });
  afterAll(async () => {
    await server?.stop();
    await stored?.drop();
  });

  it(`holds no more after ${requests} requests`, { timeout: 60_000 + requests * 100 }, async ({ task }) => {
    const all = new SoakRequests(server.space, new Random(seed));
    const samples: Sample[] = [];
    const counts = new Map<number, number>();
    console.info(`requests; MB: ${columns.join(', ')}; descriptors; prepared statements`);
    for (let sent = 0; sent < requests; ) {
      const end = Math.min(sent + Math.ceil(requests / sampleCount), requests);
      const ask = async () => {
        while (sent < end) {
          sent += 1;
          const { status } = await all.send();
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: clients }, ask));
      const sample = await server.sample();
      samples.push(sample);
      const megabytes = columns.map((column) => inMegabytes(sample[column])).join(', ');
      console.info(`${sent}; ${megabytes}; ${sample.descriptors}; ${sample.prepared}`);
    }
    expect(server.failures).toEqual([]);
    expect(growing(samples)).toEqual([]);
    expect(await requestsAtWork(server.space.origin)).toBe(0);
    const statuses = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
    Object.assign(task.meta, { figures: `${database}: ${requests} requests (${statuses}), nothing grows` });
  });
});
