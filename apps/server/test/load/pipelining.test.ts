/** Requests that a client sends ahead of the answers to those before, over one connection. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RunningSite, space } from '../site/running-site.js';

let site: RunningSite;

beforeAll(async () => {
  site = await RunningSite.start({ admission: { maxActive: 2, maxWaiting: 1_000, maxWaitMs: 30_000 } });
});

afterAll(() => site.close());

const path = `/api/v100/rest/spaces/${space}/entities/Clients?first=1`;
const request = (of = path) => `GET ${of} HTTP/1.1\r\nHost: x\r\nAuthorization: ${site.authorization}\r\n\r\n`;

/** @returns a connection, and the statuses of what has been answered over it so far */
async function open(): Promise<{ socket: Socket; statuses: string[]; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(site.origin);
  const socket = connect(Number(port), hostname);
  const statuses: string[] = [];
  socket.on('data', (bytes: Buffer) => {
    for (const [, status = ''] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(status);
  });
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
  await once(socket, 'connect');
  return { socket, statuses, closed };
}

/** Takes all slots. @returns what gives them back */
async function occupy(): Promise<() => void> {
  const { admission } = site.server.deps;
  const releases = await Promise.all(Array.from({ length: 8 }, () => admission.enter(space)));
  return () => {
    for (const release of releases) release();
  };
}

it('as many as are read at once are answered, in order', async () => {
  const { socket, statuses } = await open();
  const [list, none] = [request(), request(`/api/v100/rest/spaces/${space}/nothing`)];
  socket.write((list + none).repeat(45));
  await expect.poll(() => statuses.length).toBe(90);
  expect(statuses).toEqual(Array(45).fill(['200', '404']).flat());
  socket.destroy();
});

it('sixteen of a connection are worked on or wait; the others are read when those are answered', async () => {
  const { admission } = site.server.deps;
  const release = await occupy();
  const { socket, statuses } = await open();
  for (let sent = 0; sent < 60; sent++) {
    socket.write(request());
    // So that they are not read at once.
    await sleep(5);
  }
  await expect.poll(() => admission.waiting).toBe(16);
  await sleep(100);
  expect(admission.waiting).toBe(16);
  release();
  await expect.poll(() => statuses.length).toBe(60);
  expect(new Set(statuses)).toEqual(new Set(['200']));
  // The connection is as it was.
  socket.write(request());
  await expect.poll(() => statuses.length).toBe(61);
  socket.destroy();
});

it('those that are read at once beyond that are answered before more is read', async () => {
  const { admission } = site.server.deps;
  const release = await occupy();
  const { socket, statuses } = await open();
  socket.write(request().repeat(60));
  await expect.poll(() => admission.waiting).toBe(60);
  socket.write(request().repeat(60));
  await sleep(100);
  expect(admission.waiting).toBe(60);
  release();
  await expect.poll(() => statuses.length).toBe(120);
  socket.destroy();
});

it('a body that is still to come behind them is read', async () => {
  const { socket, statuses } = await open();
  const body = JSON.stringify({ name: 'Pipelined' });
  const head = request(`/api/v100/rest/spaces/${space}/entities/AccountTypes`).replace('GET', 'POST').slice(0, -2);
  socket.write(
    `${request().repeat(15)}${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await expect.poll(() => statuses.length).toBe(15);
  socket.write(body);
  await expect.poll(() => statuses.at(-1)).toBe('201');
  socket.destroy();
});

it('more than a hundred that are not answered close their connection, and are forgotten', async () => {
  const { admission } = site.server.deps;
  const release = await occupy();
  const { socket, statuses, closed } = await open();
  socket.write(request().repeat(120));
  await closed;
  expect(statuses).toEqual([]);
  await expect.poll(() => admission.waiting).toBe(0);
  release();
  expect((await site.askSpace(path)).status).toBe(200);
  expect([admission.active, admission.waiting]).toEqual([0, 0]);
});
