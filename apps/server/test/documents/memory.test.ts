/**
 * Uploads and downloads of any length take a few chunks of memory. Which database holds the record makes no difference.
 */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/main/app.js';
import { TestServer } from '../fixture.js';
import { manyBytes } from './samples.js';

const chunk = manyBytes(64 * 1024);
const chunks = 3_200;
const bytes = chunks * chunk.length;

/** Chunks that have been used wait for the garbage collector; all of the file would be twice as much. */
const maxGrowth = bytes / 2;

let server: TestServer;
// The usual server of tests looks at every answer as a whole.
const http = createServer((request, response) => createApp(server.deps).callback()(request, response));
let entities = '';

beforeAll(async () => {
  server = await TestServer.start('sqlite', { maxUploadBytes: bytes });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const { port } = http.address() as AddressInfo;
  entities = server.space.entities.replace(server.origin, `http://127.0.0.1:${port}`);
});

afterAll(async () => {
  http.close();
  await server.close();
});

function ask(method: string, address: string, body?: Iterable<Uint8Array>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { authorization } = server.space;
    const sent = request(address, { method, agent: false, headers: { authorization } }, resolve);
    sent.on('error', reject);
    if (body) Readable.from(body, { objectMode: false }).pipe(sent);
    else sent.end();
  });
}

async function countBytes(answer: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const part of answer) received += (part as Buffer).length;
  return received;
}

/** How much more memory for chunks is in use while `work` runs than before. */
async function growthDuring<T>(work: () => Promise<T>): Promise<{ readonly growth: number; readonly result: T }> {
  const before = process.memoryUsage().arrayBuffers;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
  }, 5);
  const result = await work().finally(() => clearInterval(watch));
  return { growth: peak - before, result };
}

it('streams 200 MB in and out', async () => {
  const many = Array.from({ length: chunks }, () => chunk);
  const up = await growthDuring(async () =>
    text(await ask('POST', `${entities}/CloudObjects/upload?filename=film`, many)),
  );
  const { data } = JSON.parse(up.result) as { data: { url: string; size: number } };
  expect(data.size).toBe(bytes);
  const down = await growthDuring(async () => countBytes(await ask('GET', data.url)));
  expect(down.result).toBe(bytes);
  expect(up.growth).toBeLessThan(maxGrowth);
  expect(down.growth).toBeLessThan(maxGrowth);
}, 120_000);
