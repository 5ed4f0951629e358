/** What `/metrics` counts. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/index.js';
import { newDatabase } from '../fixture.js';
import { TestSpace } from '../test-space.js';
import { Receiver } from '../webhooks/receiver.js';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

beforeEach(async () => {
  site = await RunningSite.start();
});

afterEach(() => site.close());

/** @returns the values of all series by name and labels */
async function readMetrics(asked = site): Promise<ReadonlyMap<string, number>> {
  const { text, headers } = await asked.ask('/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers['cache-control']).toBe('no-store');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

const count = 'headwater_http_request_duration_seconds_count';

describe('/metrics', () => {
  it('counts requests by API, method and class of status', async () => {
    const rest = `/api/v100/rest/spaces/${space}/entities/Clients`;
    await site.askSpace(rest);
    await site.askSpace(rest);
    await site.ask(rest);
    await site.askSpace(`/rest_services/v1/${space}/Clients`);
    await site.askSpace(`/api/v100/graphql/spaces/${space}?query=%7B__typename%7D`);
    await site.ask('/docs');
    await site.ask('/a/made/up/path', { method: 'PROPFIND' });
    const metrics = await readMetrics();
    const counted = [...metrics].filter(([name]) => name.startsWith(count));
    expect(Object.fromEntries(counted)).toEqual({
      [`${count}{api="rest",method="GET",status="2xx"}`]: 2,
      [`${count}{api="rest",method="GET",status="4xx"}`]: 1,
      [`${count}{api="v1",method="GET",status="2xx"}`]: 1,
      [`${count}{api="graphql",method="GET",status="2xx"}`]: 1,
      [`${count}{api="site",method="GET",status="2xx"}`]: 1,
      [`${count}{api="site",method="other",status="4xx"}`]: 1,
    });
  });

  it('measures durations in seconds', async () => {
    await site.askSpace(`/api/v100/rest/spaces/${space}/entities/Clients`);
    const metrics = await readMetrics();
    const labels = 'api="rest",method="GET",status="2xx"';
    const seconds = metrics.get(`headwater_http_request_duration_seconds_sum{${labels}}`) ?? 0;
    expect(seconds).toBeGreaterThan(0.000_1);
    expect(seconds).toBeLessThan(5);
    expect(metrics.get(`headwater_http_request_duration_seconds_bucket{le="10",${labels}}`)).toBe(1);
  });

  it('counts statements', async () => {
    const statements = async () => (await readMetrics()).get('headwater_database_statements_total') ?? 0;
    const ofOneList = async () => {
      const before = await statements();
      await site.askSpace(`/api/v100/rest/spaces/${space}/entities/Clients`);
      return (await statements()) - before;
    };
    // The list, and a look at whether the space has defined something meanwhile. Others see which tables have changed.
    await expect.poll(ofOneList).toBe(2);
  });

  it('counts messages to webhooks, by whether they were taken', async () => {
    const receiver = await Receiver.start();
    receiver.answer = (response, index) => {
      response.statusCode = index === 0 ? 200 : 500;
      response.end();
    };
    const sending = await RunningSite.start({ webhooks: { privateAddresses: 'all', timeoutMs: 10_000, atOnce: 1 } });
    try {
      const { origin, authorization } = sending;
      const inside = new TestSpace(origin, space, authorization, '');
      await inside.readSeedRecords();
      await inside.create('Webhooks', { url: receiver.url, events: ['Account.*'], insecure_ssl: false });
      await inside.newAccount();
      const attempts = async () => {
        const metrics = await readMetrics(sending);
        return ['delivered', 'failed'].map((result) =>
          metrics.get(`headwater_webhook_attempts_total{result="${result}"}`),
        );
      };
      await expect.poll(attempts).toEqual([1, 0]);
      await inside.newAccount();
      await expect.poll(attempts).toEqual([1, 1]);
    } finally {
      await sending.close();
      await receiver.stop();
    }
  });

  it('counts failures that no request waits for', async () => {
    const failing = await RunningSite.start();
    const failures = async () => (await readMetrics(failing)).get('headwater_background_failures_total{work="jobs"}');
    try {
      expect(await failures()).toBe(0);
      await failing.server.deps.db.knex.schema.renameTable('jobs', 'jobs_elsewhere');
      failing.server.deps.jobSignal.emit('enqueued');
      await expect.poll(failures).toBeGreaterThan(0);
    } finally {
      await failing.close();
    }
  });

  it('shows the process', async () => {
    const metrics = await readMetrics();
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(metrics.get('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
    expect(metrics.has('process_cpu_seconds_total')).toBe(true);
  });
});

describe('/metrics of an operator', () => {
  const token = 'metrics-token-0123456789';

  it('asks for its token', async () => {
    const guarded = await RunningSite.start({ metrics: { token, host: undefined, port: undefined } });
    try {
      for (const headers of [{}, { authorization: `Bearer ${token}x` }, { authorization: guarded.authorization }]) {
        const rejected = await guarded.ask('/metrics', { headers });
        expect([rejected.status, rejected.headers['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"']);
      }
      expect((await guarded.ask('/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  it('ends the start when its port is taken, and leaves the port of the service free', async () => {
    const [taken, free] = [createServer(), createServer()];
    const portOf = async (server: Server) => {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return (server.address() as AddressInfo).port;
    };
    const [port, servicePort] = [await portOf(taken), await portOf(free)];
    await new Promise((closed) => free.close(closed));
    const stored = await newDatabase('sqlite', 'tables');
    const { dataDir } = stored.location;
    const starting = startServer({
      dataDir,
      port: servicePort,
      logLevel: 'silent',
      metrics: { token: undefined, host: undefined, port },
    });
    await expect(starting).rejects.toThrow('EADDRINUSE');
    await expect(fetch(`http://127.0.0.1:${servicePort}/health/live`)).rejects.toThrow('fetch failed');
    taken.close();
    await stored.drop();
  });

  it('has a port of its own, with the state of the server and nothing else', async () => {
    const apart = await RunningSite.start({ metrics: { token: undefined, host: '127.0.0.2', port: 0 } });
    try {
      expect((await apart.ask('/metrics')).status).toBe(404);
      const state = apart.server.stateUrl ?? '';
      expect(new URL(state).hostname).toBe('127.0.0.2');
      expect(await (await fetch(`${state}/metrics`)).text()).toContain('headwater_requests_waiting 0');
      expect((await fetch(`${state}/health/ready`)).status).toBe(200);
      expect((await fetch(`${state}/docs`)).status).toBe(404);
    } finally {
      await apart.close();
    }
  });
});
