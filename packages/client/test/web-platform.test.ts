/** The client where there is nothing but the platform of the web: no Node, no modules, no process. */
import { createHmac } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { bundleForBrowsers } from './bundle.js';
import { json, startScriptedServer } from './scripted-server.js';

let script: string;

beforeAll(async () => {
  script = await bundleForBrowsers();
});

/** What browsers, Deno and Bun have in common, as far as a client of an HTTP interface may want it. */
const webPlatform = () => ({
  AbortController,
  AbortSignal,
  DOMException,
  FormData,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
});

it('reads a list through all its pages, after a failure', async () => {
  const page = (names: string[], end_cursor: string | null, has_next_page: boolean) =>
    json(200, {
      success: true,
      data: names.map((first_name) => ({ first_name })),
      page_info: { end_cursor, has_next_page },
    });
  const server = await startScriptedServer(
    json(503, {}),
    page(['Ann', 'Zoë'], 'b', true),
    page(['Łukasz'], 'c', false),
  );
  const context = createContext(webPlatform());
  runInContext(script, context);
  const names = runInContext(
    `(async () => {
      const client = Headwater.createClient({ baseUrl: '${server.url}', space: 'demo', token: 't', password: 'ß' });
      const names = [];
      for await (const contact of client.records('/entities/Contacts')) names.push(contact.first_name);
      return names.join();
    })()`,
    context,
  );
  expect(await names).toBe('Ann,Zoë,Łukasz');
  expect(server.seen).toHaveLength(3);
});

it('throws its own errors there', async () => {
  const server = await startScriptedServer(json(404, { message: 'There is no such record.' }));
  const context = createContext(webPlatform());
  runInContext(script, context);
  const seen = runInContext(
    `(async () => {
      const { createClient, unwrap, NotFoundError } = Headwater;
      const client = createClient({ baseUrl: '${server.url}', space: 'demo', token: 't', password: 'p' });
      const params = { path: { id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' } };
      return unwrap(client.GET('/entities/Contacts/{id}', { params })).catch((error) => error instanceof NotFoundError);
    })()`,
    context,
  );
  expect(await seen).toBe(true);
});

it('verifies webhook messages there', async () => {
  const context = createContext(webPlatform());
  runInContext(script, context);
  const body = JSON.stringify({ type: 'ping', timestamp: new Date().toISOString(), data: [] });
  const signature = createHmac('sha256', 'secret').update(body).digest('hex');
  const headers = { 'webhook-id': 'm1', 'webhook-timestamp': '1', 'webhook-signature': signature };
  const given = JSON.stringify({ body, headers });
  const seen = runInContext(
    `(async () => {
      const { verifyWebhook, WebhookVerificationError } = Headwater;
      const { type, id } = await verifyWebhook(${given}, 'secret');
      const wrong = await verifyWebhook(${given}, 'other').catch((error) => error instanceof WebhookVerificationError);
      return [type, id, wrong].join();
    })()`,
    context,
  );
  expect(await seen).toBe('ping,m1,true');
});

it('weighs less than 12 kB, compressed', () => {
  const bytes = { minified: Buffer.byteLength(script), compressed: gzipSync(script, { level: 9 }).byteLength };
  expect(bytes.compressed).toBeLessThan(12_000);
});
