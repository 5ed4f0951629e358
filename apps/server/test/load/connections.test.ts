/** How many connections the server takes, of one address and of all. */
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { RunningSite } from '../site/running-site.js';

let site: RunningSite;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await site.close();
});

/** @returns a connection on which nothing is sent, and whether the server has closed it a moment later */
async function open(localAddress: string): Promise<{ socket: Socket; isClosed: boolean }> {
  const socket = connect({ port: Number(new URL(site.origin).port), host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {}).resume();
  const isClosed = await Promise.race([
    once(socket, 'close').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 200, false)),
  ]);
  return { socket, isClosed };
}

async function openAll(localAddress: string, count: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, () => open(localAddress)));
  return all.filter(({ isClosed }) => !isClosed).length;
}

/** @returns the status; undefined when the connection was closed */
function healthFor(localAddress: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = get(`${site.origin}/health/ready`, { localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', () => resolve(undefined));
  });
}

it('one address gets so many connections, others find the server all the same', async () => {
  site = await RunningSite.start({ connections: { ofAll: 100, ofAddress: 5 } });
  expect(await openAll('127.0.0.1', 9)).toBe(5);
  expect(await healthFor('127.0.0.1')).toBeUndefined();
  expect(await healthFor('127.0.0.2')).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => healthFor('127.0.0.1')).toBe(200);
});

it('a trusted proxy has the connections of many', async () => {
  const isTrustedProxy = (address: string) => address === '127.0.0.1';
  site = await RunningSite.start({ connections: { ofAll: 100, ofAddress: 5 }, isTrustedProxy });
  expect(await openAll('127.0.0.1', 9)).toBe(9);
  expect(await openAll('127.0.0.2', 9)).toBe(5);
});

it('so many are open in all', async () => {
  site = await RunningSite.start({ connections: { ofAll: 7, ofAddress: 0 } });
  expect(await openAll('127.0.0.1', 9)).toBe(7);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => healthFor('127.0.0.1')).toBe(200);
});
