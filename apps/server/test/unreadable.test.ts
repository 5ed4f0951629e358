/**
 * What cannot be read as a request is answered as everything else is: with a body, and with the id of the request.
 */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxHeadBytes } from '../src/http/reject-malformed.js';
import { createSpaceWithKey } from '../src/index.js';
import { type RunningServer, serve } from '../src/main/serve.js';
import { testConfig } from './fixture.js';
import { sendAndLeave } from './fuzz/pipelined.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let server: RunningServer;
/** The same space, for what is sent whole: a busy machine needs more than a second for some megabytes. */
let patientServer: RunningServer;
let dataDir: string;
let authorization: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-test-'));
  const config = {
    ...testConfig,
    dataDir,
    databaseUrl: undefined,
    corsOrigins: [],
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent' as const,
  };
  server = await serve({ ...config, receiveTimeoutMs: 1_000 });
  patientServer = await serve(config);
  const { token, password } = await createSpaceWithKey(server, 'slow');
  authorization = `Basic ${btoa(`${token}:${password}`)}`;
});
afterAll(async () => {
  await patientServer.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

/** @returns all that the server answers until it closes the connection */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const rejection = (status: number, message: string) => ({
  code: 117,
  name: 'ERROR_PARAMETER_INVALID',
  message,
  http_status: status,
  success: false,
});

it.each(['http://[', '//[x', 'http://a:99999/'])('an address that is none is malformed: %s', async (address) => {
  const answer = await send(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('HTTP/1.1 400 Bad Request');
  expect(/X-Request-Id: (.+)/.exec(head)?.[1]).toMatch(uuid);
  expect(JSON.parse(body)).toEqual(rejection(400, 'Malformed HTTP request.'));
});

const manyLines = 'A: b\r\n'.repeat(2_000);
const twoHosts = {
  'two hosts': 'Host: a\r\nHost: b\r\n',
  'two that are the same': 'Host: a\r\nAccept: */*\r\nhOST: a\r\n',
  'a second one behind many lines': `Host: a\r\n${manyLines}Host: b\r\n`,
};
const wrongHosts = ['Host: [::\r\n', 'Host: a b\r\n', 'Host: a/b\r\n', 'Host: a:99999\r\n', ''];

it.each([...wrongHosts.map((host) => [host, host]), ...Object.entries(twoHosts)])(
  'a host that is none is malformed: %j',
  async (_, host) => {
    const answer = await send(`GET /health/live HTTP/1.1\r\n${host}\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('HTTP/1.1 400 Bad Request');
    expect(/X-Request-Id: (.+)/.exec(head)?.[1]).toMatch(uuid);
    expect(JSON.parse(body)).toEqual(rejection(400, 'Malformed HTTP request.'));
  },
);

it.each(['HTTP/1.1\r\nHost:', 'HTTP/1.1\r\nHost: [::1]:80', 'HTTP/1.1\r\nHost: a_b', 'HTTP/1.0'])(
  'other hosts are taken: %j',
  async (rest) => {
    expect(await send(`GET /health/live ${rest}\r\nConnection: close\r\n\r\n`)).toContain('HTTP/1.1 200 OK');
  },
);

it('an expectation that nobody knows is rejected', async () => {
  const answer = await send('POST /x HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 2\r\n\r\n{}');
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toContain('HTTP/1.1 417 Expectation Failed');
  expect(JSON.parse(String(body))).toEqual(rejection(417, 'Expect: only 100-continue is understood.'));
});

/** @returns what is answered to who waits for leave to send the body, and sends it with the leave only */
async function offer(path: string, length: number): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${authorization}`, 'Expect: 100-continue'];
  socket.write(`${[...head, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.endsWith('100 Continue\r\n\r\n')) socket.write('{}');
    else break;
  }
  socket.destroy();
  return answer.replace(/\r\nX-.*/s, '');
}

it('a body is asked for only when it is read', async () => {
  const leave = 'HTTP/1.1 100 Continue\r\n\r\n';
  expect(await offer('/api/v100/rest/spaces/slow/entities/AccountTypes', 2)).toBe(
    `${leave}HTTP/1.1 422 Unprocessable Entity`,
  );
  expect(await offer('/api/v100/rest/spaces/slow/entities/AccountTypes', 1_000_000_000)).toBe(
    'HTTP/1.1 413 Payload Too Large',
  );
  expect(await offer('/api/v100/rest/spaces/slow/entities/Nothing', 2)).toBe('HTTP/1.1 404 Not Found');
  expect(await offer('/api/v100/rest/spaces/none/entities/AccountTypes', 2)).toBe('HTTP/1.1 401 Unauthorized');
});

it('a stream whose caller has gone before it begins hurts nobody', async () => {
  const body = JSON.stringify({ query: '{ contacts(first: 100) { nodes { id lastName } } }' });
  const head = [
    'POST /api/v100/graphql/spaces/slow HTTP/1.1',
    'Host: x',
    `Authorization: ${authorization}`,
    'Accept: text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  for (let turn = 0; turn < 40; turn++) await sendAndLeave(server.url, request, turn % 8);
  expect(
    await send(request.toString().replace('text/event-stream', '*/*').replace('Host', 'Connection: close\r\nHost')),
  ).toContain('"nodes":[]');
});

it('a body that turns out to be malformed is rejected', async () => {
  const answer = await send('POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nwhat?\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
});

it('a body that does not come to its end is cut off', async () => {
  const answer = await send('POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  expect(answer).toContain('HTTP/1.1 408 Request Timeout');
  expect(answer).toContain('The request was not complete in time.');
});

it('an address as long as several cursors is read', async () => {
  const answer = await fetch(`${server.url}/health/live?${'a'.repeat(maxHeadBytes - 2_000)}`);
  expect(answer.status).toBe(200);
});

it('a longer one is rejected', async () => {
  const answer = await fetch(`${server.url}/health/live?${'a'.repeat(maxHeadBytes)}`);
  expect(answer.status).toBe(431);
  expect(answer.headers.get('X-Request-Id')).toMatch(uuid);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toStrictEqual(
    rejection(431, `The address and the headers have together more than ${maxHeadBytes} bytes.`),
  );
});

it.each(['what?', 'GET http://[ HTTP/1.1\r\nHost: x'])('what is not HTTP is rejected: %j', async (malformed) => {
  const request = 'GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (const before of ['', request, request.repeat(2)]) {
    const answers = await send(`${before}${malformed}\r\n\r\n`);
    // Those before it over the same connection are answered first.
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array(before.length / request.length).fill('HTTP/1.1 200'),
      'HTTP/1.1 400',
    ]);
    const [head, body] = answers.slice(answers.indexOf('HTTP/1.1 400')).split('\r\n\r\n');
    expect(/X-Request-Id: (.+)/.exec(String(head))?.[1]).toMatch(uuid);
    expect(JSON.parse(String(body))).toStrictEqual(rejection(400, 'Malformed HTTP request.'));
  }
});

it('a tunnel is not opened', async () => {
  expect(await send('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n')).toContain('HTTP/1.1 405 Method Not Allowed');
});

describe('a request whose body does not come', () => {
  const paths = [
    '/api/v100/rest/spaces/slow/entities/Accounts',
    '/api/v100/rest/spaces/slow/entities/CloudObjects/upload?filename=a.txt',
    '/api/v100/graphql/spaces/slow',
    '/rest_services/v1/slow/Accounts',
  ];
  const headOf = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${body}\r\n\r\n`;
  const open = (bytes: string, { url } = server) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    return socket.on('error', () => {});
  };
  /** @returns the beginning of the answer, while the connection is open */
  const answered = async (bytes: string, by = server) => {
    const socket = open(bytes, by);
    const [answer] = await once(socket, 'data');
    const [head = ''] = String(answer).split('\r\n\r\n');
    return { statusLine: head.split('\r\n')[0], head, socket };
  };
  const write = (socket: Socket, bytes: Buffer) => new Promise<unknown>((resolve) => void socket.write(bytes, resolve));
  const { active, waiting } = {
    active: () => server.deps.admission.active,
    waiting: () => server.deps.admission.waiting,
  };

  it.each(paths)('is over at once when it says that it is too long: %s', async (path) => {
    // The receiving time of this server is a second: 408 would come then.
    const { statusLine, head, socket } = await answered(headOf(path, `Content-Length: ${10 ** 12}`));
    expect(statusLine).toBe('HTTP/1.1 413 Payload Too Large');
    expect(head).toContain('\r\nConnection: close');
    // Who is still sending is not cut off before the answer can be read.
    for (let sent = 0; sent < 20; sent++) await write(socket, Buffer.alloc(100_000));
    expect(socket.destroyed).toBe(false);
    await expect.poll(active).toBe(0);
    const sending = setInterval(() => socket.write(Buffer.alloc(1_000_000)), 1);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sending);
  });

  it.each(paths)('is dropped when it is too long, and the connection serves on: %s', async (path) => {
    const { statusLine, head, socket } = await answered(headOf(path, 'Content-Length: 20000000'), patientServer);
    expect(statusLine).toBe('HTTP/1.1 413 Payload Too Large');
    expect(head).toContain('\r\nConnection: keep-alive');
    await write(socket, Buffer.alloc(20_000_000));
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const [next] = await once(socket, 'data');
    expect(String(next)).toContain('HTTP/1.1 200 OK');
    socket.destroy();
  });

  it.each(paths)('is over when it is cut off, ends early or is malformed: %s', async (path) => {
    // In time, too late, in the midst of the body, and in the same packet as the head.
    expect(await send(`${headOf(path, 'Content-Length: 9')}{`)).toContain('HTTP/1.1 408');
    await send(`${headOf(path, 'Transfer-Encoding: chunked')}what?\r\n`);
    const chunked = open(headOf(path, 'Transfer-Encoding: chunked'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    chunked.write('what?\r\n');
    open(`${headOf(path, 'Content-Length: 9')}{`).end();
    for (const ms of [0, 1, 2, 3, 5, 50]) {
      const socket = open(`${headOf(path, 'Content-Length: 9')}{`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      socket.resetAndDestroy();
    }
    await expect.poll(active).toBe(0);
    expect(waiting()).toBe(0);
    await expect.poll(() => server.deps.heldBytes.total).toBe(0);
  });
});
