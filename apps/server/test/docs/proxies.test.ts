/**
 * The configurations of proxies in deploy/: each proxy that is installed takes its own and passes requests on, with TLS.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../databases/pooler.js';
import { type DemoServer, startDemoServer } from '../demo-server.js';
import { manyBytes } from '../documents/samples.js';
import { keysOf, newDatabase, type TestDatabase } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { ServerProcess } from '../processes/server-process.js';
import { basic, type Page, TestSpace } from '../test-space.js';
import { BusyClients } from './busy-clients.js';
import { makeCertificate, type ProxyProgram, proxies, RunningProxy } from './proxies.js';

const folder = mkdtempSync(join(tmpdir(), 'headwater-proxies-'));
const trusted = { HEADWATER_TRUSTED_PROXY: '127.0.0.1' };

beforeAll(() => makeCertificate(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entities = '/api/v100/rest/spaces/demo/entities';
const demo = `Basic ${btoa('demo:demo')}`;
const mebibyte = 1_048_576;
/** What HEADWATER_MAX_UPLOAD_BYTES is unless it is set. */
const maxUploadBytes = 25 * mebibyte;
/** What the configurations let through. */
const maxBodyBytes = 40 * mebibyte;

describe('with one server, and another that is down', () => {
  let server: DemoServer;
  let owner_id: string | undefined;
  let proxy: RunningProxy;
  const begin = async (one: ProxyProgram) => {
    const servers = [new URL(server.url).host, `127.0.0.1:${await freePort()}`] as const;
    proxy = await RunningProxy.start(one, servers, demo, folder);
  };
  beforeAll(async () => {
    server = await startDemoServer(trusted);
    const answer = await fetch(`${server.url}${entities}/Clients?first=1`, { headers: { authorization: demo } });
    owner_id = ((await answer.json()) as { data: { id: string }[] }).data[0]?.id;
  });
  afterAll(() => server.close());

  describe.each(proxies)('$name', (one) => {
    beforeEach(() => (one.isInstalled ? begin(one) : undefined));
    afterEach(() => proxy?.stop());

    it.skipIf(!one.isInstalled)('passes requests on, but those for metrics', async () => {
      const path = `${entities}/Contacts?first=3`;
      for (let time = 0; time < 4; time++) {
        const { status, text } = await proxy.send(path);
        expect(status).toBe(200);
        expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(3);
      }
      expect(await proxy.statusOf('/metrics')).toBe(404);
      // Links have the scheme and host that the caller asked for.
      expect((await proxy.send(path)).text).toContain(`"https://crm.example.com${entities}/Clients/`);
    });

    it.skipIf(!one.isInstalled)('passes events on as they come, and that the caller has left', async () => {
      let isStreamed: boolean | undefined;
      const onRequest = (message: unknown) => {
        const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
        if (!request.url?.includes('/changes?')) return;
        isStreamed = true;
        response.on('close', () => {
          isStreamed = false;
        });
      };
      subscribe('http.server.request.start', onRequest);
      const headers = { accept: 'text/event-stream' };
      const asked = get(proxy.named('/api/v100/rest/spaces/demo/changes?entity=Account', headers));
      let text = '';
      asked.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        answer.on('error', () => {});
      });
      asked.on('error', () => {});
      await once(asked, 'response');
      unsubscribe('http.server.request.start', onRequest);
      const id = await create('Accounts', { name: 'Behind a proxy' });
      await expect.poll(() => text.includes(id)).toBe(true);
      expect(isStreamed).toBe(true);
      asked.destroy();
      // The server itself cuts off after a minute who takes nothing.
      await expect.poll(() => isStreamed).toBe(false);
    });

    it.skipIf(!one.isInstalled)('takes files as large as the server does', async () => {
      const content = manyBytes(maxUploadBytes);
      const { status, text } = await upload(content);
      expect(status).toBe(201);
      const { data } = JSON.parse(text) as { data: { id: string; url: string } };
      const { bytes } = await proxy.send(new URL(data.url).pathname);
      expect(bytes.equals(content)).toBe(true);
    });

    it.skipIf(!one.isInstalled)('leaves it to the server to say that a file is too large', async () => {
      const message = `The file is longer than ${maxUploadBytes} bytes.`;
      for (const [bytes, hasLength] of [
        [maxUploadBytes + 1, true],
        [maxUploadBytes + 1, false],
        [maxBodyBytes, true],
      ] as const) {
        const { status, text } = await upload(manyBytes(bytes), { hasLength });
        expect(status).toBe(413);
        expect(JSON.parse(text)).toMatchObject({ name: 'ERROR_BODY_TOO_LARGE', message });
      }
    });

    it.skipIf(!one.isInstalled)('takes no server for dead because of what a caller does', async () => {
      const hasLength = false;
      expect((await upload(manyBytes(maxBodyBytes + 1), { hasLength })).status).toBe(413);
      await create('Contacts', { last_name: 'After a body that is too large' });
      await expect(upload(manyBytes(2 * mebibyte), { hasLength, cutAt: mebibyte })).rejects.toThrow();
      await create('Contacts', { last_name: 'After an upload that was cut off' });
    });
  });

  function upload(body: Uint8Array, { hasLength = true, cutAt }: { hasLength?: boolean; cutAt?: number } = {}) {
    const headers = { 'content-type': 'application/octet-stream', ...(hasLength && { 'content-length': body.length }) };
    const sent = { method: 'POST', headers, body, ...(cutAt !== undefined && { cutAt }) };
    return proxy.send(`${entities}/CloudObjects/upload?filename=a.bin`, sent);
  }

  /** @returns the id of a record that is made through the proxy */
  async function create(collection: string, members: object): Promise<string> {
    const body = Buffer.from(JSON.stringify({ ...members, owner_id }));
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const made = await proxy.send(`${entities}/${collection}`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    return (JSON.parse(made.text) as { data: { id: string } }).data.id;
  }
});

describe('with two servers', () => {
  const authorization = basic(keysOf('postgres').writer);
  let stored: TestDatabase;
  let servers: readonly [ServerProcess, ServerProcess];
  let addresses: readonly [string, string];
  beforeAll(async () => {
    stored = await newDatabase('postgres', 'space');
    const { dataDir, databaseUrl = '' } = stored.location;
    const ports = [await freePort(), await freePort()] as const;
    const newServer = (port: number) =>
      new ServerProcess({
        ...trusted,
        HEADWATER_DATA_DIR: dataDir,
        HEADWATER_DATABASE_URL: databaseUrl,
        HEADWATER_PORT: String(port),
      });
    servers = [newServer(ports[0]), newServer(ports[1])];
    addresses = [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`];
    await Promise.all(servers.map((server) => server.start()));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await stored.drop();
  });

  describe.each(proxies)('$name', (one) => {
    const title = 'lets no request fail while one of them is stopped and started';
    it.skipIf(!one.isInstalled)(title, { timeout: 300_000 }, async () => {
      const [stopped, other] = servers;
      const space = new TestSpace(other.url ?? '', templateSpace, authorization, '');
      const { ownerId } = await space.readSeedRecords();
      const proxy = await RunningProxy.start(one, addresses, authorization, folder);
      const clients = new BusyClients(proxy, `/api/v100/rest/spaces/${templateSpace}/entities`, ownerId);
      try {
        await clients.doRounds(2);
        for (const server of servers) while ((await requestsTo(server)) === 0) await clients.doRounds(1);
        clients.isServerEnding = true;
        await once(stopped.stop(), 'exit');
        await clients.doRounds(1);
        // Until the proxy has seen that it is gone.
        for (let repeated = -1; !one.sendsBodiesAgain && repeated < clients.repeated; ) {
          repeated = clients.repeated;
          await clients.doRounds(2);
        }
        clients.isServerEnding = false;
        await clients.doRounds(5);
        await stopped.start();
        while ((await requestsTo(stopped)) === 0) await clients.doRounds(1);
        await clients.doRounds(2);
      } finally {
        await clients.stop();
        await proxy.stop();
      }
      expect(clients.wrong).toEqual([]);
      expect((await namesOfContacts(space)).filter((name) => clients.created.includes(name)).sort()).toEqual(
        clients.created.sort(),
      );
      expect([...stopped.failures, ...other.failures]).toEqual([]);
    });
  });
});

async function namesOfContacts(space: TestSpace): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: Page = await space.list('Contacts', { first: 100, ...(after && { after }) });
    names.push(...page.data.map(({ last_name }) => String(last_name)));
    after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
  }
  return names;
}

/** @returns how many requests to REST v100 a server has answered since its start */
async function requestsTo(server: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const counts = metrics.matchAll(/^headwater_http_request_duration_seconds_count\{api="rest",[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
