import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendPieces } from './json-answer.js';

const pieces: Readonly<Record<string, readonly string[]>> = {
  '/none': [],
  '/short': ['{"a":', '"ü"', '}'],
  // Pieces longer and shorter than what is encoded at once, of characters of one to four bytes.
  '/long': Array.from({ length: 400 }, (_, index) => `${index}-ü€😀`.repeat(index % 50 === 0 ? 5_000 : 30)),
};

let server: Server;

beforeAll(async () => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.type = 'application/json';
    sendPieces(ctx, pieces[ctx.path] ?? []);
  });
  server = app.listen(0);
  await once(server, 'listening');
});

afterAll(() => server.close());

async function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, path, ...options }), 'response')) as [IncomingMessage];
  return { headers: answer.headers, body: await text(answer) };
}

it.each(Object.keys(pieces))('sends all of %s, and says how long it is', async (path) => {
  const { headers, body } = await ask(path);
  const whole = pieces[path]?.join('') ?? '';
  expect(body).toBe(whole);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(whole)));
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect((await ask(path, { headers: { 'accept-encoding': 'gzip' } })).body).toBe(whole);
});

it('says the same where only headers are wanted', async () => {
  const [headed, got] = [await ask('/long', { method: 'HEAD' }), await ask('/long')];
  expect(headed.headers['content-length']).toBe(got.headers['content-length']);
  expect(headed.body).toBe('');
});
