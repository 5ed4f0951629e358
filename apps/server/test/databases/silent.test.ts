/**
 * A PostgreSQL that neither answers nor closes its connections: the service says so, and goes on as soon as it answers again.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { createSpaceWithKey, type RunningServer, startServer } from '../../src/index.js';
import { newDatabase, type TestDatabase, TestServer, testConfig } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { type Answer, basic, TestSpace } from '../test-space.js';
import { Freezer } from './freeze.js';
import { Line } from './line.js';

const databaseSettings = { ...testConfig.databaseSettings, silenceMs: 2_000 };
const unavailable = { code: 9009, name: 'ERROR_UNAVAILABLE', success: false };
/** The service promises to be back within 12 seconds with the usual settings. */
const back = { timeout: 12_000, interval: 100 };

async function stateOf(origin: string): Promise<[number, unknown]> {
  const answer = await fetch(`${origin}/health/ready`);
  return [answer.status, ((await answer.json()) as { status: unknown }).status];
}

/** @returns what the metrics say of the database */
async function readyIn(origin: string): Promise<string | undefined> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return /^headwater_database_ready (\d)$/m.exec(text)?.[1];
}

describe('a database whose processes are stopped', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let freezer: Freezer;
  let url: string;
  let server: RunningServer;
  let space: TestSpace;

  beforeAll(async () => {
    // One of its own: the one of the run serves other tests.
    const given = process.env.HEADWATER_TEST_DATABASE_URL;
    delete process.env.HEADWATER_TEST_DATABASE_URL;
    postgres = await startTestPostgres();
    if (given !== undefined) process.env.HEADWATER_TEST_DATABASE_URL = given;
    url = await postgres.createDatabase();
    freezer = await Freezer.of(url);
    server = await startServer({ databaseUrl: url, port: 0, logLevel: 'silent', databaseSettings });
    space = new TestSpace(server.url, 'acme', basic(await createSpaceWithKey(server, 'acme')), '');
    await space.readSeedRecords();
  });

  afterEach(() => freezer.thaw());

  afterAll(async () => {
    await server?.close();
    await postgres?.stop();
  });

  it('is 503 on all interfaces and not ready while it is silent, and serves again when it answers', async () => {
    const contact = await space.newContact();
    freezer.freeze();
    const ask = (path: string, body?: unknown) =>
      fetch(`${server.url}${path}`, {
        headers: {
          authorization: space.authorization,
          accept: 'application/graphql-response+json, application/json',
          'content-type': 'application/json',
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => ask('/api/v100/rest/spaces/acme/entities/Contacts')),
      ...Array.from({ length: 8 }, () =>
        ask('/api/v100/rest/spaces/acme/entities/Contacts', { last_name: 'X', owner_id: space.ids.ownerId }),
      ),
      ask('/rest_services/v1/acme/Contacts'),
      ask('/api/v100/graphql/spaces/acme', { query: '{ contacts(first: 1) { nodes { id } } }' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    for (const { headers } of answers) expect(headers.get('Retry-After')).toBe('1');
    expect(await stateOf(server.url)).toEqual([503, 'database silent']);
    expect(await readyIn(server.url)).toBe('0');
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);

    freezer.thaw();
    await expect.poll(() => stateOf(server.url), back).toEqual([200, 'ok']);
    expect(await readyIn(server.url)).toBe('1');
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
    await space.newContact();
  });

  it('is not ready as soon as it is silent, also when nobody asks for records', async () => {
    freezer.freeze();
    expect(await stateOf(server.url)).toEqual([503, 'database silent']);
  });

  it('does not keep a process from ending', async () => {
    const other = new ServerProcess({ HEADWATER_DATABASE_URL: url, HEADWATER_DATABASE_SILENCE_MS: '60000' });
    await other.start();
    const waiting = new TestSpace(other.url ?? '', 'acme', space.authorization, '');
    await waiting.list('Contacts');
    freezer.freeze();
    const cut = Array.from({ length: 20 }, () => waiting.send('GET', 'Contacts').catch(() => undefined));
    const start = performance.now();
    await once(other.stop(), 'exit');
    expect(performance.now() - start).toBeLessThan(10_000);
    await Promise.all(cut);
  });

  it('costs a request about 9 seconds at most with the usual settings, and those after it nothing', async () => {
    const usual = await startServer({ databaseUrl: url, port: 0, logLevel: 'silent' });
    const waiting = new TestSpace(usual.url, 'acme', space.authorization, '');
    await waiting.list('Contacts');
    freezer.freeze();
    for (const longestMs of [10_000, 500]) {
      const start = performance.now();
      expect((await waiting.send('GET', 'Contacts')).status).toBe(503);
      expect(performance.now() - start).toBeLessThan(longestMs);
    }
    freezer.thaw();
    await expect.poll(async () => (await waiting.send('GET', 'Contacts')).status, back).toBe(200);
    await usual.close();
  });
});

describe('silent connections before it is noticed', () => {
  it.each([
    ['where the space stands', 0],
    // Keys are known for two seconds.
    ['the key', 2_100],
  ])('cost a look at %s no more than the time of a request', async (_, pauseMs) => {
    const stored = await newDatabase('postgres', 'space');
    const { line, url } = await Line.to(stored.location.databaseUrl ?? '');
    const patient = { ...testConfig.databaseSettings, silenceMs: 30_000 };
    const server = await TestServer.start('postgres', {
      databaseUrl: url,
      databaseSettings: patient,
      timeoutMs: 3_000,
    });
    server.spoilNumbers();
    try {
      await expect.poll(async () => (await server.space.send('GET', 'Contacts')).status).toBe(200);
      await sleep(pauseMs);
      line.silence('open');
      const start = performance.now();
      expect((await server.space.send('GET', 'Contacts')).status).toBe(503);
      expect(performance.now() - start).toBeLessThan(10_000);
    } finally {
      line.speak();
      await line.cut();
      await server.close();
      await stored.drop();
    }
  });
});

describe('connections that are silent', () => {
  let stored: TestDatabase;
  let line: Line;
  let server: TestServer;

  beforeAll(async () => {
    stored = await newDatabase('postgres', 'space');
    const through = await Line.to(stored.location.databaseUrl ?? '');
    line = through.line;
    server = await TestServer.start('postgres', { databaseUrl: through.url, databaseSettings });
  });

  afterAll(async () => {
    await server?.close();
    await line?.cut();
    await stored?.drop();
  });

  const list = () => server.space.send('GET', 'Contacts');
  const create = () => {
    const body = { last_name: 'Okafor', owner_id: server.space.ids.ownerId };
    return server.space.send('POST', 'Contacts', { body });
  };

  it('are replaced, and what waited for them is carried out on others', async () => {
    await Promise.all([...Array.from({ length: 10 }, list), ...Array.from({ length: 6 }, create)]);
    line.silence('open');
    const answers: Answer[] = await Promise.all([list(), create(), list(), create()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201]);
  });

  it('fail what waits for them while new ones are silent as well, and are replaced when those answer', async () => {
    line.silence('all');
    for (const { status, body } of await Promise.all([list(), create()])) {
      expect(status).toBe(503);
      expect(body).toMatchObject(unavailable);
    }
    line.speak();
    await expect.poll(async () => (await list()).status, back).toBe(200);
    expect((await create()).status).toBe(201);
  });

  it('are not those of statements that compute for long or wait for a lock', async () => {
    const { db } = server.deps;
    const { ownerId } = server.space.ids;
    const lock = {
      text: 'SELECT c.id FROM clients c WHERE c.space_id = $1 AND c.id = $2 FOR UPDATE',
      values: [server.space.id, ownerId],
    };
    const sleep = {
      text: 'SELECT pg_sleep(5)::text AS slept FROM spaces s WHERE s.space_id = $1',
      values: [server.space.id],
    };
    const rows = await Promise.all([
      db.read(sleep),
      db.write(async (transaction) => {
        await transaction.run(lock);
        return transaction.run(sleep);
      }),
      db.write((transaction) => transaction.run(lock)),
    ]);
    expect(rows.map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});
