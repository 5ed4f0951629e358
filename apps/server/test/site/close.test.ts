/** How the server stops: what is under way is finished, and nobody can hold it up for long. */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

beforeEach(async () => {
  site = await RunningSite.start();
});

afterEach(() => site.dropDatabase());

const body = JSON.stringify({ name: 'Late & Sons' });

/** Begins a write over a connection that is to be kept, and sends no byte of its body. */
async function beginWrite(): Promise<Socket> {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
  const head = [
    `POST /api/v100/rest/spaces/${space}/entities/AccountTypes HTTP/1.1`,
    'Host: a',
    `Authorization: ${site.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server has the request as soon as it asks for the body.
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return socket;
}

let closing: Promise<void> | undefined;

/** @returns the header `Connection` of the answer */
function askOver(agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = `/api/v100/rest/spaces/${space}/entities/AccountTypes?first=1`;
    const sent = get(`${site.origin}${path}`, { agent, headers: { authorization: site.authorization } }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(String(answer.headers.connection)));
      answer.resume();
    });
    sent.on('error', reject);
  });
}

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

describe('a server that is stopped', () => {
  it('stops at once when only kept connections are open', async () => {
    await fetch(`${site.origin}/health/live`).then((response) => response.text());
    expect(await elapsedMs(site.server.close())).toBeLessThan(2_000);
  });

  it('answers what is under way, takes nothing new, and is gone', async () => {
    const socket = await beginWrite();
    const received = text(socket);
    const closed = elapsedMs(site.server.close());
    await expect(fetch(`${site.origin}/health/live`)).rejects.toThrow();
    socket.write(body);
    expect(await received).toMatch(/^HTTP\/1\.1 201 Created\r\n.*\r\nConnection: close\r\n.*"name":"Late & Sons"/s);
    expect(await closed).toBeLessThan(2_000);
  });

  it('answers every request that comes over a kept connection, and ends the connection with the answer', async () => {
    const answered: string[] = [];
    const failures = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          try {
            answered.push(await askOver(agent));
          } catch (error) {
            agent.destroy();
            return (error as NodeJS.ErrnoException).code;
          }
          if (answered.length === 200) closing = site.server.close();
        }
      }),
    );
    await closing;
    // No request was broken off: the first that failed had no connection any more.
    expect(failures).toEqual(failures.map(() => 'ECONNREFUSED'));
    expect(answered.filter((connection) => connection === 'close')).toHaveLength(8);
  });

  it('does not wait for ever', async () => {
    const socket = await beginWrite();
    const received = text(socket).catch(() => '');
    const waitedMs = await elapsedMs(site.server.close());
    expect(waitedMs).toBeGreaterThan(4_000);
    expect(waitedMs).toBeLessThan(8_000);
    expect(await received).toBe('');
  });
});
