/** Requests to REST that take too long, or whose callers have gone: their statements end, and others are answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallerGone } from '../src/db/caller-gone.js';
import { databases, TestServer } from './fixture.js';
import { requestsAtWork } from './requests-at-work.js';

const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n > 0) SELECT n FROM c';

/** @returns a server whose reads of pipelines never end by themselves */
async function startEndless(database: (typeof databases)[number], timeoutMs: number): Promise<TestServer> {
  // The first server of a run reads the records that all of them begin with, which takes a busy machine seconds.
  await (await TestServer.start(database)).close();
  const server = await TestServer.start(database, { timeoutMs });
  server.spoilNumbers();
  const { knex } = server.deps.db;
  await knex.raw('ALTER TABLE "pipelines" RENAME TO "kept_pipelines"');
  await knex.raw(`CREATE VIEW "pipelines" AS SELECT k.* FROM "kept_pipelines" k CROSS JOIN (${endless}) e`);
  return server;
}

/** In REST v1, which waits for the count of what a filter finds. */
function countPipelines({ space }: TestServer, signal?: AbortSignal): Promise<Response> {
  const address = `${space.origin}/rest_services/v1/${space.id}/Pipelines?filter=NAME::Sales`;
  return fetch(address, { headers: { Authorization: space.authorization }, ...(signal && { signal }) });
}

describe.each(databases)('with a limit, on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startEndless(database, 2_000);
  });
  afterAll(() => server.close());

  const stopped = 'This was stopped, as it takes longer than 2 seconds. Ask for less at once.';

  it('v100 says so', async () => {
    const answer = await server.space.send('GET', 'Pipelines', {
      query: { 'include-total': true, 'filter[name]': 'Sales' },
    });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(answer.body).toMatchObject({ code: 9009, name: 'ERROR_UNAVAILABLE', message: stopped });
    server.failures.length = 0;
  });

  it('v1 says so', async () => {
    const answer = await countPipelines(server);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await answer.json()).toEqual({ errorcode: 9009, message: stopped });
    server.failures.length = 0;
  });

  it('others are answered, as nothing is left running', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.space.send('GET', 'Clients')));
    for (const { status } of answers) expect(status).toBe(200);
  });
});

it.each(databases)(
  'a request whose reads never get a turn is one of a crowd: counted, not logged, on %s',
  async (database) => {
    const server = await TestServer.start(database, { timeoutMs: 4_000 });
    const gone = new CallerGone();
    try {
      const { db } = server.deps;
      const space = db.dialect.placeholder(1);
      const text = `SELECT count(*) AS n FROM (${endless}) e WHERE ${space} <> ''`;
      const reads = Array.from({ length: 6 }, () =>
        db.read({ text, values: [server.space.id] }, { gone, ms: 600_000 }).catch(() => []),
      );
      const answer = await server.space.send('GET', 'Clients');
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
      expect(answer.body).toMatchObject({ code: 9018, name: 'ERROR_OVERLOADED' });
      expect(server.failures).toEqual([]);
      gone.abort();
      await Promise.all(reads);
      expect((await server.space.send('GET', 'Clients')).status).toBe(200);
    } finally {
      gone.abort();
      await server.close();
    }
  },
);

describe('on sqlite', () => {
  it('callers who have gone keep no reader busy', async () => {
    const server = await startEndless('sqlite', 600_000);
    try {
      let counted = 0;
      server.onStatement = ({ text }) => {
        if (text.includes('"pipelines"')) counted += 1;
      };
      const gone = new AbortController();
      const requests = Array.from({ length: 6 }, () => countPipelines(server, gone.signal).catch(() => 'gone'));
      await expect.poll(() => counted, { timeout: 10_000 }).toBeGreaterThanOrEqual(6);
      gone.abort();
      expect(new Set(await Promise.all(requests))).toEqual(new Set(['gone']));
      const answers = await Promise.all(Array.from({ length: 6 }, () => server.space.send('GET', 'Clients')));
      for (const { status } of answers) expect(status).toBe(200);
      expect(server.failures).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('the long reads of one space keep nobody in another from reading, nor anybody from writing', async () => {
    const server = await TestServer.start('sqlite');
    const gone = new CallerGone();
    try {
      const other = await server.newSpace('other');
      const long = { text: `SELECT count(*) AS n FROM (${endless}) WHERE ?1 <> ''`, values: [server.space.id] };
      const reads = Array.from({ length: 6 }, () => server.deps.db.read(long, { gone, ms: 600_000 }).catch(() => []));
      const late = sleep(15_000, 'late', { ref: false });
      const answers = [
        ...Array.from({ length: 4 }, () => other.send('GET', 'Clients')),
        fetch(`${server.space.origin}/health/ready`),
      ];
      for (const answer of answers) expect(await Promise.race([answer, late])).toMatchObject({ status: 200 });
      expect(await Promise.race([other.newContact(), late])).toHaveProperty('id');
      gone.abort();
      await Promise.all(reads);
      expect((await server.space.send('GET', 'Clients')).status).toBe(200);
    } finally {
      gone.abort();
      await server.close();
    }
  });

  it('callers who have gone before their requests were admitted keep none busy either', async () => {
    const server = await startEndless('sqlite', 20_000);
    try {
      const { keys } = server.deps;
      const gone = new AbortController();
      const authenticate = keys.authenticate.bind(keys);
      vi.spyOn(keys, 'known').mockReturnValueOnce(undefined);
      let authenticated = false;
      vi.spyOn(keys, 'authenticate').mockImplementationOnce(async (...request) => {
        gone.abort();
        await sleep(200);
        const key = await authenticate(...request);
        authenticated = true;
        return key;
      });
      await expect(countPipelines(server, gone.signal)).rejects.toThrow('aborted');
      await expect.poll(() => authenticated).toBe(true);
      await sleep(100);
      expect(await requestsAtWork(server.space.origin)).toBe(0);
    } finally {
      await server.close();
    }
  });
});

describe('on postgres', () => {
  it('a read whose caller goes while it waits for a connection is not begun', async () => {
    const server = await TestServer.start('postgres');
    try {
      const { db } = server.deps;
      const busy = Array.from({ length: 10 }, () => db.read({ text: 'SELECT pg_sleep(1)', values: [] }));
      const begun: string[] = [];
      server.onStatement = ({ text }) => begun.push(text);
      const gone = new CallerGone();
      const waits = db.read({ text: 'SELECT pg_sleep(600)', values: [] }, { ms: 600_000, gone });
      gone.abort();
      await expect(waits).rejects.toThrow('The caller has gone.');
      await Promise.all(busy);
      expect(begun).not.toContain('SELECT pg_sleep(600)');
    } finally {
      await server.close();
    }
  });
});
