import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LoadGenerator } from './load-generator.js';
import { requestBytes } from './request-bytes.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function generatorTo(answer: (path: string) => { status: number; delayMs: number }, connections: number) {
  const paths: string[] = [];
  const load = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    load.most = Math.max(load.most, ++load.now);
    const { status, delayMs } = answer(path);
    setTimeout(() => {
      load.now--;
      response.writeHead(status, { 'Content-Length': 2 }).end('no');
    }, delayMs);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const generator = await LoadGenerator.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections);
  closing.push(() => {
    generator.close();
    server.close();
  });
  return { generator, paths, load };
}

const requests = ['/a', '/b', '/c'].map((path) => requestBytes({ method: 'GET', path }, undefined));

describe('LoadGenerator', () => {
  it('keeps every connection busy for the time given and counts every answer', async () => {
    const { generator, paths, load } = await generatorTo(() => ({ status: 200, delayMs: 20 }), 4);
    const result = await generator.run({ requests, status: 200, seconds: 0.2 });
    expect(load.most).toBe(4);
    expect(result.requests).toBe(paths.length);
    expect(result.latenciesMs).toHaveLength(result.requests);
    expect(Math.min(...result.latenciesMs)).toBeGreaterThan(19);
    expect(result.seconds).toBeGreaterThanOrEqual(0.2);
  });

  it('sends the requests in turn and goes on where it was', async () => {
    const { generator, paths } = await generatorTo(() => ({ status: 200, delayMs: 1 }), 1);
    for (const _ of [1, 2]) await generator.run({ requests, status: 200, seconds: 0.03 });
    expect(paths).toEqual(paths.map((_, index) => ['/a', '/b', '/c'][index % 3]));
  });

  it('fails when an answer has another status, and shows it', async () => {
    const { generator } = await generatorTo((path) => ({ status: path === '/b' ? 500 : 200, delayMs: 1 }), 1);
    const run = generator.run({ requests, status: 200, seconds: 5 });
    await expect(run).rejects.toThrow('GET /b HTTP/1.1: status 500; asked again: 500 no');
  });
});
