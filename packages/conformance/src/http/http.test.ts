/** What goes over the wire, tried against a server that answers what it was sent. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Http } from './http.js';

let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (url === '/slow') return;
    const { authorization, 'content-type': type } = headers;
    outgoing.end(JSON.stringify({ method, url, authorization, type, body: await text(incoming) }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function http(stop = new AbortController().signal, timeoutMs = 30_000): Http {
  return new Http({ baseUrl, credentials: { token: 'tök', password: 'a:b' }, timeoutMs, stop });
}

it('sends method, query, JSON and Basic credentials', async () => {
  const answer = await http().send('POST', '/x', { query: { 'filter[a]': ['1', '2'], first: 3 }, body: { b: 1 } });
  expect(answer.json).toEqual({
    method: 'POST',
    url: '/x?filter%5Ba%5D=1&filter%5Ba%5D=2&first=3',
    authorization: `Basic ${Buffer.from('tök:a:b').toString('base64')}`,
    type: 'application/json',
    body: '{"b":1}',
  });
});

it('sends no body, no content type and no credentials unless there are some', async () => {
  const { json } = await http().send('GET', '/x', { credentials: 'none' });
  expect(json).toEqual({ method: 'GET', url: '/x', body: '' });
});

it('keeps the last exchanges, and no credentials in them', async () => {
  const each = http();
  for (let count = 0; count < 7; count += 1) await each.send('GET', `/${count}`);
  expect(each.exchanges.map(({ url }) => url.slice(-1))).toEqual(['2', '3', '4', '5', '6']);
  expect(Object.keys(each.exchanges[0] ?? {})).not.toContain('headers');
});

it('gives up on an answer that takes too long', async () => {
  await expect(http(undefined, 300).send('GET', '/slow')).rejects.toThrow('timeout');
});

it('begins no request once it is stopped', async () => {
  await expect(http(AbortSignal.abort(new Error('stopped'))).send('GET', '/x')).rejects.toThrow('stopped');
});

it('takes a body that is not a JSON for a broken promise', async () => {
  const answer = await http().send('GET', '/x');
  expect(answer.line).toBe('GET /x answered 200');
  Object.assign(answer.exchange, { answerBody: '<html>' });
  expect(() => answer.json).toThrow('not JSON');
});
