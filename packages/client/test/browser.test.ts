/**
 * The tarball in a real browser, whose modules the page loads as they were packed. Where there is none it is shown as skipped;
 * `web-platform.test.ts` runs everywhere.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../../../tools/chromium.mjs';
import { installInto, makeFolder, packInto } from './pack.js';
import { type Answer, json, startScriptedServer } from './scripted-server.js';

const browser = await findChromium();
const missing = browser === undefined ? ' (skipped: install Chromium or name one in HEADWATER_TEST_CHROMIUM)' : '';

/** Reads a list, asks for a record that is not there, waits for an answer that never comes; tells what happened. */
const program = `
  import { createClient, unwrap } from '@headwater/client';
  const client = createClient({ baseUrl: location.origin, space: 'demo', token: 'tökén', password: 'ß', timeoutMs: 1000 });
  const seen = [];
  for await (const contact of client.records('/entities/Contacts')) seen.push(contact.first_name);
  const params = { path: { id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' } };
  for (const method of ['GET', 'DELETE']) {
    await unwrap(client[method]('/entities/Contacts/{id}', { params })).catch((error) => seen.push(error.name));
  }
  await fetch('/seen', { method: 'POST', body: seen.join() });
`;

/** Where an installer leaves what the page loads. */
const imports = {
  '@headwater/client': '/node_modules/@headwater/client/dist/index.js',
  'openapi-fetch': '/node_modules/openapi-fetch/dist/index.mjs',
};

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
  await installInto(folder, await packInto(folder));
});

afterAll(() => rm(folder, { recursive: true }));

it.skipIf(browser === undefined)(`reads, repeats, gives up and throws in a browser${missing}`, async () => {
  const page: Answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
    response.end(`<body></body>${map}<script type="module">${program}</script>`);
  };
  const module: Answer = async (response, request) => {
    const text = await readFile(join(folder, request.url));
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
    response.end(text);
  };
  const list = (name: string, hasNextPage: boolean) =>
    json(200, { data: [{ first_name: name }], page_info: { end_cursor: name, has_next_page: hasNextPage } });
  const lists = [json(503, {}), list('Zoë', true), list('Łukasz', false)];
  const server = await startScriptedServer((response, request) => {
    if (request.url === '/') page(response, request);
    else if (request.url.startsWith('/node_modules/')) module(response, request);
    else if (request.url.includes('/Contacts?')) lists.shift()?.(response, request);
    else if (request.method === 'GET') json(404, {})(response, request);
    // The DELETE is left without an answer.
  });
  await openIn(browser!, server.url);
  const reported = () => server.seen.find(({ url }) => url === '/seen')?.body;
  await expect.poll(reported, { timeout: 50_000, interval: 100 }).toBe('Zoë,Łukasz,NotFoundError,TimeoutError');
  const sent = server.seen.filter(({ url }) => url.startsWith('/api/'));
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'DELETE']);
  const credentials = `Basic ${Buffer.from('tökén:ß').toString('base64')}`;
  expect(sent.filter(({ headers }) => headers.authorization !== credentials)).toEqual([]);
});

/** Opens an address in a browser of its own, which ends with the test. */
async function openIn(executable: string, url: string): Promise<void> {
  const profile = await makeFolder();
  const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  const opened = spawn(executable, [...options, url], { stdio: 'ignore' });
  onTestFinished(async () => {
    opened.kill();
    await once(opened, 'exit');
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  await once(opened, 'spawn');
}
