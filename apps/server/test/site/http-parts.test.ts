/** The shared parts of HTTP behind a bare application, where no API is between them and the connection. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Koa, { type Middleware } from 'koa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressAnswers } from '../../src/http/content/content-encoding.js';
import { readJsonBody } from '../../src/http/content/read-json-body.js';
import { type OriginRules, requestOrigin } from '../../src/http/origin.js';

/** @returns the port of an application that ends with the test */
async function listen(...middleware: readonly Middleware[]): Promise<number> {
  const app = new Koa();
  app.silent = true;
  for (const one of middleware) app.use(one);
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

/** @returns the answer's text; rejects when the connection is cut before its end */
function ask(port: number, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, headers }, (response) => text(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
}

describe('requestOrigin', () => {
  const origin =
    (rules: Partial<OriginRules>): Middleware =>
    (ctx) => {
      ctx.body = requestOrigin(ctx, { publicUrl: undefined, isTrustedProxy: () => false, ...rules });
    };
  const trusting = { isTrustedProxy: (address: string) => address === '127.0.0.1' };
  const forwarded = { 'x-forwarded-host': 'crm.example.com', 'x-forwarded-proto': 'https' };

  it.each([
    ['the host that was asked', {}, { host: 'Crm.example.com:8080' }, 'http://Crm.example.com:8080'],
    ['an IPv6 host', {}, { host: '[::1]:8080' }, 'http://[::1]:8080'],
    ['no host that is none', {}, { host: 'a"b' }, 'http://localhost'],
    ['no forwarded host from just anybody', {}, { host: 'a', ...forwarded }, 'http://a'],
    ['the host that a trusted proxy forwards', trusting, { host: 'a', ...forwarded }, 'https://crm.example.com'],
    [
      'the first of several proxies',
      trusting,
      { host: 'a', 'x-forwarded-host': 'b, c', 'x-forwarded-proto': 'https, http' },
      'https://b',
    ],
    ['the scheme alone', trusting, { host: 'a', 'x-forwarded-proto': 'https' }, 'https://a'],
    ['http for a scheme that is none', trusting, { host: 'a', 'x-forwarded-proto': 'gopher' }, 'http://a'],
    ['no forwarded host that is none', trusting, { host: 'a', 'x-forwarded-host': 'b/c' }, 'http://localhost'],
    [
      'the public address before all',
      { ...trusting, publicUrl: 'https://p' },
      { host: 'a', ...forwarded },
      'https://p',
    ],
  ])('takes %s', async (_what, rules, headers, wanted) => {
    expect(await ask(await listen(origin(rules)), headers)).toBe(wanted);
  });
});

describe('readJsonBody', () => {
  const echo: Middleware = async (ctx) => {
    ctx.body = await readJsonBody(ctx.req, 20, () => {}).catch(({ errorName, message }) => `${errorName} ${message}`);
  };

  async function send(body: string, headers: readonly string[]): Promise<string> {
    const socket = connect(await listen(echo), '127.0.0.1');
    const lines = ['POST / HTTP/1.1', 'Host: a', 'Connection: close', ...headers];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    return (await text(socket)).split('\r\n\r\n')[1] ?? '';
  }

  const sized = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

  it.each(['{"a":"\u00e9"}', ' {"a":1} ', '{}'])('reads %s', async (body) => {
    expect(JSON.parse(await send(body, [sized(body)]))).toEqual(JSON.parse(body));
  });

  it('bounds what is announced and what is not', async () => {
    const body = '{"a":"0123456789abcdef"}';
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const wanted = 'ERROR_BODY_TOO_LARGE The body is longer than 20 bytes.';
    expect(await send(body, [sized(body)])).toBe(wanted);
    expect(await send(chunked, ['Transfer-Encoding: chunked'])).toContain(wanted);
  });

  it('rejects what browsers send to other origins without asking', async () => {
    const origin = 'Origin: https://evil.example.com';
    expect(await send('{}', [sized('{}'), origin])).toMatch(/^ERROR_MEDIA_TYPE .*not of a type that is not declared/);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=json']) {
      expect(await send('{}', [sized('{}'), `Content-Type: ${type}`])).toMatch(/^ERROR_MEDIA_TYPE /);
    }
    expect(await send('{}', [sized('{}'), origin, 'Content-Type: application/json'])).toBe('{}');
  });
});

describe('compressAnswers', () => {
  const asking = { 'accept-encoding': 'gzip' };

  async function* failing(length: number): AsyncGenerator<string> {
    yield '['.padEnd(length);
    throw new Error('the database went away');
  }

  it.each([10, 1_000_000])('cuts the connection when a list breaks off after %i characters', async (length) => {
    const port = await listen(compressAnswers(), (ctx) => {
      ctx.type = 'application/json';
      ctx.body = Readable.from(failing(length));
    });
    await expect(ask(port, asking)).rejects.toThrow(/aborted|hang up/);
  });

  it('stops reading a list when the caller goes away', async () => {
    let isEnded = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield crypto.randomUUID().repeat(1_000);
      } finally {
        isEnded = true;
      }
    }
    const port = await listen(compressAnswers(), (ctx) => {
      ctx.type = 'application/json';
      ctx.body = Readable.from(endless());
    });
    const asked = request({ port, headers: asking }, (response) => response.once('data', () => response.destroy()));
    asked.on('error', () => {});
    asked.end();
    await expect.poll(() => isEnded).toBe(true);
  });

  it.each([
    ['that has one already', { type: 'application/json', encoding: 'zstd' }, 'zstd'],
    ['of a page', { type: 'text/html', encoding: undefined }, undefined],
    ['of GraphQL', { type: 'application/graphql-response+json', encoding: undefined }, 'gzip'],
  ])('gives an answer %s the right encoding', async (_what, { type, encoding }, wanted) => {
    const port = await listen(compressAnswers(), (ctx) => {
      if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
      ctx.type = type;
      ctx.body = ' '.repeat(10_000);
    });
    const [response] = await once(request({ port, headers: asking }).end(), 'response');
    expect(response.headers['content-encoding']).toBe(wanted);
    response.resume();
  });
});
